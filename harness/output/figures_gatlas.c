/*
 * Result lines as GATLAS prints them, the fastest first:
 *
 *     [0] 2669300 usec avg: 1005.84 stddev: 2.47614 5120 5120 5120 8 4 0 argsMNK jkl
 *
 * place; microseconds of all trials together, on the host's clock; mean of the trials' GFLOP/s and
 * their standard deviation (of the population, n); M N K; the kernel's parameters in the words of
 * its manifest, or its name.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "harness/output/figures.h"

static double total_ms(const struct result *result)
{
    double sum = 0;

    for (size_t i = 0; i < result->iteration_count; i++)
        sum += iteration_total(&result->iterations[i]);
    return sum;
}

static int compare(const void *left, const void *right)
{
    double a = total_ms(*(const struct result *const *)left);
    double b = total_ms(*(const struct result *const *)right);

    return (a > b) - (a < b);
}

static void print_result(size_t place, const struct result *result)
{
    double count = (double)result->iteration_count, mean = 0, squares = 0;

    for (size_t i = 0; i < result->iteration_count; i++)
        mean += figures_gflops(result, iteration_total(&result->iterations[i])) / count;
    for (size_t i = 0; i < result->iteration_count; i++) {
        double away = figures_gflops(result, iteration_total(&result->iterations[i])) - mean;

        squares += away * away;
    }
    printf("[%zu] %.0f usec avg: %g stddev: %g %" PRIu64 " %" PRIu64 " %" PRIu64 " %s\n", place,
           total_ms(result) * 1e3, mean, sqrt(squares / count), result->m, result->n, result->k,
           result->manifest->label != NULL ? result->manifest->label : result->manifest->name);
}

static void begin(const struct figures_frame *frame)
{
    (void)frame;
}

static void iteration(const struct figures_frame *frame, const struct result *result, size_t index)
{
    (void)frame;
    (void)result;
    (void)index;
}

static void result(const struct figures_frame *frame, const struct result *result)
{
    (void)frame;
    (void)result;
}

static void end(const struct figures_frame *frame, const struct result *const *results,
                size_t count)
{
    const struct result **order = calloc(count + 1, sizeof *order);

    (void)frame;
    if (order == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        order[i] = results[i];
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count && order[i]->iteration_count > 0; i++)
        print_result(i, order[i]);
    free(order);
}

const struct figures_format figures_gatlas = {begin, iteration, result, end};
