/* Says the problem of a kernel to the generator, for another kernel. */
#ifndef HARNESS_KERNEL_PROBLEM_H
#define HARNESS_KERNEL_PROBLEM_H

#include "clgemm.h"
#include "harness/manifest/manifest.h"

/* Says type, layout and transposes to a request, as the user's word, and whatever else a kernel was
 * not made for by itself: arithmetic, sizes, leading dimensions and offsets that are fixed, alpha,
 * beta and the epilogue. Edges are the other kernel's own. 0, or -1 with *error: the generator's. */
int problem_say(const struct problem *problem, struct clgemm_request *request,
                struct clgemm_error *error);

#endif
