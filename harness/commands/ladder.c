#include "harness/commands/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/chart.h"
#include "harness/commands/experiment_run.h"
#include "harness/output/table.h"

/* Speed-ups of a rung as ratios of times: to the last rung that was measured below it, and to the
 * first; 1 for the first itself, 0 where there is no time. */
struct speedup {
    double step, cumulative;
};

static struct speedup find_speedup(const struct experiment_run *run, size_t kernel)
{
    const struct candidate *const rung = experiment_at(run, 0, kernel);
    const double ms = rung->measurement.device.median;
    double first = ms, last = ms;
    bool is_below = false; /* another one that was measured */

    if (!candidate_is_measured(rung))
        return (struct speedup){0, 0};
    for (size_t i = kernel; i-- > 0;)
        if (candidate_is_measured(experiment_at(run, 0, i))) {
            first = experiment_at(run, 0, i)->measurement.device.median;
            last = is_below ? last : first;
            is_below = true;
        }
    return (struct speedup){last / ms, first / ms};
}

static void print_rung(struct table *table, const struct experiment_run *run, size_t kernel)
{
    const struct candidate *candidate = experiment_at(run, 0, kernel);
    const struct speedup speedup = find_speedup(run, kernel);

    table_cell(table, "%s", candidate_label(candidate));
    if (!candidate_is_measured(candidate)) {
        table_cell(table, "%s: %s", candidate_status(candidate), candidate->fault.text);
    } else {
        table_cell(table, "%.2f", candidate_gflops(candidate));
        table_cell(table, "%.3f", candidate->measurement.device.median);
        table_cell(table, "%.2fx", speedup.step);
        table_cell(table, "%.2fx", speedup.cumulative);
        if (candidate->measurement.peak.gflops > 0)
            table_cell(table, "%8.1f %%%s", 100 * candidate_efficiency(candidate),
                       candidate_mark(candidate));
        else
            table_cell(table, "-");
    }
    table_end_row(table);
}

static void print_peak(struct table *table, const struct problem_size *size,
                       const struct peak *peak)
{
    table_cell(table, "peak");
    table_cell(table, "%.2f", peak->gflops);
    table_cell(table, "%.3f",
               2e-6 * (double)size->m * (double)size->n * (double)size->k / peak->gflops);
    table_cell(table, "-");
    table_cell(table, "-");
    table_end_row(table);
}

static int print_text(const struct experiment_run *run, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;
    const struct problem_size *size = &experiment->sizes[0];
    const struct peak *peak = experiment_peak(run);
    struct table_column columns[] = {{"version", -7, NULL},
                                     {"GFLOP/s", 10, NULL},
                                     {"time (ms)", 10, NULL},
                                     {"step speed-up", 13, NULL},
                                     {"cumulative speed-up", 19, NULL},
                                     {"efficiency", 10, NULL}};
    struct table table = table_of(run->options->format, columns, sizeof columns / sizeof *columns);

    (void)fault;
    for (size_t i = 0; i < experiment->kernel_count; i++)
        if ((int)strlen(experiment->kernels[i].label) > -columns[0].width)
            columns[0].width = -(int)strlen(experiment->kernels[i].label);
    printf("problem M %" PRIu64 ", N %" PRIu64 ", K %" PRIu64 "; times are medians\n\n", size->m,
           size->n, size->k);
    table_head(&table);
    for (size_t i = 0; i < experiment->kernel_count; i++)
        print_rung(&table, run, i);
    if (peak != NULL)
        print_peak(&table, size, peak);
    return 0;
}

static int draw(const struct experiment_run *run, struct fault *fault)
{
    struct chart_words words;
    struct chart chart = experiment_chart(run, &words);
    const size_t count = run->experiment.kernel_count;
    struct chart_bar *bars = calloc(count, sizeof *bars);
    char(*values)[200] = calloc(count, sizeof *values);
    char size[64], title[256];
    struct svg svg = {.page = NULL};
    int status;

    if (bars == NULL || values == NULL) {
        free(bars);
        free(values);
        return fault_memory(fault);
    }
    size_words(&run->experiment.sizes[0], size, sizeof size);
    snprintf(title, sizeof title, "%.150s, %s%s", chart.title,
             strchr(size, 'x') == NULL ? "M = N = K = " : "M x N x K = ", size);
    chart.title = title;
    for (size_t i = 0; i < count; i++) {
        const struct candidate *candidate = experiment_at(run, 0, i);
        char figure[CHART_TEXT];
        int used;

        bars[i] =
            (struct chart_bar){candidate_label(candidate), run->experiment.notes[i], values[i], -1};
        if (!candidate_is_measured(candidate)) {
            snprintf(values[i], sizeof values[i], "%s: %.180s", candidate_status(candidate),
                     candidate->fault.text);
            continue;
        }
        bars[i].value = candidate_gflops(candidate);
        used = snprintf(values[i], sizeof values[i], "%s GFLOP/s",
                        chart_number(bars[i].value, figure));
        if (candidate->measurement.peak.gflops > 0)
            used += snprintf(values[i] + used, sizeof values[i] - (size_t)used,
                             ", %.1f %% of the peak", 100 * candidate_efficiency(candidate));
        snprintf(values[i] + used, sizeof values[i] - (size_t)used, ", %.2fx the first",
                 find_speedup(run, i).cumulative);
    }
    chart_bars(&chart, bars, count, &svg);
    status = svg_save(&svg, run->options->svg, fault);
    free(bars);
    free(values);
    return status;
}

/* A ladder has one size. */
static int check_sizes(const struct experiment_run *run, struct fault *fault)
{
    const struct experiment *experiment = &run->experiment;

    return experiment->size_count == 1
               ? 0
               : fault_set(fault, FAULT_REFUSED,
                           "%s.sizes: a ladder has one size, here are %zu; a study takes several",
                           experiment->name, experiment->size_count);
}

static void complete_record(const struct experiment_run *run, size_t kernel, json_t *record)
{
    const struct speedup speedup = find_speedup(run, kernel);

    json_object_set_new(record, "step_speedup", json_real(speedup.step));
    json_object_set_new(record, "cumulative_speedup", json_real(speedup.cumulative));
}

int ladder_command(const struct options *options, struct fault *fault)
{
    static const struct csv_column columns[] = {
        {.title = "version", .member = "name", .quoted = true},
        {.title = "status"},
        {.title = "m"},
        {.title = "n"},
        {.title = "k"},
        {.title = "gflops", .decimals = 4},
        {.title = "time_ms", .decimals = 6},
        {.title = "step_speedup", .decimals = 5},
        {.title = "cumulative_speedup", .decimals = 5},
        {.title = "efficiency", .decimals = 5},
        {.title = "peak_gflops", .decimals = 2},
        {.title = "peak", .quoted = true},
        {.title = "verified", .quoted = true},
        {.title = "why", .quoted = true},
    };
    static const struct experiment_kind kind = {.files = bench_embedded_ladders,
                                                .record = "rung",
                                                .columns = columns,
                                                .column_count = sizeof columns / sizeof *columns,
                                                .check = check_sizes,
                                                .complete = complete_record,
                                                .print = print_text,
                                                .draw = draw};

    return experiment_command(options, &kind, fault);
}
