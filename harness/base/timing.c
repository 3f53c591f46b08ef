#include "harness/base/timing.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

double time_now_ms(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double time_processor_ms(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t time_epoch_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

struct time_summary time_summarise(double *times, size_t count)
{
    struct time_summary summary = {0};
    double squares = 0;

    if (count == 0)
        return summary;
    qsort(times, count, sizeof *times, compare);
    summary.min = times[0];
    summary.median = (times[(count - 1) / 2] + times[count / 2]) / 2;
    for (size_t i = 0; i < count; i++)
        summary.mean += times[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (times[i] - summary.mean) * (times[i] - summary.mean);
    if (count > 1)
        summary.deviation = sqrt(squares / (double)(count - 1));
    return summary;
}

/* Of values in order. */
static double quantile(const double *values, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;

    return values[below] + (place - (double)below) * (values[above] - values[below]);
}

struct spread spread_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return (struct spread){quantile(values, count, 0.5), quantile(values, count, 0.25),
                           quantile(values, count, 0.75)};
}
