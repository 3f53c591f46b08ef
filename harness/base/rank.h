/* Whether two groups of values differ, whatever their distribution. */
#ifndef HARNESS_BASE_RANK_H
#define HARNESS_BASE_RANK_H

#include <stddef.h>

/* The two-sided rank-sum test (F. Wilcoxon, Biometrics Bulletin 1, 1945; H. B. Mann, D. R. Whitney,
 * Annals of Mathematical Statistics 18, 1947): the probability that ranks differ as much as these
 * or more where both groups come from one distribution; by the normal approximation, corrected for
 * ties and for continuity (M. Hollander, D. A. Wolfe: Nonparametric Statistical Methods, 4.1),
 * which is fair from about 6 values in each group on. 1 where a group is empty. Sorts both in
 * place. */
double rank_sum_test(double *left, size_t left_count, double *right, size_t right_count);

#endif
