/* The commands `ladder` and `study`: an experiment, read, sized, measured and shown. All that is
 * shown of a kernel at a size is in its record. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/stop.h"
#include "harness/commands/suite_internal.h"
#include "harness/output/figure.h"
#include "harness/output/table.h"

/* ------------------------------------------------------------------------------------- records */

static const char *word_of(const struct fault *fault)
{
    return fault->code == FAULT_NONE                                ? "measured"
           : fault->interrupted                                     ? "stopped"
           : fault->code == FAULT_WRONG                             ? "wrong"
           : fault->code == FAULT_IO || fault->code == FAULT_DEVICE ? "failed"
                                                                    : "refused";
}

/* Adds speed-ups as ratios of times: to the last rung that was measured below it, and to the first;
 * 1 for the first itself. */
static void add_speedups(const struct experiment_run *run, json_t *record)
{
    const double ms = member_number(record, "time_ms");
    double first = 0, last = ms;

    for (size_t i = 0; i < json_array_size(run->records); i++)
        if (experiment_measured(experiment_record(run, 0, i))) {
            last = member_number(experiment_record(run, 0, i), "time_ms");
            first = first > 0 ? first : last;
        }
    members_add(record, json_pack("{s:f, s:f}", "step_speedup", last / ms, "cumulative_speedup",
                                  (first > 0 ? first : ms) / ms));
}

/* Makes the record of a kernel: name, sizes, status, and its figures or why it has none. */
static json_t *make_record(const struct experiment_run *run, const struct suite_run *suite,
                           const struct candidate *candidate)
{
    const uint64_t *size = suite->on->test_case.size;
    const struct measurement *measurement = &candidate->measurement;
    json_t *record = json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:I, s:s}", "record", run->is_ladder ? "rung" : "point", "of",
        run->experiment.name, "name", candidate_label(candidate), "m", (json_int_t)size[0], "n",
        (json_int_t)size[1], "k", (json_int_t)size[2], "status", word_of(&candidate->fault));

    if (candidate->fault.code != FAULT_NONE) {
        json_object_set_new(record, "why",
                            json_string(candidate->fault.interrupted ? "before it was measured"
                                                                     : candidate->fault.text));
        return record;
    }
    members_add(record, json_pack("{s:f, s:f, s:f}", "time_ms", measurement->device.median,
                                  "min_ms", measurement->device.min, "gflops",
                                  figures_gflops(measurement, measurement->device.median)));
    figures_add(record, measurement, "efficiency* verified command problem* figures*");
    if (run->is_ladder)
        add_speedups(run, record);
    return record;
}

/* ------------------------------------------------------------------------------------- measure */

/* Rows have one line; what a compiler said is shown beside the table. */
static void show_lost(void *self, const struct suite_run *suite, const struct candidate *candidate)
{
    (void)self, (void)suite;
    if (candidate->fault.detail == NULL)
        return;
    fprintf(stderr, "%s: %s\n", candidate_label(candidate), candidate->fault.text);
    fault_print_detail(candidate->fault.detail, stderr);
}

static void take_measurement(struct experiment_run *run, const struct candidate *candidate)
{
    const struct measurement *measurement = &candidate->measurement;
    const enum fault_code code = candidate->fault.code;

    if (code > run->worst)
        run->worst = code;
    if (code == FAULT_IO)
        fault_set(&run->unread, code, "%s: %s", candidate_label(candidate), candidate->fault.text);
    if (code != FAULT_NONE)
        return;
    run->has_measured = true;
    if (measurement->peak.gflops > 0)
        peak_above_note(&run->above, peaks_at(&run->executor.peaks, measurement->peak.kind),
                        figures_gflops(measurement, measurement->device.median));
}

static int take_measurements(void *self, struct suite_run *suite, struct fault *fault)
{
    struct experiment_run *run = self;

    for (size_t i = 0; i < suite->count; i++) {
        take_measurement(run, &suite->candidates[i]);
        if (json_array_append_new(run->records, make_record(run, suite, &suite->candidates[i])))
            return fault_memory(fault);
    }
    return 0;
}

static int measure(struct experiment_run *run, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;
    struct suite_case *cases = calloc(experiment->size_count, sizeof *cases);
    const struct suite suite = {.settings = run->options->settings,
                                .kernels = experiment->kernels,
                                .kernel_count = experiment->kernel_count,
                                .cases = cases,
                                .case_count = experiment->size_count};
    const struct observer observer = {.self = run,
                                      .format = run->options->format,
                                      .lost = show_lost,
                                      .measured = take_measurements};
    int status = cases == NULL ? fault_memory(fault) : 0;

    for (size_t i = 0; i < experiment->size_count && status == 0; i++)
        cases[i] = (struct suite_case){
            case_of_shape(&run->options->test_case, &experiment->sizes[i]), "", NULL};
    if (status == 0)
        status = suite_measure(&run->executor, &suite, &run->schedule, &observer, fault);
    free(cases);
    return status;
}

/* -------------------------------------------------------------------------------------- tables */

static void print_rung(struct table *table, const json_t *rung)
{
    table_record(table, rung, 1);
    if (experiment_measured(rung))
        table_record(table, rung, table->count);
    else
        table_cell(table, "%s: %s", member_text_or(rung, "status", ""),
                   member_text_or(rung, "why", ""));
    table_end_row(table);
}

static void print_ladder(const struct experiment_run *run)
{
    const struct experiment *experiment = &run->experiment;
    const struct shape *size = &experiment->sizes[0];
    const struct peak *peak = experiment_peak(run);
    struct table_column columns[] = {{"version", -7, NULL, "{name}"},
                                     {"GFLOP/s", 10, NULL, "{gflops}"},
                                     {"time (ms)", 10, NULL, "{time_ms}"},
                                     {"step speed-up", 13, NULL, "{step_speedup}x"},
                                     {"cumulative speed-up", 19, NULL, "{cumulative_speedup}x"},
                                     {"efficiency", 10, NULL, "{efficiency:8} %[{above_peak}]"}};
    struct table table = table_of(run->options->format, columns, sizeof columns / sizeof *columns);

    for (size_t i = 0; i < experiment->kernel_count; i++)
        table_widen(columns, experiment->kernels[i].label);
    printf("problem M %" PRIu64 ", N %" PRIu64 ", K %" PRIu64 "; times are medians\n\n", size->m,
           size->n, size->k);
    table_head(&table);
    for (size_t i = 0; i < experiment->kernel_count; i++)
        print_rung(&table, experiment_record(run, 0, i));
    if (peak == NULL)
        return;
    table_cell(&table, "peak");
    table_cell(&table, "%.2f", peak->gflops);
    table_cell(&table, "%.3f",
               2e-6 * (double)size->m * (double)size->n * (double)size->k / peak->gflops);
    table_cell(&table, "-");
    table_cell(&table, "-");
    table_end_row(&table);
}

/* A cell of a kernel. A column is too narrow for more than a word of the mark of a speed above the
 * peak. */
static void print_figure(struct table *table, const json_t *record, const char *words)
{
    const bool above = strstr(words, "efficiency") != NULL && member_truth(record, "above_peak");
    char text[64];

    if (!experiment_measured(record))
        table_cell(table, "%s", member_text_or(record, "status", ""));
    else if (!figure_words(words, record, text, sizeof text))
        table_cell(table, "-");
    else
        table_cell(table, "%s%s", above ? "above " : "", text);
}

/* One table of figures: a row a size, a column a kernel. */
static void print_figures(const struct experiment_run *run, struct table_column *columns,
                          const char *title, const char *words)
{
    const struct experiment *experiment = &run->experiment;
    struct table table = table_of(run->options->format, columns, 1 + experiment->kernel_count);
    char size[64];

    columns[0] = (struct table_column){title, -20, NULL, NULL};
    table_head(&table);
    for (size_t i = 0; i < experiment->size_count; i++) {
        shape_words(&experiment->sizes[i], size, sizeof size);
        table_cell(&table, "%s", size);
        for (size_t j = 0; j < experiment->kernel_count; j++)
            print_figure(&table, experiment_record(run, i, j), words);
        table_end_row(&table);
    }
}

/* Why kernels are missing; what was said for the last size is not said again. */
static void print_reasons(const struct experiment_run *run)
{
    const struct experiment *experiment = &run->experiment;
    char size[64];

    for (size_t i = 0; i < experiment->size_count; i++)
        for (size_t j = 0; j < experiment->kernel_count; j++) {
            const char *why = member_text_or(experiment_record(run, i, j), "why", "");

            if (*why == '\0' ||
                (i > 0 &&
                 strcmp(why, member_text_or(experiment_record(run, i - 1, j), "why", "")) == 0))
                continue;
            shape_words(&experiment->sizes[i], size, sizeof size);
            printf("%s%s at %s: %s\n", table_item(run->options->format),
                   experiment->kernels[j].label, size, why);
        }
}

static int print_study(const struct experiment_run *run, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;
    struct table_column *columns = calloc(1 + experiment->kernel_count, sizeof *columns);

    if (columns == NULL)
        return fault_memory(fault);
    for (size_t j = 0; j < experiment->kernel_count; j++) {
        const int width = (int)strlen(experiment->kernels[j].label);

        columns[1 + j] = (struct table_column){experiment->kernels[j].label,
                                               width < 11 ? 11 : width, NULL, NULL};
    }
    print_figures(run, columns, "GFLOP/s", "{gflops}");
    printf("\n");
    print_figures(run, columns, "time (ms)", "{time_ms}");
    printf("\n");
    print_figures(run, columns, "efficiency (%)", "{efficiency}");
    free(columns);
    print_reasons(run);
    return 0;
}

static void print_csv(const struct experiment_run *run)
{
    const char *columns =
        run->is_ladder ? "version=name status m n k gflops time_ms step_speedup cumulative_speedup "
                         "efficiency peak_gflops peak verified why"
                       : "kernel=name status m n k gflops time_ms efficiency peak_gflops peak "
                         "verified why";

    csv_head(columns);
    for (size_t i = 0; i < json_array_size(run->records); i++)
        csv_row(columns, json_incref(json_array_get(run->records, i)));
}

static int print(const struct experiment_run *run, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;
    int status = 0;

    if (run->options->format == FORMAT_CSV) {
        print_csv(run);
    } else if (run->options->format == FORMAT_JSON) {
        figures_json.begin(&run->frame);
        for (size_t i = 0; i < json_array_size(run->records); i++)
            figures_line(json_incref(json_array_get(run->records, i)));
    } else {
        printf("%s\n%s%s\n", experiment->title, experiment->note,
               experiment->note[0] == '\0' ? "" : "\n");
        figures_text.begin(&run->frame);
        if (run->is_ladder)
            print_ladder(run);
        else
            status = print_study(run, fault);
    }
    if (status == 0)
        figures_above(run->options->format, &run->above);
    return status;
}

/* -------------------------------------------------------------------------------- the commands */

/* The command line's options of the generator hold for every kernel; a manifest is written. A
 * ladder has one size. */
static int check(const struct experiment_run *run, struct fault *fault)
{
    const struct settings *settings = &run->options->settings;
    const struct experiment *experiment = &run->experiment;

    for (size_t i = 0; i < experiment->kernel_count && settings->count > 0; i++)
        if (experiment->kernels[i].path != NULL)
            return fault_set(fault, FAULT_USAGE,
                             "--%s is the generator's: it cannot change %s, a manifest that is "
                             "already written",
                             settings->list[0].name, experiment->kernels[i].label);
    return 0;
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
    if (!run->has_measured)
        return fault_set(fault, run->worst, "no kernel could be measured");
    return 0;
}

static int show(struct experiment_run *run, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;

    if (run->is_ladder && experiment->size_count != 1)
        return fault_set(fault, FAULT_REFUSED,
                         "%s.sizes: a ladder has one size, here are %zu; a study takes several",
                         experiment->name, experiment->size_count);
    if (experiment->iterations > 0 && !run->options->has_iterations)
        run->schedule.iterations = experiment->iterations;
    run->frame = (struct figures_frame){run->options->format,  &run->schedule,
                                        &run->executor.device, experiment->kernel_count,
                                        &run->executor.peaks,  0};
    if (suite_tells_bandwidth(&run->schedule, run->options->format))
        run->frame.bandwidth = suite_bandwidth(&run->executor);
    if (measure(run, fault) && !stop_wanted())
        return -1;
    /* Sizes that were not come to have no rows. */
    run->experiment.size_count = json_array_size(run->records) / experiment->kernel_count;
    return (run->experiment.size_count > 0 && print(run, fault)) || fault->code != FAULT_NONE ||
                   (run->options->svg != NULL && experiment_draw(run, fault)) ||
                   conclude(run, fault)
               ? -1
               : 0;
}

static int run_experiment(const struct options *options, bool is_ladder,
                          const struct embedded_file *files, struct fault *fault)
{
    const struct executor_options executor = take_executor(options);
    struct experiment_run run = {.options = options,
                                 .is_ladder = is_ladder,
                                 .schedule = options->schedule,
                                 .records = json_array()};
    int status = -1;

    if (options->list) {
        experiment_list(files);
        json_decref(run.records);
        return 0;
    }
    if (experiment_read(options->selection.manifests.list[0], files, &run.experiment, fault) == 0) {
        if (check(&run, fault) == 0 &&
            experiment_resize(&run.experiment, &options->test_case, options->size_words, fault) ==
                0 &&
            executor_open(&executor, true, &run.executor, fault) == 0) {
            status = show(&run, fault);
            executor_close(&run.executor);
        }
        experiment_release(&run.experiment);
    }
    json_decref(run.records);
    return status;
}

int ladder_command(const struct options *options, struct fault *fault)
{
    return run_experiment(options, true, bench_embedded_ladders, fault);
}

int study_command(const struct options *options, struct fault *fault)
{
    return run_experiment(options, false, bench_embedded_studies, fault);
}
