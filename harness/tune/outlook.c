/* Gain to expect of more points. */
#include <stdlib.h>

#include "harness/base/timing.h"
#include "harness/tune/internal.h"

enum {
    FEWEST = 32, /* points that say something */
    RANK = 8     /* the time of this rank tells how dense the fast ones are */
};

/* The times of the points that were measured, the least first, in malloc'd memory. */
static double *sort_times(const struct tuning *tuning, size_t *count)
{
    double *times = malloc((tuning->count + 1) * sizeof *times);

    *count = 0;
    for (size_t i = 0; times != NULL && i < tuning->count; i++) {
        const struct candidate *candidate = tuning->candidates[i];

        if (candidate->measured)
            times[(*count)++] = candidate->failed ? INFINITY : candidate->ms;
    }
    if (times != NULL)
        qsort(times, *count, sizeof *times, time_compare);
    return times;
}

/* Parameters that have a choice. */
static size_t count_open(const struct tuning *tuning)
{
    size_t count = 0;

    for (size_t i = 0; i < tuning->width; i++)
        count += tuning->value_counts[i] > 1;
    return count;
}

bool tune_outlook(const struct tuning *tuning, double *percent)
{
    const size_t open = count_open(tuning);
    const double power = 2 / (double)(open > 0 ? open : 1);
    size_t count;
    double *times = sort_times(tuning, &count);
    const bool known = times != NULL && count >= FEWEST && isfinite(times[RANK - 1]);

    if (known)
        *percent =
            100 * (times[RANK - 1] / times[0] - 1) * (1 - pow(2, -power)) / (pow(RANK, power) - 1);
    free(times);
    return known;
}

bool tune_promises_little(const struct tuning *tuning)
{
    const double least = tuning->tuner->options->search.least_gain;
    double percent;

    return least > 0 && tune_outlook(tuning, &percent) && percent < least;
}
