/*
 * The fewest kernels that are nearly as fast as all of them on shapes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gen/base/job.h"

/* What kernels are worth on shapes. */
struct fewest {
    size_t kernel_count, shape_count;
    const double *
        shares; /* for each shape one of each kernel: the logarithm of its share of the best speed, at most 0; -INFINITY: it does not serve the shape */
    const double *weights; /* of the shapes; their sum is 1 */
    const size_t *
        leads; /* for each shape kernel_count kernels, SIZE_MAX ends them: the first of these that stays is picked where it is one of `forced`, whatever its share. NULL: there
                            are none, and the best share is picked */
    const bool *forced;  /* kernels */
    const bool *general; /* kernels that serve every size: one of them stays, if there are any */
    size_t most;         /* kernels, at least 1 */
    double goal;         /* logarithm of the share that is enough, at most 0 */
};

/* Sets those of `kept` (kernel_count) that stay: they serve each shape that one kernel serves, and their shares reach the goal, if that is found with so many.
 * The same everywhere. False: no such number of kernels that serve all shapes was found. */
bool fewest_kernels(struct job *job, const struct fewest *fewest, bool *kept);

/* The mean of the shares by the weights, of kernels that serve all shapes: a logarithm. */
double fewest_share(const struct fewest *fewest, const bool *kept);
