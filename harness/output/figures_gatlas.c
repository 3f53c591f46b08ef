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

static double total_ms(const struct measurement *measurement)
{
    double sum = 0;

    for (size_t i = 0; i < measurement->sample_count; i++)
        sum += measurement->samples[i].total_ms;
    return sum;
}

static int compare(const void *left, const void *right)
{
    double a = total_ms(*(const struct measurement *const *)left);
    double b = total_ms(*(const struct measurement *const *)right);

    return (a > b) - (a < b);
}

static void print_measurement(size_t place, const struct measurement *measurement)
{
    double count = (double)measurement->sample_count, mean = 0, squares = 0;

    for (size_t i = 0; i < measurement->sample_count; i++)
        mean += figures_gflops(measurement, measurement->samples[i].total_ms) / count;
    for (size_t i = 0; i < measurement->sample_count; i++) {
        double away = figures_gflops(measurement, measurement->samples[i].total_ms) - mean;

        squares += away * away;
    }
    printf("[%zu] %.0f usec avg: %g stddev: %g %" PRIu64 " %" PRIu64 " %" PRIu64 " %s\n", place,
           total_ms(measurement) * 1e3, mean, sqrt(squares / count), measurement->m, measurement->n,
           measurement->k,
           measurement->manifest->label != NULL ? measurement->manifest->label
                                                : measurement->manifest->name);
}

static void end(const struct figures_frame *frame, const struct measurement *const *measurements,
                size_t count)
{
    const struct measurement **order = calloc(count + 1, sizeof *order);

    (void)frame;
    if (order == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        order[i] = measurements[i];
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count && order[i]->sample_count > 0; i++)
        print_measurement(i, order[i]);
    free(order);
}

const struct figures_format figures_gatlas = {.end = end};
