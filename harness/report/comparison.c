#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

/* What was measured in turns with others: kernels and libraries of compare, the best of a search and the
 * kernel without tuning. */
static bool fits(const struct page *page, const struct page_run *run)
{
    (void)page;
    return run->gflops > 0 &&
           (run->part == PART_COMPARE || (run->part == PART_TUNE && (run->best || run->untuned)));
}

struct drawing {
    struct page_series series;
    struct chart_row *rows;
    double *values; /* PAGE_SERIES a row */
    const char **hints;
    size_t count;
};

static bool same_size(const struct page_run *a, const struct page_run *b)
{
    return a->m == b->m && a->n == b->n && a->k == b->k;
}

/* Problems in the order in which they come; `of` has a run of each. */
static void find_rows(struct page *page, struct drawing *drawing, const struct page_run **of)
{
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];
        const size_t series = drawing->series.of[i];
        char figure[CHART_TEXT];
        size_t row = 0, at;

        if (series == SIZE_MAX)
            continue;
        while (row < drawing->count && !same_size(of[row], run))
            row++;
        if (row == drawing->count) {
            of[drawing->count++] = run;
            for (size_t j = 0; j < PAGE_SERIES; j++)
                drawing->values[row * PAGE_SERIES + j] = -1;
            drawing->rows[row] = (struct chart_row){page_size(page, run->m, run->n, run->k),
                                                    drawing->values + row * PAGE_SERIES,
                                                    drawing->hints + row * PAGE_SERIES};
        }
        at = row * PAGE_SERIES + series;
        if (run->gflops <= drawing->values[at])
            continue;
        drawing->values[at] = run->gflops;
        drawing->hints[at] = page_text(page, "%s, %s: %s GFLOP/s", drawing->series.names[series],
                                       drawing->rows[row].name, chart_number(run->gflops, figure));
    }
}

static void draw(void *self, const struct chart *chart, struct svg *svg)
{
    const struct drawing *drawing = self;

    chart_shapes(chart, drawing->rows, drawing->count, drawing->series.count, svg);
}

static void write_drawing(struct page *page, struct drawing *drawing, enum page_clock clock)
{
    struct picture picture = {.self = drawing, .draw = draw};
    const char *words;

    picture.chart.title = "Speed of kernels and libraries on each problem";
    picture.chart.unit = "GFLOP/s";
    picture.chart.peak = page_peak(page, &drawing->series, &words);
    page_tell_clock(page, clock);
    html_legend(page->out, drawing->series.names, drawing->series.count);
    html_picture(page->out, &picture);
    page_series_tell(page, &drawing->series);
    html_headed_table(page->out, "series", "GFLOP/s on each problem", "M \303\227 N \303\227 K",
                      drawing->series.names, drawing->series.count);
    for (size_t i = 0; i < drawing->count; i++) {
        html_row_head(page->out, drawing->rows[i].name);
        for (size_t j = 0; j < drawing->series.count; j++)
            html_number(page->out, drawing->rows[i].values[j]);
        fputs("</tr>\n", page->out);
    }
    html_table_end(page->out);
}

/* A picture, and its numbers, of what one clock has timed on a device; nothing where one stands alone. */
static void write_clock(struct page *page, size_t device, enum page_clock clock)
{
    const size_t rows = page->run_count + 1;
    const struct page_run **of = calloc(rows, sizeof *of);
    struct drawing drawing = {.rows = calloc(rows, sizeof *drawing.rows),
                              .values = calloc(rows * PAGE_SERIES, sizeof *drawing.values),
                              .hints = calloc(rows * PAGE_SERIES, sizeof *drawing.hints)};

    page_series_make(page, device, clock, fits, &drawing.series);
    if (of == NULL || drawing.rows == NULL || drawing.values == NULL || drawing.hints == NULL) {
        fault_memory(page->fault);
    } else if (drawing.series.count > 1) {
        find_rows(page, &drawing, of);
        write_drawing(page, &drawing, clock);
    }
    free(of);
    free(drawing.rows);
    free(drawing.values);
    free(drawing.hints);
    page_series_release(&drawing.series);
}

/* ---------------------------------------------------------------------------------------- the ratios */

static const char *name_of(const struct page_ratio *ratio)
{
    return ratio->group != NULL ? ratio->group : ratio->kernel;
}

static bool same_pair(const struct page_ratio *a, const struct page_ratio *b)
{
    return a->session == b->session && strcmp(name_of(a), name_of(b)) == 0 &&
           strcmp(a->library, b->library) == 0;
}

/* The mean over the problems of a pair, where ratio number `index` is its first one. */
static void write_mean(struct page *page, size_t index)
{
    const struct page_ratio *first = &page->ratios[index];
    double sum = 0, least = INFINITY, most = 0;
    uint64_t count = 0;

    for (size_t i = 0; i < index; i++)
        if (same_pair(&page->ratios[i], first))
            return;
    for (size_t i = index; i < page->ratio_count; i++) {
        const double ratio = page->ratios[i].ratio;

        if (!same_pair(&page->ratios[i], first) || !(ratio > 0))
            continue;
        sum += log(ratio);
        least = fmin(least, ratio);
        most = fmax(most, ratio);
        count++;
    }
    if (count == 0)
        return;
    page_use(page, first->session);
    html_row(page->out);
    html_code(page->out, name_of(first), "");
    html_cell(page->out, first->library);
    html_number(page->out, exp(sum / (double)count));
    html_number(page->out, least);
    html_number(page->out, most);
    html_whole(page->out, count);
    page_end_row(page, first->session);
}

static void write_ratio(struct page *page, const struct page_ratio *ratio)
{
    html_row(page->out);
    html_cell(page->out, page_size(page, ratio->m, ratio->n, ratio->k));
    html_code(page->out, ratio->kernel, "");
    html_cell(page->out, ratio->library);
    html_number(page->out, ratio->ratio);
    html_number(page->out, ratio->q1);
    html_number(page->out, ratio->q3);
    html_number(page->out, ratio->gflops);
    html_number(page->out, ratio->library_gflops);
    html_cell(page->out, ratio->types);
    page_end_row(page, ratio->session);
}

static void write_ratios(struct page *page)
{
    html_table(page->out, "How many times as fast: geometric mean over the problems",
               "kernel|compared with|#times|#least|#greatest|#problems|file");
    for (size_t i = 0; i < page->ratio_count; i++)
        write_mean(page, i);
    html_table_end(page->out);
    fputs(
        "<p class=\"hint\">Ratios of the speeds, kernel to what it is compared with, which ran in "
        "turns; above 1 the kernel is faster.</p>\n",
        page->out);
    html_fold(page->out, "The ratios");
    html_table(page->out, "Ratio on each problem: median and quartiles over the rounds",
               "M \303\227 N \303\227 K|kernel|compared with|#ratio|#25 %|#75 %|#GFLOP/s|#the "
               "other's|elements|file");
    for (size_t i = 0; i < page->ratio_count; i++)
        write_ratio(page, &page->ratios[i]);
    html_table_end(page->out);
    html_fold_end(page->out);
}

void page_write_comparison(struct page *page)
{
    if (page->ratio_count == 0)
        return;
    page_write_clocks(page, fits, write_clock);
    write_ratios(page);
}
