#include <stdlib.h>

#include "harness/report/internal.h"

static bool fits(const struct page *page, const struct page_run *run)
{
    (void)page;
    return run->bytes > 0 && run->gflops > 0 && run->flops > 0 &&
           (run->part != PART_TUNE || run->best);
}

static double intensity_of(const struct page_run *run)
{
    return run->flops / run->bytes;
}

struct drawing {
    double bandwidth;
    struct chart_spot *spots;
    size_t count;
};

static void draw(void *self, const struct chart *chart, struct svg *svg)
{
    const struct drawing *drawing = self;

    chart_roof(chart, drawing->bandwidth, drawing->spots, drawing->count, svg);
}

static void find_spots(struct page *page, const struct page_series *series, struct drawing *drawing)
{
    char intensity[CHART_TEXT], gflops[CHART_TEXT];

    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];

        if (series->of[i] == SIZE_MAX)
            continue;
        drawing->spots[drawing->count++] =
            (struct chart_spot){intensity_of(run), run->gflops, series->of[i],
                                page_text(page, "%s, %s: %s operations a byte, %s GFLOP/s",
                                          run->kernel, page_size(page, run->m, run->n, run->k),
                                          chart_number(intensity_of(run), intensity),
                                          chart_number(run->gflops, gflops))};
    }
}

/* What the roof is, and what it lacks. */
static void write_words(const struct page *page, double peak, const char *words, double bandwidth)
{
    char text[CHART_TEXT];

    fputs("<p class=\"hint\">", page->out);
    if (peak > 0) {
        fprintf(page->out, "Compute roof: %s GFLOP/s, ", chart_number(peak, text));
        html_text(page->out, *words == '\0' ? "as the data says" : words);
        fputs(". ", page->out);
    } else {
        fputs("The peak is not known, so there is no compute roof; --peak GFLOP/s states one. ",
              page->out);
    }
    if (bandwidth > 0)
        fprintf(page->out, "Memory roof: %s GB/s, %s. ", chart_number(bandwidth, text),
                page->bandwidth > 0 ? "stated on the command line" : "measured by a copy");
    else
        fputs("The bandwidth of the memory is not known, so there is no memory roof; --bandwidth "
              "GB/s states one, and bench --peak measured measures it. ",
              page->out);
    fputs("Traffic is what the kernel must move at least: each operand once, and copies that it "
          "packs.</p>\n",
          page->out);
}

/* Runs come one behind another, and the operands of many fit a cache. */
static void tell_caches(const struct page *page, const struct drawing *drawing)
{
    size_t above = 0;

    for (size_t i = 0; i < drawing->count && drawing->bandwidth > 0; i++)
        above += drawing->spots[i].gflops > drawing->spots[i].intensity * drawing->bandwidth;
    if (above > 0)
        fprintf(page->out,
                "<p class=\"hint\">%zu of %zu marks %s above the memory roof: their operands were "
                "in a cache, which is faster than the memory that the roof is of.</p>\n",
                above, drawing->count, above == 1 ? "is" : "are");
}

static void write_table(struct page *page, size_t device, enum page_clock clock)
{
    html_fold(page->out, "The numbers");
    html_table(page->out, "Operations a byte, and speed",
               "kernel|M \303\227 N \303\227 K|elements|#operations a byte|#GFLOP/s|#GB/s|file");
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *run = &page->runs[i];

        if (page_device(page, run->session) != device || run->clock != clock || run->why != NULL ||
            !fits(page, run))
            continue;
        page_begin_row(page, run, "");
        html_number(page->out, intensity_of(run));
        html_number(page->out, run->gflops);
        html_number(page->out, run->gflops / intensity_of(run));
        page_end_row(page, run->session);
    }
    html_table_end(page->out);
    html_fold_end(page->out);
}

/* A picture, and its numbers, of what one clock has timed on a device. */
static void write_clock(struct page *page, size_t device, enum page_clock clock)
{
    struct page_series series;
    struct drawing drawing = {.bandwidth = page_bandwidth(page, device),
                              .spots = calloc(page->run_count + 1, sizeof *drawing.spots)};
    struct picture picture = {.self = &drawing, .draw = draw};
    const char *words;

    page_series_make(page, device, clock, fits, &series);
    if (drawing.spots == NULL) {
        fault_memory(page->fault);
    } else if (series.count > 0) {
        picture.chart.title = "Roofline: speed against operations a byte of memory traffic";
        picture.chart.unit = "GFLOP/s";
        picture.chart.peak = page_peak(page, &series, &words);
        find_spots(page, &series, &drawing);
        page_tell_clock(page, clock);
        html_legend(page->out, series.names, series.count);
        html_picture(page->out, &picture);
        tell_caches(page, &drawing);
        write_words(page, picture.chart.peak, words, drawing.bandwidth);
        page_series_tell(page, &series);
        write_table(page, device, clock);
    }
    free(drawing.spots);
    page_series_release(&series);
}

void page_write_roof(struct page *page)
{
    page_write_clocks(page, fits, write_clock);
}
