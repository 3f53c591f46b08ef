/*
 * The kernel of a dispatch for all sizes, where no sizes are known.
 */
#ifndef LIBRARY_SINGLE_H
#define LIBRARY_SINGLE_H

#include "library/picks.h"

/* Of the kernels that serve every size, as far as the request leaves them open, the one with the best mean share of the picked kernel's speed on large and middle
 * products. First come those that have nearly all of it at squares of 2,048 and of 4,096, of these the ones that were measured to be the fastest there, then those of one
 * launch. SIZE_MAX: none serves every size, or the profile has no figures of these squares. */
size_t single_kernel(struct job *job, const struct picks *picks);

#endif
