#include "harness/base/rank.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/timing.h"

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
