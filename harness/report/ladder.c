#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

struct drawing {
    struct chart_bar *bars;
    size_t count;
};

static void draw(void *self, const struct chart *chart, struct svg *svg)
{
    const struct drawing *drawing = self;

    chart_bars(chart, drawing->bars, drawing->count, svg);
}

static bool is_rung(const struct page_run *run, const struct page_run *of)
{
    return run->part == PART_LADDER && run->session == of->session && strcmp(run->of, of->of) == 0;
}

static bool is_first(const struct page *page, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_rung(&page->runs[i], &page->runs[index]))
            return false;
    return page->runs[index].part == PART_LADDER;
}

static struct chart_bar make_bar(struct page *page, const struct page_run *run)
{
    char figure[CHART_TEXT];
    const char *words;

    if (run->why != NULL)
        return (struct chart_bar){run->kernel, "", page_text(page, "%s: %s", run->note, run->why),
                                  -1};
    words = page_text(page, "%s GFLOP/s", chart_number(run->gflops, figure));
    if (run->peak > 0)
        words = page_text(page, "%s, %.1f %% of peak", words, 100 * run->gflops / run->peak);
    if (run->cumulative > 0)
        words = page_text(page, "%s, %.4g\303\227", words, run->cumulative);
    return (struct chart_bar){run->kernel, "", words, run->gflops};
}

static void write_row(struct page *page, const struct page_run *run)
{
    FILE *out = page->out;

    html_row(out);
    html_code(out, run->kernel, "");
    if (run->why != NULL) {
        fputs("<td colspan=\"5\">", out);
        html_text(out, run->note);
        fputs(": ", out);
        html_text(out, run->why);
        fputs("</td></tr>\n", out);
        return;
    }
    html_number(out, run->gflops);
    html_number(out, run->ms);
    html_number(out, run->step > 0 ? run->step : -1);
    html_number(out, run->cumulative > 0 ? run->cumulative : -1);
    html_percent(out, run->peak > 0 ? run->gflops / run->peak : 0);
    fputs("</tr>\n", out);
}

static void write_table(struct page *page, const struct page_run *first)
{
    html_table(page->out,
               "Each rung, its time (median), and its speed as a multiple of that of the rung "
               "below and of the first",
               "kernel|#GFLOP/s|#ms|#step|#cumulative|#of peak");
    for (size_t i = 0; i < page->run_count; i++)
        if (is_rung(&page->runs[i], first))
            write_row(page, &page->runs[i]);
    html_table_end(page->out);
}

static void write_ladder(struct page *page, size_t index)
{
    const struct page_run *first = &page->runs[index];
    struct drawing drawing = {calloc(page->run_count, sizeof *drawing.bars), 0};
    struct picture picture = {.self = &drawing, .draw = draw};

    if (drawing.bars == NULL) {
        fault_memory(page->fault);
        return;
    }
    for (size_t i = index; i < page->run_count; i++)
        if (is_rung(&page->runs[i], first)) {
            drawing.bars[drawing.count++] = make_bar(page, &page->runs[i]);
            picture.chart.peak = fmax(picture.chart.peak, page->runs[i].peak);
        }
    page_use(page, first->session);
    picture.chart.title = page_text(page, "Speed of each rung of the ladder %s", first->of);
    picture.chart.unit = "GFLOP/s";
    fputs("<h3>", page->out);
    html_text(page->out, first->of);
    fprintf(page->out, ", %s", page_size(page, first->m, first->n, first->k));
    if (page_device_count(page) > 1) {
        fputs(", ", page->out);
        html_text(page->out, page->sessions[first->session].device);
    }
    fputs("</h3>\n", page->out);
    html_picture(page->out, &picture);
    write_table(page, first);
    free(drawing.bars);
}

void page_write_ladder(struct page *page)
{
    for (size_t i = 0; i < page->run_count; i++)
        if (is_first(page, i))
            write_ladder(page, i);
}
