#include "harness/commands/replay_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clgemm.h"
#include "harness/output/figures.h"

/* The value that a share of the runs does not exceed, the upper one where it falls between two;
 * SIZE_MAX: what is to be reached was not. */
static size_t quantile(const struct replay *replay, double share)
{
    return replay->evaluations[(size_t)(share * (double)(replay->runs - 1) + 0.5)];
}

static const double shares[] = {0, 0.25, 0.5, 0.75, 1};
enum {
    SHARE_COUNT = sizeof shares / sizeof *shares,
    MEDIAN = 2
};

/* ----------------------------------------------------------------------------------------- text */

static const struct replay *find_random(const struct replay_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        if (strcmp(report->replays[i].search, "random") == 0)
            return &report->replays[i];
    return NULL;
}

static void print_row(const struct replay_report *report, const struct replay *replay)
{
    const struct replay *random = find_random(report);
    size_t median = quantile(replay, shares[MEDIAN]);

    printf("  %-12s %6.1f %%", replay->search,
           100 * (double)replay->reached / (double)replay->runs);
    for (size_t i = 0; i < SHARE_COUNT; i++) {
        size_t value = quantile(replay, shares[i]);

        if (value == SIZE_MAX)
            printf("       -");
        else
            printf(" %7zu", value);
    }
    if (random != NULL && median != SIZE_MAX && quantile(random, shares[MEDIAN]) != SIZE_MAX)
        printf(" %10.3f", (double)median / (double)quantile(random, shares[MEDIAN]));
    printf("\n");
}

/* Runs of a search whose evaluations lie from `least` to `most`. */
static size_t count_runs(const struct replay *replay, size_t least, size_t most)
{
    size_t count = 0;

    for (size_t i = 0; i < replay->runs; i++)
        count += replay->evaluations[i] >= least && replay->evaluations[i] <= most;
    return count;
}

/* A row of the distribution: the runs of each search. */
static void print_bin(const struct replay_report *report, const char *label, size_t least,
                      size_t most)
{
    printf("  %-15s", label);
    for (size_t i = 0; i < report->count; i++)
        printf(" %10zu", count_runs(&report->replays[i], least, most));
    printf("\n");
}

/* How many runs took how many evaluations, in ranges that double. */
static void print_distribution(const struct replay_report *report)
{
    size_t largest = 0;
    bool all_reached = true;

    for (size_t i = 0; i < report->count; i++) {
        const struct replay *replay = &report->replays[i];

        all_reached = all_reached && replay->reached == replay->runs;
        if (replay->reached > 0 && replay->evaluations[replay->reached - 1] > largest)
            largest = replay->evaluations[replay->reached - 1];
    }
    printf("\n  %-15s", "runs that took");
    for (size_t i = 0; i < report->count; i++)
        printf(" %10s", report->replays[i].search);
    printf("\n");
    for (size_t least = 1; least <= largest; least *= 2) {
        char label[48];

        snprintf(label, sizeof label, "%zu to %zu", least, 2 * least - 1);
        print_bin(report, label, least, 2 * least - 1);
    }
    if (!all_reached)
        print_bin(report, "not reached", SIZE_MAX, SIZE_MAX);
}

static void text_space(const struct replay_report *report)
{
    const struct recorded_space *space = report->space;
    const struct options *options = report->options;

    printf(
        "%s: %zu points of %zu parameters, the best takes %.6g ms, %zu reach %g %% of its speed\n",
        space->name, space->points.count, space->space.parameter_count, space->best_ms,
        recorded_within(space, report->target_ms), options->reach);
    printf("  evaluations until one of them is found; %" PRIu64 " runs, seed %" PRIu64,
           options->runs, options->seed);
    if (options->budget > 0)
        printf(", at most %" PRIu64 " evaluations", options->budget);
    printf("\n\n  search        reached     min      q1  median      q3     max%s\n",
           find_random(report) == NULL ? "" : "  of random");
    for (size_t i = 0; i < report->count; i++)
        print_row(report, &report->replays[i]);
    print_distribution(report);
    printf("\n");
}

/* --------------------------------------------------------------------------------- for programs */

static json_t *count_object(size_t count)
{
    return count == SIZE_MAX ? json_null() : json_integer((json_int_t)count);
}

static void json_space(const struct replay_report *report)
{
    static const char *const names[SHARE_COUNT] = {"min", "q1", "median", "q3", "max"};

    for (size_t i = 0; i < report->count; i++) {
        const struct replay *replay = &report->replays[i];
        json_t *runs = json_array();
        json_t *object = json_pack(
            "{s:s, s:I, s:s, s:s, s:I, s:f, s:s, s:I, s:f, s:I, s:I, s:I}", "record", "replay",
            "at_ms", (json_int_t)time_epoch_ms(), "version", clgemm_version(), "space",
            report->space->name, "points", (json_int_t)report->space->points.count, "best_ms",
            report->space->best_ms, "search", replay->search, "seed",
            (json_int_t)report->options->seed, "reach_percent", report->options->reach, "budget",
            (json_int_t)report->options->budget, "runs", (json_int_t)replay->runs, "reached",
            (json_int_t)replay->reached);

        for (size_t j = 0; j < SHARE_COUNT; j++)
            json_object_set_new(object, names[j], count_object(quantile(replay, shares[j])));
        for (size_t j = 0; j < replay->runs; j++)
            json_array_append_new(runs, count_object(replay->evaluations[j]));
        json_object_set_new(object, "evaluations", runs);
        json_dumpf(object, stdout, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9));
        printf("\n");
        json_decref(object);
    }
}

/* One row a run; nothing in the place of the evaluations where what is to be reached was not. */
static void csv_space(const struct replay_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        for (size_t j = 0; j < report->replays[i].runs; j++) {
            size_t evaluations = report->replays[i].evaluations[j];

            figures_quoted(report->space->name);
            printf(",%s,%" PRIu64 ",%g,", report->replays[i].search, report->options->seed,
                   report->options->reach);
            if (evaluations != SIZE_MAX)
                printf("%zu", evaluations);
            printf("\n");
        }
}

void replay_report_begin(const struct options *options)
{
    if (options->format == FORMAT_CSV)
        printf("space,search,seed,reach_percent,evaluations\n");
}

void replay_report_space(const struct replay_report *report)
{
    switch (report->options->format) {
    case FORMAT_TEXT:
        text_space(report);
        break;
    case FORMAT_JSON:
        json_space(report);
        break;
    case FORMAT_CSV:
        csv_space(report);
        break;
    case FORMAT_GATLAS: /* of bench; refused here */
    case FORMAT_MARKDOWN:
        break;
    }
}
