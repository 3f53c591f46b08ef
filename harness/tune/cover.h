/* The smallest set of kernels that serves every shape of a list. */
#ifndef HARNESS_TUNE_COVER_H
#define HARNESS_TUNE_COVER_H

#include <stddef.h>

#include "harness/base/fault.h"

/* Kernels, and the shapes that they serve. */
struct cover {
    size_t kernels, shapes;
    const double *ratios; /* kernels x shapes: a kernel's time by the winner's; INFINITY: none */
    double within;        /* a kernel serves a shape up to this ratio */
};

/* Finds the smallest set that serves all shapes that any kernel serves: *count indices of kernels
 * in `chosen`, which has room for as many as there are shapes; the kernel that serves the most
 * comes first. If there are too many kernels for an exact search, the smallest set that it has come
 * to; never a larger one than the greedy rule finds. Errors: FAULT_IO (memory). */
int cover_find(const struct cover *cover, size_t *chosen, size_t *count, struct fault *fault);

#endif
