#include "harness/commands/commands.h"

#include <stdlib.h>
#include <unistd.h>

#include "harness/base/load.h"
#include "harness/base/stop.h"
#include "harness/commands/baseline.h"
#include "harness/verify/cases.h"
#include "harness/engine/suite.h"

static const struct figures_format *const formats[] = {[FORMAT_TEXT] = &figures_text,
                                                       [FORMAT_JSON] = &figures_json,
                                                       [FORMAT_CSV] = &figures_csv,
                                                       [FORMAT_MARKDOWN] = &figures_markdown,
                                                       [FORMAT_GATLAS] = &figures_gatlas};

struct bench {
    const struct options *options;
    const struct baseline *baseline;
    const struct figures_format *format;
    struct figures_frame frame;
    struct losses losses;
};

/* A kernel is out of the suite; the others go on. */
static void show_lost(void *self, const struct suite_run *run, const struct candidate *candidate)
{
    struct bench *bench = self;

    (void)run;
    losses_add(&bench->losses, candidate_label(candidate), &candidate->fault);
}

static void show_begin(void *self, struct suite_run *run)
{
    struct bench *bench = self;

    suite_find_bandwidth(run);
    bench->frame.bandwidth = suite_tells_bandwidth(run->schedule, bench->frame.format)
                                 ? suite_bandwidth(run->executor)
                                 : run->executor->bandwidth;
    if (bench->format->begin != NULL)
        bench->format->begin(&bench->frame);
}

static int show_sample(void *self, const struct measurement *measurement, size_t index,
                       struct fault *fault)
{
    const struct bench *bench = self;

    (void)fault;
    bench->format->sample(&bench->frame, measurement, index);
    return 0;
}

/* Prints notes on figures that are right. */
static void show_notes(const struct suite_run *run)
{
    char text[300];

    fflush(stdout);
    for (size_t i = 0; i < run->count; i++) {
        const struct candidate *candidate = &run->candidates[i];

        if (candidate->fault.code != FAULT_NONE)
            continue;
        if (candidate->kernel.nearest)
            fprintf(stderr,
                    "clgemm-bench: %s: its profile has figures for other sizes, of which "
                    "these are the nearest\n",
                    candidate_label(candidate));
        if (*candidate->kernel.chosen != '\0')
            fprintf(stderr, "clgemm-bench: %s: --at leaves out %s\n", candidate_label(candidate),
                    candidate->kernel.chosen);
        if (fit_describe(candidate->manifest, &candidate->launch, text, sizeof text))
            fprintf(stderr, "clgemm-bench: %s: %s\n", candidate_label(candidate), text);
        if (figures_outliers(&candidate->measurement, text, sizeof text))
            fprintf(stderr, "clgemm-bench: %s: %s\n", candidate_label(candidate), text);
    }
}

/* Whether others were at work on the processors that a CPU device computes with. */
static void show_load(const struct executor *executor, const struct load *before)
{
    const struct device *device = &executor->device;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct load after;
    char text[200];

    load_read(executor->client.process.id, &after);
    if ((device->type & CL_DEVICE_TYPE_CPU) && processors > 0 &&
        load_describe(before, &after, device->compute_units, (unsigned)processors, text,
                      sizeof text))
        fprintf(stderr, "clgemm-bench: %s\n", text);
}

/* Compares results with those of a file, and keeps them in one. */
static void keep_measurements(const struct bench *bench,
                              const struct measurement *const *measurements, size_t count,
                              struct fault *fault)
{
    const struct options *options = bench->options;
    struct fault slower = {0};

    if (bench->baseline->path != NULL)
        baseline_compare(bench->baseline, &bench->frame, measurements, count, options->within,
                         &slower);
    if (options->baseline != NULL && count > 0)
        baseline_write(options->baseline, &bench->frame, measurements, count, fault);
    if (slower.code != FAULT_NONE && bench->losses.count == 0)
        fault_set(fault, slower.code, "%s", slower.text);
    fault_clear(&slower);
}

static void show_above(const struct bench *bench, const struct measurement *const *measurements,
                       size_t count)
{
    struct peak_above above = {.peak = NULL};

    for (size_t i = 0; i < count; i++)
        peak_above_note(&above, &measurements[i]->peak,
                        figures_gflops(measurements[i], measurements[i]->device.median));
    figures_above(bench->frame.format, &above);
}

static int show_measurements(void *self, struct suite_run *run, struct fault *fault)
{
    const struct bench *bench = self;
    const struct measurement **shown = calloc(run->count, sizeof *shown);
    size_t count = 0;

    if (shown == NULL)
        return fault_memory(fault);
    if (suite_find_speedups(run, fault) == 0) {
        for (size_t i = 0; i < run->count; i++)
            if (run->candidates[i].fault.code == FAULT_NONE)
                shown[count++] = &run->candidates[i].measurement;
        bench->format->end(&bench->frame, shown, count);
        show_above(bench, shown, count);
        if (!stop_wanted()) /* a baseline is of whole measurements */
            keep_measurements(bench, shown, count, fault);
        for (size_t i = 0; i < run->count && bench->frame.format == FORMAT_JSON; i++)
            if (run->candidates[i].fault.code != FAULT_NONE)
                figures_line(figures_failure(candidate_label(&run->candidates[i]),
                                             run->candidates[i].manifest,
                                             &run->candidates[i].fault));
    }
    free(shown);
    show_notes(run);
    return 0;
}

static void run_bench(struct bench *bench, struct executor *executor, const struct recipes *recipes,
                      struct fault *fault)
{
    const struct options *options = bench->options;
    const struct suite_case only = {options->test_case, "", NULL};
    const struct suite suite = {.settings = options->settings,
                                .kernels = recipes->list,
                                .kernel_count = recipes->count,
                                .cases = &only,
                                .case_count = 1};
    const struct observer observer = {.self = bench,
                                      .format = options->format,
                                      .lost = show_lost,
                                      .verified = show_begin,
                                      .sample = bench->format->sample == NULL ? NULL : show_sample,
                                      .measured = show_measurements};
    struct load before;

    bench->frame = (struct figures_frame){options->format, &options->schedule, &executor->device,
                                          recipes->count,  &executor->peaks,   0};
    load_read(executor->client.process.id, &before);
    if (suite_measure(executor, &suite, &options->schedule, &observer, fault))
        return;
    show_load(executor, &before);
    if (bench->losses.count > 0)
        fault_set(fault, bench->losses.worst, "%zu of %zu kernels were not measured",
                  bench->losses.count, recipes->count);
}

int bench_command(const struct options *options, struct fault *fault)
{
    const struct executor_options executor_options = take_executor(options);
    struct baseline baseline = {.path = NULL};
    struct bench bench = {
        .options = options, .baseline = &baseline, .format = formats[options->format]};
    struct recipes recipes;
    struct executor executor;

    if (options->compare_to != NULL && baseline_read(options->compare_to, &baseline, fault))
        return -1;
    if (recipes_list(&options->selection, &options->settings, &recipes, fault)) {
        baseline_release(&baseline);
        return -1;
    }
    if (executor_open(&executor_options, recipes.generates, &executor, fault) == 0) {
        if (baseline.path == NULL || baseline_check(&baseline, &executor.device, fault) == 0)
            run_bench(&bench, &executor, &recipes, fault);
        executor_close(&executor);
    }
    recipes_release(&recipes);
    baseline_release(&baseline);
    return fault->code == FAULT_NONE ? 0 : -1;
}
