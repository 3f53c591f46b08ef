#include "harness/base/timing.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

double time_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

int64_t time_epoch_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int time_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Takes away the value that is farthest from `from`, of values in order: an end of them. Its
 * distance. */
static double take_farthest(const double *values, size_t *begin, size_t *end, double from)
{
    const double below = from - values[*begin], above = values[*end - 1] - from;

    if (below > above) {
        ++*begin;
        return below;
    }
    --*end;
    return above;
}

/* The median of the distances from `from`, of values in order. */
static double median_distance(const double *values, size_t count, double from)
{
    size_t begin = 0, end = count;
    double upper = 0;

    for (size_t i = 0; i < count - count / 2; i++)
        upper = take_farthest(values, &begin, &end, from);
    return count % 2 == 1 ? upper : (upper + take_farthest(values, &begin, &end, from)) / 2;
}

/* Counts outliers of sorted times. */
static size_t count_outliers(const double *times, size_t count, double median)
{
    const double score = 3.5, scale = 0.6745, least = 0.1;
    const double distance = median_distance(times, count, median);
    size_t outliers = 0;

    while (outliers < count) {
        const double above = times[count - 1 - outliers] - median;

        if (scale * above <= score * distance || above <= least * median)
            break;
        outliers++;
    }
    return outliers;
}

struct time_summary time_summarise(double *times, size_t count)
{
    struct time_summary summary = {0};
    double squares = 0;

    if (count == 0)
        return summary;
    qsort(times, count, sizeof *times, time_compare);
    summary.min = times[0];
    summary.max = times[count - 1];
    summary.median = (times[(count - 1) / 2] + times[count / 2]) / 2;
    summary.outliers = count_outliers(times, count, summary.median);
    for (size_t i = 0; i < count; i++)
        summary.mean += times[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (times[i] - summary.mean) * (times[i] - summary.mean);
    if (count > 1)
        summary.deviation = sqrt(squares / (double)(count - 1));
    return summary;
}

/* Returns a quantile of sorted values. */
static double quantile(const double *values, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;

    return values[below] + (place - (double)below) * (values[above] - values[below]);
}

size_t time_middle(const double *times, size_t count)
{
    size_t middle = 0;

    for (; middle + 1 < count; middle++) {
        size_t before = 0;

        for (size_t i = 0; i < count; i++)
            before += times[i] < times[middle] || (times[i] == times[middle] && i < middle);
        if (before == (count - 1) / 2)
            break;
    }
    return middle;
}

struct spread spread_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, time_compare);
    return (struct spread){quantile(values, count, 0.5), quantile(values, count, 0.25),
                           quantile(values, count, 0.75)};
}

/* So many values, from the first on, are equal to `value`. */
static double count_equal(const double *values, size_t count, double value)
{
    size_t equal = 0;

    while (equal < count && values[equal] == value)
        equal++;
    return (double)equal;
}

double rank_sum_test(double *left, size_t left_count, double *right, size_t right_count)
{
    const double m = (double)left_count, n = (double)right_count, all = m + n;
    double pairs = 0, ties = 0, variance, z;
    size_t i = 0, j = 0;

    qsort(left, left_count, sizeof *left, time_compare);
    qsort(right, right_count, sizeof *right, time_compare);
    /* U: pairs whose left value is the greater one; equal ones count as halves. */
    while (i < left_count || j < right_count) {
        const double value =
            j == right_count || (i < left_count && left[i] < right[j]) ? left[i] : right[j];
        const double lefts = count_equal(left + i, left_count - i, value);
        const double rights = count_equal(right + j, right_count - j, value);
        const double equal = lefts + rights;

        pairs += lefts * ((double)j + rights / 2);
        ties += equal * equal * equal - equal;
        i += (size_t)lefts;
        j += (size_t)rights;
    }
    if (left_count == 0 || right_count == 0)
        return 1;
    variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)));
    z = fabs(pairs - m * n / 2) - 0.5;
    return variance <= 0 || z <= 0 ? 1 : erfc(z / sqrt(2 * variance));
}
