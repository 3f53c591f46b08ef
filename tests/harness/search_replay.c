/*
 * Searches on a recorded space, a table on the standard input:
 *
 *     10 17956                  parameters, points
 *     MWG NWG ...               names of the parameters
 *     4 4 ...                   number of values of each
 *     16 32 64 128              one line a parameter: its values
 *     ...
 *     0 0 ... 60.88055          one line a point: index of each value from 0, milliseconds;
 *     ...                       inf: it failed
 *
 * search_replay SEARCH RUNS SEED [BUDGET]
 *
 * prints how many different points each run takes, those that failed included, until one reaches 95 % of the best speed, in order of
 * size; `-`: the budget was over before.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/random.h"
#include "harness/search/internal.h"
#include "harness/search/search.h"

enum {
    MOST_PARAMETERS = 32
};

static struct point_table table; /* of all points, in the order of an odometer */
static unsigned counts[MOST_PARAMETERS];
static size_t width; /* numbers of a point */
static double target_ms;

struct sample {
    unsigned point[MOST_PARAMETERS];
    double ms;
};

/* ------------------------------------------------------------------------------------- the table */

static double read_number(void)
{
    double value;

    if (scanf("%lf", &value) != 1) {
        fprintf(stderr, "search_replay: a number is missing\n");
        exit(99);
    }
    return value;
}

static void skip_word(void)
{
    if (scanf("%*s") == EOF)
        exit(99);
}

static int compare_samples(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;

    for (size_t i = 0; i < width; i++)
        if (a->point[i] != b->point[i])
            return a->point[i] < b->point[i] ? -1 : 1;
    return 0;
}

static void read_table(void)
{
    size_t count;
    double best_ms = INFINITY;
    struct sample *samples;

    width = (size_t)read_number();
    count = (size_t)read_number();
    samples = calloc(count, sizeof *samples);
    if (width > MOST_PARAMETERS || samples == NULL)
        exit(99);
    for (size_t i = 0; i < width; i++)
        skip_word();
    for (size_t i = 0; i < width; i++)
        counts[i] = (unsigned)read_number();
    for (size_t i = 0; i < width; i++)
        for (unsigned j = 0; j < counts[i]; j++)
            skip_word();
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < width; j++)
            samples[i].point[j] = (unsigned)read_number();
        samples[i].ms = read_number();
        best_ms = fmin(best_ms, samples[i].ms);
    }
    qsort(samples, count, sizeof *samples, compare_samples);
    point_table_init(&table, width);
    for (size_t i = 0; i < count; i++)
        point_table_add(&table, samples[i].point)->ms = samples[i].ms;
    free(samples);
    target_ms = best_ms / 0.95;
}

/* ------------------------------------------------------------------------------- as a search space */

static bool is_recorded(void *context, const unsigned *point)
{
    (void)context;
    return point_table_find(&table, point) != NULL;
}

static bool draw(void *context, uint64_t *random, unsigned *point)
{
    (void)context;
    memcpy(point, table.points + random_below(random, table.count) * width, width * sizeof *point);
    return true;
}

static bool go_on(void *context, unsigned *point, bool first)
{
    const size_t index = first ? 0 : (size_t)(point_table_find(&table, point) - table.records) + 1;

    (void)context;
    if (index < table.count)
        memcpy(point, table.points + index * width, width * sizeof *point);
    return index < table.count;
}

/* Points that a search takes until one is fast enough; SIZE_MAX: the budget was over before. */
static size_t replay(const char *kind, uint64_t seed, size_t budget)
{
    const struct search_space space = {.parameter_count = width,
                                       .value_counts = counts,
                                       .valid = is_recorded,
                                       .draw = draw,
                                       .next = go_on};
    const struct search_options options = {.kind = kind, .seed = seed};
    unsigned point[MOST_PARAMETERS];
    struct fault fault = {0};
    struct search *search = search_open(&options, &space, &fault);
    size_t taken = SIZE_MAX;

    for (size_t count = 1; search != NULL && taken == SIZE_MAX && count <= budget; count++) {
        double ms;

        if (search_propose(search, point) != SEARCH_POINT)
            break;
        ms = point_table_find(&table, point)->ms;
        search_report(search, point, ms);
        taken = ms <= target_ms ? count : SIZE_MAX;
    }
    search_close(search);
    if (fault.code != FAULT_NONE) {
        fprintf(stderr, "search_replay: %s\n", fault.text);
        exit(1);
    }
    return taken;
}

static int compare_counts(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;

    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    const size_t runs = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    uint64_t seeds = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    size_t *taken = calloc(runs + 1, sizeof *taken);

    if (runs == 0 || taken == NULL)
        return 99;
    read_table();
    for (size_t i = 0; i < runs; i++)
        taken[i] = replay(argv[1], random_next(&seeds),
                          argc > 4 ? strtoul(argv[4], NULL, 10) : SIZE_MAX - 1);
    qsort(taken, runs, sizeof *taken, compare_counts);
    for (size_t i = 0; i < runs; i++)
        if (taken[i] == SIZE_MAX)
            puts("-");
        else
            printf("%zu\n", taken[i]);
    point_table_release(&table);
    free(taken);
    return 0;
}
