/* Pictures of ladders and studies. */
#include <stdlib.h>
#include <string.h>

#include "harness/base/output_file.h"
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

static struct chart make_chart(const struct experiment_run *run)
{
    const struct peak *peak = experiment_peak(run);
    const struct device *device = &run->executor.device;
    struct chart chart = {.unit = "GFLOP/s", .peak = peak == NULL ? 0 : peak->gflops};
    char figure[CHART_TEXT];

    snprintf(chart.title, sizeof chart.title, "%s", run->experiment.title);
    snprintf(chart.notes[0], sizeof *chart.notes, "%s (%s)", device->name, device->platform_name);
    snprintf(chart.notes[1], sizeof *chart.notes,
             "medians of alternating runs, every kernel verified; data %s",
             figures_data(run->schedule.data));
    if (peak != NULL)
        snprintf(chart.notes[2], sizeof *chart.notes, "peak %s GFLOP/s, %s",
                 chart_number(peak->gflops, figure), peak->words);
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

/* Draws a bar for each rung. False: no memory. */
static bool draw_ladder(const struct experiment_run *run, FILE *out)
{
    const struct experiment *experiment = &run->experiment;
    struct chart_bar *bars = calloc(experiment->kernel_count, sizeof *bars);
    struct chart chart = make_chart(run);
    char size[64];

    if (bars == NULL)
        return false;
    shape_words(&experiment->sizes[0], size, sizeof size);
    snprintf(chart.title, sizeof chart.title, "%.150s, %s%s", experiment->title,
             strchr(size, 'x') == NULL ? "M = N = K = " : "M x N x K = ", size);
    for (size_t i = 0; i < experiment->kernel_count; i++) {
        const json_t *rung = experiment_record(run, 0, i);

        bars[i] = (struct chart_bar){.name = member_text_or(rung, "name", ""),
                                     .note = experiment->notes[i],
                                     .value = experiment_speed(rung)};
        describe_rung(rung, bars[i].words, sizeof bars[i].words);
    }
    chart_bars(&chart, bars, experiment->kernel_count, out);
    free(bars);
    return true;
}

/* Fills the places of the sizes: on an axis of numbers where they are cubes that grow. */
static struct chart_axis make_axis(const struct experiment *experiment, struct chart_place *places)
{
    bool cubes = true, grow = true;

    for (size_t i = 0; i < experiment->size_count; i++) {
        const struct shape *size = &experiment->sizes[i];

        cubes = cubes && size->m == size->n && size->n == size->k;
        grow = grow && (i == 0 || size->m > size[-1].m);
        places[i].number = (double)size->m;
        shape_words(size, places[i].words, sizeof places[i].words);
    }
    return (struct chart_axis){cubes ? "M = N = K" : "M x N x K", !cubes || !grow, places,
                               experiment->size_count};
}

/* Draws a line over the sizes for each kernel. False: no memory. */
static bool draw_study(const struct experiment_run *run, FILE *out)
{
    const struct experiment *experiment = &run->experiment;
    const size_t sizes = experiment->size_count, kernels = experiment->kernel_count;
    const struct chart chart = make_chart(run);
    struct chart_line *lines = calloc(kernels, sizeof *lines);
    struct chart_place *places = calloc(sizes, sizeof *places);
    double *values = calloc(sizes * kernels, sizeof *values);
    const bool has_room = lines != NULL && places != NULL && values != NULL;

    for (size_t j = 0; j < kernels && has_room; j++) {
        lines[j] =
            (struct chart_line){.name = experiment->kernels[j].label, .values = values + j * sizes};
        for (size_t i = 0; i < sizes; i++)
            values[j * sizes + i] = experiment_speed(experiment_record(run, i, j));
    }
    if (has_room) {
        const struct chart_axis axis = make_axis(experiment, places);

        chart_lines(&chart, &axis, lines, kernels, out);
    }
    free(lines);
    free(places);
    free(values);
    return has_room;
}

int experiment_draw(const struct experiment_run *run, struct fault *fault)
{
    struct output output;

    if (output_open(run->options->svg, &output, fault))
        return -1;
    if (!(run->is_ladder ? draw_ladder(run, output.stream) : draw_study(run, output.stream)))
        fault_memory(fault);
    return output_close(&output, fault);
}
