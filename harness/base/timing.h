/* Clocks and what is made of many times. */
#ifndef HARNESS_BASE_TIMING_H
#define HARNESS_BASE_TIMING_H

#include <stddef.h>
#include <stdint.h>

/* Milliseconds of a clock that only goes forward. */
double time_now_ms(void);

/* Milliseconds of the processors that all threads of this process have taken. */
double time_processor_ms(void);

/* Milliseconds since 1970. */
int64_t time_epoch_ms(void);

struct time_summary {
    double min, median, mean, deviation; /* deviation: of the sample, n - 1 */
};

/* Summary of `count` times; all zero where count is 0. Sorts the times in place. */
struct time_summary time_summarise(double *times, size_t count);

/* Of values in a row: the middle one, and those that a quarter and three quarters do not exceed;
 * between two values linear. */
struct spread {
    double median, q1, q3;
};

/* Spread of `count` values, 1 at least. Sorts them in place. */
struct spread spread_of(double *values, size_t count);

#endif
