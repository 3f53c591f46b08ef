#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

void page_use(struct page *page, size_t session)
{
    page->files[page->sessions[session].file].used = true;
}

void page_begin_row(struct page *page, const struct page_run *run, const char *note)
{
    page_use(page, run->session);
    html_row(page->out);
    html_code(page->out, run->kernel, note);
    html_cell(page->out, page_size(page, run->m, run->n, run->k));
    html_cell(page->out, run->types);
}

void page_end_row(struct page *page, size_t session)
{
    html_path(page->out, page->files[page->sessions[session].file].path);
    fputs("</tr>\n", page->out);
}

void page_device_heading(struct page *page, size_t device)
{
    if (page_device_count(page) < 2)
        return;
    for (size_t i = 0; i < page->session_count; i++)
        if (page_device(page, i) == device) {
            fputs("<h3>", page->out);
            html_text(page->out, page->sessions[i].device);
            fputs("</h3>\n", page->out);
            return;
        }
}

static bool has_runs(const struct page *page, size_t device,
                     bool (*fits)(const struct page *page, const struct page_run *run))
{
    for (size_t i = 0; i < page->run_count; i++)
        if (page_device(page, page->runs[i].session) == device && page->runs[i].why == NULL &&
            fits(page, &page->runs[i]))
            return true;
    return false;
}

void page_write_clocks(struct page *page,
                       bool (*fits)(const struct page *page, const struct page_run *run),
                       void (*write)(struct page *page, size_t device, enum page_clock clock))
{
    for (size_t device = 0; device < page_device_count(page); device++) {
        if (!has_runs(page, device, fits))
            continue;
        page_device_heading(page, device);
        for (int clock = 0; clock < PAGE_CLOCKS; clock++)
            write(page, device, (enum page_clock)clock);
    }
}

void page_tell_clock(const struct page *page, enum page_clock clock)
{
    fputs(
        clock == CLOCK_DEVICE
            ? "<p class=\"hint\">Times by the clock of the device: what the kernel, and the steps "
              "before it, take there.</p>\n"
            : "<p class=\"hint\">Times by the clock of the host, from the call to the end of the "
              "work, as libraries can be timed. They are longer than those by the clock of the "
              "device and not to be compared with them.</p>\n",
        page->out);
}

enum {
    OPEN_SPACES = 3
};

/* Whether another file has a search on the same problem. */
static bool is_shared(const struct page *page, const struct page_space *space)
{
    for (size_t i = 0; i < page->space_count; i++) {
        const struct page_space *other = &page->spaces[i];

        if (page->sessions[other->session].file != page->sessions[space->session].file &&
            other->m == space->m && other->n == space->n && other->k == space->k &&
            strcmp(other->types, space->types) == 0)
            return true;
    }
    return false;
}

void page_space_begin(struct page *page, const struct page_space *space, size_t number)
{
    const char *device = page->sessions[space->session].device;
    const bool several = page_device_count(page) > 1, shared = is_shared(page, space);
    const char *file = page->files[page->sessions[space->session].file].path;
    const char *title =
        page_text(page, "%s%s%s%s%s%s%s", page_size(page, space->m, space->n, space->k),
                  *space->types == '\0' ? "" : ", ", space->types, several ? ", " : "",
                  several ? device : "", shared ? ", " : "", shared ? file : "");

    if (number >= OPEN_SPACES) {
        html_fold(page->out, title);
        return;
    }
    fputs("<h3>", page->out);
    html_text(page->out, title);
    fputs("</h3>\n", page->out);
}

void page_space_end(struct page *page, size_t number)
{
    if (number >= OPEN_SPACES)
        html_fold_end(page->out);
}

double page_bandwidth(const struct page *page, size_t device)
{
    double best = 0;

    for (size_t i = 0; i < page->session_count; i++) {
        double found =
            json_number_value(json_object_get(page->sessions[i].facts, "memory_gbytes_per_second"));

        if (page_device(page, i) == device && found > best)
            best = found;
    }
    return page->bandwidth > 0 ? page->bandwidth : best;
}

static const char *own_name(const struct page_run *run)
{
    return run->group != NULL ? run->group : run->kernel;
}

static bool same_series(const struct page *page, const struct page_run *a, const struct page_run *b)
{
    return page->sessions[a->session].file == page->sessions[b->session].file &&
           strcmp(own_name(a), own_name(b)) == 0 && strcmp(a->types, b->types) == 0;
}

struct draft {
    const struct page_run *run; /* the first one */
    size_t number;              /* as they came */
    double best;
};

static int by_speed(const void *left, const void *right)
{
    const struct draft *a = left, *b = right;

    return a->best != b->best ? (a->best < b->best) - (a->best > b->best)
                              : (a->number > b->number) - (a->number < b->number);
}

/* Groups the runs; each is given the number of its draft. */
static size_t group(struct page *page, size_t device, enum page_clock clock,
                    bool (*fits)(const struct page *page, const struct page_run *run),
                    struct draft *drafts, size_t *of)
{
    size_t count = 0, at;

    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];

        of[i] = SIZE_MAX;
        if (page_device(page, run->session) != device || run->clock != clock || run->why != NULL ||
            !fits(page, run))
            continue;
        for (at = 0; at < count && !same_series(page, drafts[at].run, run); at++)
            ;
        if (at == count)
            drafts[count++] = (struct draft){run, at, 0};
        of[i] = at;
        drafts[at].best = run->gflops > drafts[at].best ? run->gflops : drafts[at].best;
    }
    return count;
}

/* The name of a draft, with what tells it from others of the same name. */
static const char *full_name(struct page *page, const struct draft *drafts, size_t count, size_t at)
{
    const struct page_run *run = drafts[at].run;
    bool types = false, file = false;

    for (size_t i = 0; i < count; i++) {
        const struct page_run *other = drafts[i].run;

        if (i == at || strcmp(own_name(other), own_name(run)) != 0)
            continue;
        types = types || strcmp(other->types, run->types) != 0;
        file = file || page->sessions[other->session].file != page->sessions[run->session].file;
    }
    return page_text(page, "%s%s%s%s%s%s", own_name(run), types && *run->types != '\0' ? ", " : "",
                     types ? run->types : "", file ? " (" : "",
                     file ? page->files[page->sessions[run->session].file].path : "",
                     file ? ")" : "");
}

void page_series_make(struct page *page, size_t device, enum page_clock clock,
                      bool (*fits)(const struct page *page, const struct page_run *run),
                      struct page_series *series)
{
    struct draft *drafts = calloc(page->run_count + 1, sizeof *drafts);
    size_t *places = calloc(page->run_count + 1, sizeof *places), count;

    *series = (struct page_series){.names = calloc(PAGE_SERIES, sizeof *series->names),
                                   .of = calloc(page->run_count + 1, sizeof *series->of)};
    if (drafts == NULL || places == NULL || series->names == NULL || series->of == NULL) {
        fault_memory(page->fault);
    } else {
        count = group(page, device, clock, fits, drafts, series->of);
        qsort(drafts, count, sizeof *drafts, by_speed);
        series->count = count < PAGE_SERIES ? count : PAGE_SERIES;
        series->dropped = count - series->count;
        for (size_t i = 0; i < count; i++)
            places[drafts[i].number] = i < series->count ? i : SIZE_MAX;
        for (size_t i = 0; i < series->count; i++)
            series->names[i] = full_name(page, drafts, count, i);
        for (size_t i = 0; i < page->run_count; i++)
            if (series->of[i] != SIZE_MAX)
                series->of[i] = places[series->of[i]];
    }
    free(drafts);
    free(places);
}

void page_series_release(struct page_series *series)
{
    free(series->names);
    free(series->of);
}

void page_series_tell(const struct page *page, const struct page_series *series)
{
    if (series->dropped > 0)
        fprintf(page->out,
                "<p class=\"hint\">The %zu fastest of %zu kernels are drawn; the table has "
                "all.</p>\n",
                series->count, series->count + series->dropped);
}
