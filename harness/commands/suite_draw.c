/* Pictures of ladders and studies. */
#include <stdlib.h>
#include <string.h>

#include "harness/commands/suite_internal.h"
#include "harness/report/chart.h"

const struct peak *experiment_peak(const struct experiment_run *run)
{
    const struct peak *found = NULL;

    for (size_t i = 0; i < run->executor.peaks.count; i++) {
        const struct peak *peak = &run->executor.peaks.list[i];

        if (peak->gflops > 0 && found != NULL)
            return NULL;
        found = peak->gflops > 0 ? peak : found;
    }
    return found;
}

/* Texts and columns of a picture. */
struct drawing {
    char title[256], device[512], data[256], peak[320];
    struct chart_bar *bars;
    struct chart_line *lines;
    double *values, *places;
    const char **words;
    char (*texts)[200];
};

/* Writes the heading. */
static struct chart make_chart(const struct experiment_run *run, struct drawing *drawing)
{
    const struct peak *peak = experiment_peak(run);
    const struct device *device = &run->executor.device;
    struct chart chart = {.title = run->experiment.title,
                          .notes = {drawing->device, drawing->data, NULL},
                          .unit = "GFLOP/s",
                          .peak = peak == NULL ? 0 : peak->gflops};
    char figure[CHART_TEXT];

    snprintf(drawing->device, sizeof drawing->device, "%s (%s)", device->name,
             device->platform_name);
    snprintf(drawing->data, sizeof drawing->data,
             "medians of alternating runs, every kernel verified; data %s",
             figures_data(run->schedule.data));
    if (peak != NULL) {
        snprintf(drawing->peak, sizeof drawing->peak, "peak %s GFLOP/s, %s",
                 chart_number(peak->gflops, figure), peak->words);
        chart.notes[2] = drawing->peak;
    }
    return chart;
}

/* Writes what stands behind a bar: the figures of a rung, or why it has none. */
static void describe_rung(const json_t *rung, char *words, size_t room)
{
    char figure[CHART_TEXT], share[64] = "";

    if (!experiment_measured(rung)) {
        snprintf(words, room, "%s: %.180s", member_text_or(rung, "status", ""),
                 member_text_or(rung, "why", ""));
        return;
    }
    if (json_object_get(rung, "efficiency") != NULL)
        snprintf(share, sizeof share, ", %.1f %% of the peak",
                 100 * member_number(rung, "efficiency"));
    snprintf(words, room, "%s GFLOP/s%s, %.2fx the first",
             chart_number(member_number(rung, "gflops"), figure), share,
             member_number(rung, "cumulative_speedup"));
}

/* A bar for each rung. */
static void draw_ladder(const struct experiment_run *run, struct drawing *drawing, struct svg *svg)
{
    const struct experiment *experiment = &run->experiment;
    struct chart chart = make_chart(run, drawing);
    char size[64];

    size_words(&experiment->sizes[0], size, sizeof size);
    snprintf(drawing->title, sizeof drawing->title, "%.150s, %s%s", chart.title,
             strchr(size, 'x') == NULL ? "M = N = K = " : "M x N x K = ", size);
    chart.title = drawing->title;
    for (size_t i = 0; i < experiment->kernel_count; i++) {
        const json_t *rung = experiment_record(run, 0, i);

        describe_rung(rung, drawing->texts[i], sizeof drawing->texts[i]);
        drawing->bars[i] = (struct chart_bar){
            member_text_or(rung, "name", ""), experiment->notes[i], drawing->texts[i],
            experiment_measured(rung) ? member_number(rung, "gflops") : -1};
    }
    chart_bars(&chart, drawing->bars, experiment->kernel_count, svg);
}

/* A line over the sizes for each kernel: on an axis of numbers where they are cubes that grow. */
static int draw_study(const struct experiment_run *run, struct drawing *drawing, struct svg *svg,
                      struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;
    const size_t sizes = experiment->size_count;
    const struct chart chart = make_chart(run, drawing);
    bool cubes = true, grow = true;

    for (size_t i = 0; i < sizes; i++) {
        const struct problem_size *size = &experiment->sizes[i];

        cubes = cubes && size->m == size->n && size->n == size->k;
        grow = grow && (i == 0 || size->m > size[-1].m);
        drawing->places[i] = (double)size->m;
        size_words(size, drawing->texts[i], sizeof drawing->texts[i]);
        drawing->words[i] = drawing->texts[i];
        for (size_t j = 0; j < experiment->kernel_count; j++) {
            const json_t *record = experiment_record(run, i, j);

            drawing->values[j * sizes + i] =
                experiment_measured(record) ? member_number(record, "gflops") : -1;
        }
    }
    for (size_t j = 0; j < experiment->kernel_count; j++)
        drawing->lines[j] =
            (struct chart_line){experiment->kernels[j].label, drawing->values + j * sizes};
    return chart_lines(&chart,
                       &(struct chart_axis){cubes ? "M = N = K" : "M x N x K",
                                            cubes && grow ? drawing->places : NULL, drawing->words,
                                            sizes},
                       drawing->lines, experiment->kernel_count, svg, fault);
}

int experiment_draw(const struct experiment_run *run, struct fault *fault)
{
    const size_t sizes = run->experiment.size_count, kernels = run->experiment.kernel_count;
    const size_t most = sizes > kernels ? sizes : kernels;
    struct drawing drawing = {.bars = calloc(kernels, sizeof *drawing.bars),
                              .lines = calloc(kernels, sizeof *drawing.lines),
                              .values = calloc(sizes * kernels, sizeof *drawing.values),
                              .places = calloc(sizes, sizeof *drawing.places),
                              .words = calloc(sizes, sizeof *drawing.words),
                              .texts = calloc(most, sizeof *drawing.texts)};
    struct svg svg = {.stream = NULL};
    int status = 0;

    if (drawing.bars == NULL || drawing.lines == NULL || drawing.values == NULL ||
        drawing.places == NULL || drawing.words == NULL || drawing.texts == NULL)
        status = fault_memory(fault);
    else if (run->is_ladder)
        draw_ladder(run, &drawing, &svg);
    else
        status = draw_study(run, &drawing, &svg, fault);
    if (status == 0)
        status = svg_save(&svg, run->options->svg, fault);
    free(drawing.bars);
    free(drawing.lines);
    free(drawing.values);
    free(drawing.places);
    free(drawing.words);
    free(drawing.texts);
    return status;
}
