/* Clocks and what is made of many times. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Milliseconds of a clock that only goes forward. */
double time_now_ms(void);

/* Milliseconds since 1970. */
int64_t time_epoch_ms(void);

/* Compares two doubles, for qsort. */
int time_compare(const void *left, const void *right);

struct time_summary {
    double min, median, mean, max, deviation; /* deviation: of the sample, n - 1 */
    size_t outliers;                          /* times far above the others */
};

/* Summary of `count` times; all zero where count is 0. Sorts the times in place.
 *
 * An outlier is a time whose modified z-score, 0.6745 (time - median) / MAD, is above 3.5, where
 * MAD is the median of the distances from the median (B. Iglewicz, D. C. Hoaglin: How to Detect and
 * Handle Outliers, ASQC 1993), and that is more than 10 % above the median: where most times are
 * the same, a score alone says nothing. */
struct time_summary time_summarise(double *times, size_t count);

/* Index of the median of `count` times, 1 at least: of two in the middle the lesser one. Of equal
 * times the earlier one counts as less. */
size_t time_middle(const double *times, size_t count);

/* Median and quartiles of sorted values, linear between two values. */
struct spread {
    double median, q1, q3;
};

/* Spread of `count` values, 1 at least. Sorts them in place. */
struct spread spread_of(double *values, size_t count);

/* The two-sided rank-sum test (F. Wilcoxon, Biometrics Bulletin 1, 1945; H. B. Mann, D. R. Whitney,
 * Annals of Mathematical Statistics 18, 1947): the probability that ranks differ as much as these
 * or more where both groups come from one distribution; by the normal approximation, corrected for
 * ties and for continuity (M. Hollander, D. A. Wolfe: Nonparametric Statistical Methods, 4.1),
 * which is fair from about 6 values in each group on. 1 where a group is empty. Sorts both in
 * place. */
double rank_sum_test(double *left, size_t left_count, double *right, size_t right_count);
