#include <string.h>

#include "harness/report/internal.h"

enum {
    COLUMNS = 6 /* of the table */
};

static bool same_problem(const struct page *page, const struct page_run *a,
                         const struct page_run *b)
{
    return page_device(page, a->session) == page_device(page, b->session) && a->m == b->m &&
           a->n == b->n && a->k == b->k && strcmp(a->types, b->types) == 0;
}

/* Whether one run stands before another of the same problem. The clock of the device comes first: times of
 * the host are longer for what is no doing of the kernel. Of equals the first one counts. */
static bool goes_before(const struct page_run *run, const struct page_run *other)
{
    if (run->clock != other->clock)
        return run->clock == CLOCK_DEVICE;
    return run->gflops != other->gflops ? run->gflops > other->gflops : run < other;
}

static bool is_kernel(const struct page_run *run)
{
    return run->why == NULL && !run->library;
}

/* Whether no other kernel is faster on the run's problem. */
static bool is_best(const struct page *page, size_t index)
{
    const struct page_run *run = &page->runs[index];

    if (!is_kernel(run))
        return false;
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *other = &page->runs[i];

        if (i != index && is_kernel(other) && same_problem(page, run, other) &&
            goes_before(other, run))
            return false;
    }
    return true;
}

static void write_rows(struct page *page, size_t device)
{
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];

        if (page_device(page, run->session) != device || !is_best(page, i))
            continue;
        page_use(page, run->session);
        html_row(page->out);
        html_cell(page->out, page_size(page, run->m, run->n, run->k));
        html_cell(page->out, run->types);
        html_number(page->out, run->gflops);
        html_percent(page->out, run->peak > 0 ? run->gflops / run->peak : 0);
        html_number(page->out, run->ms);
        page_end_row(page, run->session);
        html_code_row(page->out, COLUMNS, run->kernel,
                      run->clock == CLOCK_HOST ? "time of the host" : "");
    }
}

static bool has_runs(const struct page *page, size_t device)
{
    for (size_t i = 0; i < page->run_count; i++)
        if (is_kernel(&page->runs[i]) && page_device(page, page->runs[i].session) == device)
            return true;
    return false;
}

/* The fastest of all on the device, in large letters. */
static void write_top(struct page *page, size_t device)
{
    const struct page_run *top = NULL;
    char text[CHART_TEXT];

    for (size_t i = 0; i < page->run_count; i++)
        if (is_best(page, i) && page_device(page, page->runs[i].session) == device &&
            (top == NULL || goes_before(&page->runs[i], top)))
            top = &page->runs[i];
    if (top == NULL)
        return;
    fputs("<p class=\"device\">", page->out);
    html_text(page->out, page->sessions[top->session].device);
    fprintf(page->out, "</p>\n<p class=\"top\"><strong>%s</strong> GFLOP/s",
            chart_number(top->gflops, text));
    if (top->peak > 0)
        fprintf(page->out, ", <strong>%.1f\302\240%%</strong> of the peak of %s GFLOP/s",
                100 * top->gflops / top->peak, chart_number(top->peak, text));
    fprintf(page->out, ", at %s</p>\n", page_size(page, top->m, top->n, top->k));
}

void page_write_summary(struct page *page)
{
    for (size_t device = 0; device < page_device_count(page); device++) {
        if (!has_runs(page, device))
            continue;
        write_top(page, device);
        html_table(page->out, "The fastest kernel of each problem",
                   "M \303\227 N \303\227 K|elements|#GFLOP/s|#of peak|#ms|file");
        write_rows(page, device);
        html_table_end(page->out);
        page_tell_above(page, device);
    }
}
