#include "harness/commands/commands.h"

#include <stdlib.h>
#include <unistd.h>

#include "harness/base/load.h"
#include "harness/commands/baseline.h"
#include "harness/commands/take.h"
#include "harness/verify/fit.h"
#include "harness/engine/suite.h"

struct bench {
    const struct figures_format *format;
    struct figures_frame frame;
    struct progress progress;
    enum fault_code worst;
    size_t failed;
};

/* A kernel is out of the suite; the others go on. */
static void show_lost(void *self, const struct candidate *candidate)
{
    struct bench *bench = self;

    if (bench->worst == FAULT_NONE || candidate->fault.code == FAULT_WRONG)
        bench->worst = candidate->fault.code;
    bench->failed++;
    fflush(stdout);
    progress_clear(&bench->progress);
    fprintf(stderr, "clgemm-bench: %s: %s\n", candidate_label(candidate), candidate->fault.text);
    fault_print_detail(candidate->fault.detail, stderr);
}

static void show_sample(void *self, const struct measurement *measurement, size_t index)
{
    const struct bench *bench = self;

    progress_clear(&bench->progress);
    bench->format->sample(&bench->frame, measurement, index);
}

/* Prints notes on figures that are right. */
static void show_notes(const struct suite *suite)
{
    char text[300];

    fflush(stdout);
    for (size_t i = 0; i < suite->count; i++) {
        const struct candidate *candidate = &suite->candidates[i];

        if (candidate->fault.code != FAULT_NONE)
            continue;
        if (candidate->kernel.nearest)
            fprintf(stderr,
                    "clgemm-bench: %s: its profile has figures for other sizes, of which "
                    "these are the nearest\n",
                    candidate_label(candidate));
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
static void keep_measurements(const struct bench *bench, const struct options *options,
                              const struct baseline *baseline,
                              const struct measurement *const *measurements, size_t count,
                              struct fault *fault)
{
    struct fault slower = {0};

    if (baseline->path != NULL)
        baseline_compare(baseline, &bench->frame, measurements, count, options->within, &slower);
    if (options->baseline != NULL && count > 0)
        baseline_write(options->baseline, &bench->frame, measurements, count, fault);
    if (slower.code != FAULT_NONE && bench->failed == 0)
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
    figures_above(bench->frame.protocol->format, &above);
}

static int show_measurements(const struct bench *bench, const struct options *options,
                             const struct baseline *baseline, const struct suite *suite,
                             struct fault *fault)
{
    const struct measurement **shown = calloc(suite->count, sizeof *shown);
    size_t count = 0;

    if (shown == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < suite->count; i++)
        if (suite->candidates[i].fault.code == FAULT_NONE)
            shown[count++] = &suite->candidates[i].measurement;
    for (size_t i = 0; i < count; i++)
        bench->format->measurement(&bench->frame, shown[i]);
    bench->format->end(&bench->frame, shown, count);
    show_above(bench, shown, count);
    keep_measurements(bench, options, baseline, shown, count, fault);
    free(shown);
    for (size_t i = 0; i < suite->count && bench->frame.protocol->format == FORMAT_JSON; i++)
        if (suite->candidates[i].fault.code != FAULT_NONE)
            figures_line(figures_failure(candidate_label(&suite->candidates[i]),
                                         suite->candidates[i].manifest,
                                         &suite->candidates[i].fault));
    return 0;
}

static const struct figures_format *find_format(enum format format)
{
    switch (format) {
    case FORMAT_JSON:
        return &figures_json;
    case FORMAT_CSV:
        return &figures_csv;
    case FORMAT_GATLAS:
        return &figures_gatlas;
    case FORMAT_MARKDOWN:
        return &figures_markdown;
    default:
        return &figures_text;
    }
}

static int run_bench(const struct options *options, struct executor *executor,
                     const struct recipes *recipes, const struct baseline *baseline,
                     struct fault *fault)
{
    const struct suite_options suite_options = take_suite(options);
    const struct protocol protocol = take_protocol(options);
    struct bench bench = {
        .format = find_format(options->format),
        .frame = {&protocol, &executor->device, recipes->count, &executor->peaks}};
    const struct observer observer = {&bench, show_lost, show_sample, &bench.progress};
    struct load before;
    struct suite suite;

    load_read(executor->client.process.id, &before);
    progress_open(&bench.progress, options->format);
    suite_expect(&bench.progress, &suite_options, recipes->count);
    if (suite_open(&suite_options, executor, recipes->list, recipes->count, &observer, &suite,
                   fault) == 0) {
        progress_clear(&bench.progress);
        suite_find_bandwidth(&suite);
        bench.frame.bandwidth = suite_bandwidth(executor, &protocol);
        bench.format->begin(&bench.frame);
        suite_run(&suite);
        progress_clear(&bench.progress);
        if (suite_find_speedups(&suite, fault) == 0)
            show_measurements(&bench, options, baseline, &suite, fault);
        show_notes(&suite);
        show_load(executor, &before);
        if (bench.failed > 0)
            fault_set(fault, bench.worst, "%zu of %zu kernels were not measured", bench.failed,
                      recipes->count);
    }
    suite_close(&suite);
    return fault->code == FAULT_NONE ? 0 : -1;
}

int bench_command(const struct options *options, struct fault *fault)
{
    const struct executor_options executor_options = take_executor(options);
    struct baseline baseline = {.path = NULL};
    struct recipes recipes;
    struct executor executor;
    int status = -1;

    if (options->compare_to != NULL && baseline_read(options->compare_to, &baseline, fault))
        return -1;
    if (recipes_list(&options->selection, &recipes, fault)) {
        baseline_release(&baseline);
        return -1;
    }
    for (size_t i = 0; i < recipes.count; i++)
        recipes.list[i].dispatches = recipe_dispatches(&options->settings, &recipes.list[i]);
    if (executor_open(&executor_options, options->selection.manifests.count < recipes.count,
                      &executor, fault) == 0) {
        if (baseline.path == NULL || baseline_check(&baseline, &executor.device, fault) == 0)
            status = run_bench(options, &executor, &recipes, &baseline, fault);
        executor_close(&executor);
    }
    recipes_release(&recipes);
    baseline_release(&baseline);
    return status;
}
