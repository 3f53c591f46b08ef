#include "harness/commands/experiment_run.h"

#include <stdlib.h>
#include <string.h>

#include "harness/commands/take.h"
#include "harness/output/table.h"

/* The command line's options of the generator hold for every kernel; a manifest is written. */
static int check_settings(const struct options *options, const struct experiment *experiment,
                          struct fault *fault)
{
    for (size_t i = 0; i < experiment->kernel_count && options->settings.count > 0; i++)
        if (experiment->kernels[i].path != NULL)
            return fault_set(fault, FAULT_USAGE,
                             "--%s is the generator's: it cannot change %s, a manifest that is "
                             "already written",
                             options->settings.list[0].name, experiment->kernels[i].label);
    return 0;
}

static int open_experiment(const struct options *options, const struct embedded_file *files,
                           struct experiment_run *run, struct fault *fault)
{
    const struct executor_options executor = take_executor(options);
    memset(run, 0, sizeof *run);
    run->options = options;
    run->suite = take_suite(options);
    run->protocol = take_protocol(options);
    if (experiment_read(options->selection.manifests.list[0], files, &run->experiment, fault))
        return -1;
    if (check_settings(options, &run->experiment, fault) ||
        experiment_resize(&run->experiment, &options->test_case, options->size_words, fault) ||
        executor_open(&executor, true, &run->executor, fault)) {
        experiment_release(&run->experiment);
        return -1;
    }
    if (run->experiment.iterations > 0 && !options->has_iterations)
        run->suite.iterations = run->protocol.iterations = run->experiment.iterations;
    progress_open(&run->progress, options->format);
    suite_expect(&run->progress, &run->suite,
                 run->experiment.size_count * run->experiment.kernel_count);
    run->frame = (struct figures_frame){&run->protocol, &run->executor.device,
                                        run->experiment.kernel_count, &run->executor.peaks,
                                        suite_bandwidth(&run->executor, &run->protocol)};
    return 0;
}

static void close_experiment(struct experiment_run *run)
{
    for (size_t i = 0; i < run->done; i++)
        suite_close(&run->suites[i]);
    free(run->suites);
    free(run->own);
    executor_close(&run->executor);
    experiment_release(&run->experiment);
}

/* Rows have one line; what a compiler said is shown beside the table. */
static void show_lost(void *self, const struct candidate *candidate)
{
    const struct experiment_run *run = self;

    if (candidate->fault.detail == NULL)
        return;
    progress_clear(&run->progress);
    fprintf(stderr, "%s: %s\n", candidate_label(candidate), candidate->fault.text);
    fault_print_detail(candidate->fault.detail, stderr);
}

/* Measures all kernels at the next size. */
static int measure_size(struct experiment_run *run, struct fault *fault)
{
    const struct observer observer = {run, show_lost, NULL, &run->progress};
    const struct problem_size *size = &run->experiment.sizes[run->done];
    struct suite_options *own = &run->own[run->done];
    struct suite *suite = &run->suites[run->done++];

    *own = run->suite;
    own->test_case.has_size[0] = own->test_case.has_size[1] = own->test_case.has_size[2] = true;
    own->test_case.size[0] = size->m;
    own->test_case.size[1] = size->n;
    own->test_case.size[2] = size->k;
    if (suite_open(own, &run->executor, run->experiment.kernels, run->experiment.kernel_count,
                   &observer, suite, fault))
        return -1;
    suite_run(suite);
    progress_clear(&run->progress);
    for (size_t i = 0; i < suite->count; i++) {
        enum fault_code code = suite->candidates[i].fault.code;

        run->measured += code == FAULT_NONE;
        if (code > run->worst)
            run->worst = code;
        if (code == FAULT_IO)
            fault_set(&run->unread, code, "%s: %s", candidate_label(&suite->candidates[i]),
                      suite->candidates[i].fault.text);
    }
    suite_rest(suite);
    return 0;
}

static int measure_sizes(struct experiment_run *run, struct fault *fault)
{
    const size_t count = run->experiment.size_count;

    run->own = calloc(count, sizeof *run->own);
    run->suites = calloc(count, sizeof *run->suites);
    if (run->own == NULL || run->suites == NULL)
        return fault_memory(fault);
    while (run->done < count)
        if (measure_size(run, fault))
            return -1;
    return 0;
}

const struct candidate *experiment_at(const struct experiment_run *run, size_t size, size_t kernel)
{
    return &run->suites[size].candidates[kernel];
}

bool candidate_is_measured(const struct candidate *candidate)
{
    return candidate->fault.code == FAULT_NONE;
}

/* An error where a result was wrong, a device failed, a file could not be read, or nothing could be
 * measured. A kernel that is refused here, or that this generator does not know, is none: its row
 * says why. */
static int conclude(const struct experiment_run *run, struct fault *fault)
{
    if (run->worst == FAULT_WRONG)
        return fault_set(fault, FAULT_WRONG, "a kernel computed a wrong result");
    if (run->worst == FAULT_DEVICE)
        return fault_set(fault, FAULT_DEVICE, "a kernel failed on the device");
    if (run->unread.code != FAULT_NONE)
        return fault_set(fault, FAULT_IO, "%s", run->unread.text);
    if (run->measured == 0)
        return fault_set(fault, run->worst, "no kernel could be measured");
    return 0;
}

const char *candidate_status(const struct candidate *candidate)
{
    switch (candidate->fault.code) {
    case FAULT_NONE:
        return "measured";
    case FAULT_WRONG:
        return "wrong";
    case FAULT_IO:
    case FAULT_DEVICE:
        return "failed";
    default:
        return "refused";
    }
}

double candidate_gflops(const struct candidate *candidate)
{
    return figures_gflops(&candidate->measurement, candidate->measurement.device.median);
}

double candidate_efficiency(const struct candidate *candidate)
{
    double peak = candidate->measurement.peak.gflops;

    return peak > 0 ? candidate_gflops(candidate) / peak : 0;
}

const char *candidate_mark(const struct candidate *candidate)
{
    return peak_mark(&candidate->measurement.peak, candidate_gflops(candidate));
}

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

/* Explains the mark of a speed above the peak, if a kernel has it. */
static void show_above(const struct experiment_run *run)
{
    struct peak_above above = {.peak = NULL};

    for (size_t i = 0; i < run->done; i++)
        for (size_t j = 0; j < run->experiment.kernel_count; j++) {
            const struct candidate *candidate = experiment_at(run, i, j);

            peak_above_note(&above, &candidate->measurement.peak, candidate_gflops(candidate));
        }
    figures_above(run->options->format, &above);
}

/* Prints title, note, device and data. */
static void print_heading(const struct experiment_run *run)
{
    const struct experiment *experiment = &run->experiment;

    printf("%s\n", experiment->title);
    if (experiment->note[0] != '\0')
        printf("%s\n", experiment->note);
    printf("\n");
    figures_text.begin(&run->frame);
}

struct chart experiment_chart(const struct experiment_run *run, struct chart_words *words)
{
    const struct peak *peak = experiment_peak(run);
    const struct device *device = &run->executor.device;
    struct chart chart = {.title = run->experiment.title,
                          .notes = {words->device, words->data, NULL},
                          .unit = "GFLOP/s",
                          .peak = peak == NULL ? 0 : peak->gflops};

    snprintf(words->device, sizeof words->device, "%s (%s)", device->name, device->platform_name);
    snprintf(words->data, sizeof words->data,
             "medians of alternating runs, every kernel verified; data %s",
             figures_data(run->protocol.data));
    if (peak != NULL) {
        char figure[CHART_TEXT];

        snprintf(words->peak, sizeof words->peak, "peak %s GFLOP/s, %s",
                 chart_number(peak->gflops, figure), peak->words);
        chart.notes[2] = words->peak;
    }
    return chart;
}

/* The record of a kernel at a size: name, sizes, status, and its figures or why it has none. */
static json_t *make_record(const struct experiment_run *run, const struct experiment_kind *kind,
                           size_t size_index, size_t kernel)
{
    const struct problem_size *size = &run->experiment.sizes[size_index];
    const struct candidate *candidate = experiment_at(run, size_index, kernel);
    const struct measurement *measurement = &candidate->measurement;
    json_t *object = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:s}", "record", kind->record, "of",
                               run->experiment.name, "name", candidate_label(candidate), "m",
                               (json_int_t)size->m, "n", (json_int_t)size->n, "k",
                               (json_int_t)size->k, "status", candidate_status(candidate));

    if (!candidate_is_measured(candidate)) {
        json_object_set_new(object, "why", json_string(candidate->fault.text));
        return object;
    }
    json_object_set_new(object, "time_ms", json_real(measurement->device.median));
    json_object_set_new(object, "min_ms", json_real(measurement->device.min));
    json_object_set_new(object, "gflops", json_real(candidate_gflops(candidate)));
    figures_efficiency(object, &measurement->peak, candidate_gflops(candidate));
    json_object_set_new(object, "verified", json_string(measurement->verified));
    if (measurement->manifest->command != NULL)
        json_object_set_new(object, "command", json_string(measurement->manifest->command));
    figures_problem(object, measurement->manifest);
    figures_facts(object, measurement);
    if (kind->complete != NULL)
        kind->complete(run, kernel, object);
    return object;
}

static void print_records(const struct experiment_run *run, const struct experiment_kind *kind)
{
    const bool is_csv = run->options->format == FORMAT_CSV;

    if (is_csv)
        csv_head(kind->columns, kind->column_count);
    else
        figures_json.begin(&run->frame);
    for (size_t i = 0; i < run->done; i++)
        for (size_t j = 0; j < run->experiment.kernel_count; j++) {
            json_t *record = make_record(run, kind, i, j);

            if (is_csv)
                csv_row(kind->columns, kind->column_count, record);
            else
                figures_line(record);
        }
}

static int print(const struct experiment_run *run, const struct experiment_kind *kind,
                 struct fault *fault)
{
    if (table_format(run->options->format)) {
        print_heading(run);
        if (kind->print(run, fault))
            return -1;
    } else {
        print_records(run, kind);
    }
    show_above(run);
    return 0;
}

int experiment_command(const struct options *options, const struct experiment_kind *kind,
                       struct fault *fault)
{
    struct experiment_run run;

    if (options->list) {
        experiment_list(kind->files);
        return 0;
    }
    if (open_experiment(options, kind->files, &run, fault))
        return -1;
    if ((kind->check == NULL || kind->check(&run, fault) == 0) && measure_sizes(&run, fault) == 0 &&
        print(&run, kind, fault) == 0 && (options->svg == NULL || kind->draw(&run, fault) == 0))
        conclude(&run, fault);
    close_experiment(&run);
    return fault->code == FAULT_NONE ? 0 : -1;
}
