#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

static bool fits(const struct page *page, const struct page_run *run)
{
    (void)page;
    return run->part != PART_LADDER && (run->part != PART_TUNE || run->best) && run->gflops > 0 &&
           run->flops > 0;
}

/* The abscissa of a problem: the edge of a cube of as many operations. */
static double edge_of(const struct page_run *run)
{
    return cbrt((double)run->m * (double)run->n * (double)run->k);
}

static bool is_cube(const struct page_run *run)
{
    return run->m == run->n && run->n == run->k;
}

struct drawing {
    struct page *page;
    struct page_series series;
    struct chart_line lines[PAGE_SERIES];
    double peaks[PAGE_SERIES];
    double *places, *values; /* values: a row a series */
    const char **words;
    bool *apart;  /* no cubes: they are on no line */
    size_t count; /* of abscissae */
    bool cubes;   /* nothing else */
};

static int compare_runs(const void *left, const void *right)
{
    double a = edge_of(*(const struct page_run *const *)left);
    double b = edge_of(*(const struct page_run *const *)right);

    return (a > b) - (a < b);
}

/* Sizes in order; those that differ by less than a thousandth are one. */
static void find_places(struct drawing *drawing)
{
    struct page *page = drawing->page;
    const struct page_run **runs = calloc(page->run_count + 1, sizeof *runs);
    size_t count = 0;

    for (size_t i = 0; i < page->run_count && runs != NULL; i++)
        if (drawing->series.of[i] != SIZE_MAX)
            runs[count++] = &page->runs[i];
    drawing->cubes = true;
    if (count > 0)
        qsort(runs, count, sizeof *runs, compare_runs);
    for (size_t i = 0; i < count; i++) {
        double edge = edge_of(runs[i]);

        drawing->cubes = drawing->cubes && is_cube(runs[i]);
        if (drawing->count > 0 && edge < drawing->places[drawing->count - 1] * 1.001) {
            drawing->apart[drawing->count - 1] &= !is_cube(runs[i]);
            continue;
        }
        drawing->places[drawing->count] = edge;
        drawing->apart[drawing->count] = !is_cube(runs[i]);
        drawing->words[drawing->count++] = page_text(page, "%.0f", edge);
    }
    free(runs);
}

static void find_values(struct drawing *drawing)
{
    const struct page *page = drawing->page;

    for (size_t i = 0; i < drawing->count * PAGE_SERIES; i++)
        drawing->values[i] = -1;
    for (size_t i = 0; i < page->run_count; i++) {
        size_t series = drawing->series.of[i];

        if (series != SIZE_MAX)
            drawing->peaks[series] = page->runs[i].peak;
        for (size_t at = 0; series != SIZE_MAX && at < drawing->count; at++) {
            double *value = &drawing->values[series * drawing->count + at];

            if (fabs(edge_of(&page->runs[i]) / drawing->places[at] - 1) < 1e-3)
                *value = page->runs[i].gflops > *value ? page->runs[i].gflops : *value;
        }
    }
    for (size_t i = 0; i < drawing->series.count; i++)
        drawing->lines[i] =
            (struct chart_line){drawing->series.names[i], drawing->values + i * drawing->count};
}

static void draw_lines(void *self, const struct chart *chart, struct svg *svg)
{
    const struct drawing *drawing = self;
    const struct chart_axis axis = {drawing->cubes ? "M = N = K" : "cube root of M N K",
                                    drawing->places, drawing->words, drawing->count,
                                    drawing->apart};

    chart_lines(chart, &axis, drawing->lines, drawing->series.count, svg, drawing->page->fault);
}

/* One size has bars in place of lines. */
static void draw_bars(void *self, const struct chart *chart, struct svg *svg)
{
    const struct drawing *drawing = self;
    struct chart_bar bars[PAGE_SERIES];
    char words[PAGE_SERIES][80], figure[CHART_TEXT];

    for (size_t i = 0; i < drawing->series.count; i++) {
        double value = drawing->lines[i].values[0];
        int used = snprintf(words[i], sizeof words[i], "%s GFLOP/s", chart_number(value, figure));

        if (drawing->peaks[i] > 0)
            snprintf(words[i] + used, sizeof words[i] - (size_t)used, ", %.1f %% of peak",
                     100 * value / drawing->peaks[i]);
        bars[i] = (struct chart_bar){drawing->series.names[i], "", words[i], value};
    }
    chart_bars(chart, bars, drawing->series.count, svg);
}

static void write_picture(struct drawing *drawing)
{
    struct page *page = drawing->page;
    struct picture picture = {.self = drawing, .draw = drawing->count > 1 ? draw_lines : draw_bars};
    const char *words;

    picture.chart.title = drawing->count > 1
                              ? "Speed of each kernel against the size of the problem"
                              : "Speed of each kernel";
    picture.chart.unit = "GFLOP/s";
    picture.chart.peak = page_peak(page, &drawing->series, &words);
    if (drawing->count > 1)
        html_legend(page->out, drawing->series.names, drawing->series.count);
    html_picture(page->out, &picture);
    if (drawing->count > 1 && !drawing->cubes)
        fputs("<p class=\"hint\">Problems that are no cubes stand where a cube of as many "
              "operations would, and on no line.</p>\n",
              page->out);
    page_series_tell(page, &drawing->series);
}

static const char *remark_of(const struct page_run *run)
{
    return run->part == PART_TUNE && *run->note == '\0' ? "best of the search"
           : run->part == PART_PROFILE                  ? "tuned profile"
                                                        : run->note;
}

static void write_table(struct page *page, size_t device, enum page_clock clock)
{
    html_fold(page->out, "The numbers");
    html_table(page->out,
               clock == CLOCK_DEVICE ? "Speed of each kernel on each problem"
                                     : "Speed of each kernel and library on each problem",
               "kernel|M \303\227 N \303\227 K|elements|#GFLOP/s|#of peak|#ms|file");
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];

        if (page_device(page, run->session) != device || run->clock != clock || run->why != NULL ||
            !fits(page, run))
            continue;
        page_begin_row(page, run, remark_of(run));
        html_number(page->out, run->gflops);
        html_percent(page->out, run->peak > 0 ? run->gflops / run->peak : 0);
        html_number(page->out, run->ms);
        page_end_row(page, run->session);
    }
    html_table_end(page->out);
    html_fold_end(page->out);
}

/* A picture, and its numbers, of what one clock has timed on a device. */
static void write_clock(struct page *page, size_t device, enum page_clock clock)
{
    struct drawing drawing = {.page = page};

    page_series_make(page, device, clock, fits, &drawing.series);
    drawing.places = calloc(page->run_count + 1, sizeof *drawing.places);
    drawing.words = calloc(page->run_count + 1, sizeof *drawing.words);
    drawing.apart = calloc(page->run_count + 1, sizeof *drawing.apart);
    drawing.values = calloc(PAGE_SERIES * (page->run_count + 1), sizeof *drawing.values);
    if (drawing.places == NULL || drawing.words == NULL || drawing.apart == NULL ||
        drawing.values == NULL) {
        fault_memory(page->fault);
    } else if (drawing.series.count > 0) {
        find_places(&drawing);
        find_values(&drawing);
        page_tell_clock(page, clock);
        write_picture(&drawing);
        write_table(page, device, clock);
    }
    free(drawing.places);
    free(drawing.words);
    free(drawing.apart);
    free(drawing.values);
    page_series_release(&drawing.series);
}

void page_write_speed(struct page *page)
{
    page_write_clocks(page, fits, write_clock);
}
