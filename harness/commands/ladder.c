#include "harness/commands/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/chart.h"
#include "harness/commands/experiment_run.h"
#include "harness/output/csv.h"
#include "harness/output/table.h"

/* A rung's place on the ladder. Speed-ups are ratios of times: to the last rung that was measured
 * below it, and to the first; 1 for the first itself, 0 where there is no time. */
struct rung {
    const struct candidate *candidate;
    const char *note;
    double step, cumulative;
};

struct ladder {
    struct experiment_run run;
    struct suite_options own; /* of the suite */
    const struct problem_size *size;
    struct suite suite;
    struct rung *rungs;
};

static bool is_measured(const struct rung *rung)
{
    return rung->candidate->fault.code == FAULT_NONE;
}

static void climb(struct ladder *ladder)
{
    double first = 0, last = 0;

    for (size_t i = 0; i < ladder->suite.count; i++) {
        struct rung *rung = &ladder->rungs[i];
        double ms;

        rung->candidate = &ladder->suite.candidates[i];
        rung->note = ladder->run.experiment.notes[i];
        if (!is_measured(rung))
            continue;
        ms = rung->candidate->measurement.device.median;
        if (first == 0)
            first = last = ms;
        rung->step = last / ms;
        rung->cumulative = first / ms;
        last = ms;
    }
}

static void print_rung(struct table *table, const struct rung *rung)
{
    const struct candidate *candidate = rung->candidate;

    table_cell(table, "%s", candidate_label(candidate));
    if (!is_measured(rung)) {
        table_cell(table, "%s: %s", candidate_status(candidate), candidate->fault.text);
    } else {
        table_cell(table, "%.2f", candidate_gflops(candidate));
        table_cell(table, "%.3f", candidate->measurement.device.median);
        table_cell(table, "%.2fx", rung->step);
        table_cell(table, "%.2fx", rung->cumulative);
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

static void print_text(const struct ladder *ladder)
{
    const struct experiment *experiment = &ladder->run.experiment;
    const struct peak *peak = experiment_peak(&ladder->run);
    struct table_column columns[] = {{"version", -7, NULL},
                                     {"GFLOP/s", 10, NULL},
                                     {"time (ms)", 10, NULL},
                                     {"step speed-up", 13, NULL},
                                     {"cumulative speed-up", 19, NULL},
                                     {"efficiency", 10, NULL}};
    struct table table =
        table_of(ladder->run.options->format, columns, sizeof columns / sizeof *columns);

    for (size_t i = 0; i < ladder->suite.count; i++)
        if ((int)strlen(experiment->kernels[i].label) > -columns[0].width)
            columns[0].width = -(int)strlen(experiment->kernels[i].label);
    printf("problem M %" PRIu64 ", N %" PRIu64 ", K %" PRIu64 "; times are medians\n\n",
           ladder->size->m, ladder->size->n, ladder->size->k);
    table_head(&table);
    for (size_t i = 0; i < ladder->suite.count; i++)
        print_rung(&table, &ladder->rungs[i]);
    if (peak != NULL)
        print_peak(&table, ladder->size, peak);
}

static json_t *rung_record(const struct ladder *ladder, const struct rung *rung)
{
    json_t *record = candidate_record("rung", &ladder->run, ladder->size, rung->candidate);

    if (is_measured(rung)) {
        json_object_set_new(record, "step_speedup", json_real(rung->step));
        json_object_set_new(record, "cumulative_speedup", json_real(rung->cumulative));
    }
    return record;
}

static void print_json(const struct ladder *ladder)
{
    for (size_t i = 0; i < ladder->suite.count; i++)
        figures_line(rung_record(ladder, &ladder->rungs[i]));
}

static void print_csv(const struct ladder *ladder)
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
    const size_t count = sizeof columns / sizeof *columns;

    csv_head(columns, count);
    for (size_t i = 0; i < ladder->suite.count; i++)
        csv_row(columns, count, rung_record(ladder, &ladder->rungs[i]));
}

static void print_table(const struct ladder *ladder)
{
    const struct experiment_run *run = &ladder->run;

    switch (run->options->format) {
    case FORMAT_JSON:
        figures_json.begin(&run->frame);
        print_json(ladder);
        break;
    case FORMAT_CSV:
        print_csv(ladder);
        break;
    default:
        experiment_heading(run);
        print_text(ladder);
        break;
    }
    experiment_above(run, &ladder->suite, 1);
}

static int draw(const struct ladder *ladder, struct fault *fault)
{
    struct chart_words words;
    struct chart chart = experiment_chart(&ladder->run, &words);
    struct chart_bar *bars = calloc(ladder->suite.count, sizeof *bars);
    char(*values)[200] = calloc(ladder->suite.count, sizeof *values);
    char size[64], title[256];
    struct svg svg = {.page = NULL};
    int status;

    if (bars == NULL || values == NULL) {
        free(bars);
        free(values);
        return fault_memory(fault);
    }
    size_words(ladder->size, size, sizeof size);
    snprintf(title, sizeof title, "%.150s, %s%s", chart.title,
             strchr(size, 'x') == NULL ? "M = N = K = " : "M x N x K = ", size);
    chart.title = title;
    for (size_t i = 0; i < ladder->suite.count; i++) {
        const struct rung *rung = &ladder->rungs[i];
        const struct candidate *candidate = rung->candidate;
        char figure[CHART_TEXT];
        int used;

        bars[i] = (struct chart_bar){candidate_label(candidate), rung->note, values[i], -1};
        if (!is_measured(rung)) {
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
                 rung->cumulative);
    }
    chart_bars(&chart, bars, ladder->suite.count, &svg);
    status = svg_save(&svg, ladder->run.options->svg, fault);
    free(bars);
    free(values);
    return status;
}

static int run_ladder(struct ladder *ladder, struct fault *fault)
{
    struct experiment_run *run = &ladder->run;

    if (run->experiment.size_count != 1)
        return fault_set(fault, FAULT_REFUSED,
                         "%s.sizes: a ladder has one size, here are %zu; a study takes several",
                         run->experiment.name, run->experiment.size_count);
    ladder->size = &run->experiment.sizes[0];
    ladder->rungs = calloc(run->experiment.kernel_count, sizeof *ladder->rungs);
    if (ladder->rungs == NULL)
        return fault_memory(fault);
    if (experiment_suite(run, ladder->size, &ladder->own, &ladder->suite, fault) == 0) {
        climb(ladder);
        print_table(ladder);
        if (run->options->svg == NULL || draw(ladder, fault) == 0)
            experiment_conclude(run, fault);
    }
    suite_close(&ladder->suite);
    free(ladder->rungs);
    return fault->code == FAULT_NONE ? 0 : -1;
}

int ladder_command(const struct options *options, struct fault *fault)
{
    struct ladder ladder = {.size = NULL};
    int status;

    if (options->list) {
        experiment_list(bench_embedded_ladders);
        return 0;
    }
    if (experiment_open(options, bench_embedded_ladders, &ladder.run, fault))
        return -1;
    status = run_ladder(&ladder, fault);
    experiment_close(&ladder.run);
    return status;
}
