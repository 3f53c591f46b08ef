/*
 * NAME_dispatch.h: which of several kernels multiplies a shape, as plain C.
 */
#ifndef EMIT_DISPATCH_H
#define EMIT_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/job.h"
#include "gen/plan.h"

/* A shape that was measured, and the kernel that was fastest. */
struct dispatch_shape {
    long long sizes[3]; /* m, n, k; at least 1 */
    size_t kernel;
    double gflops; /* 0: not told */
};

struct dispatch {
    const char *name;                /* prefix of functions and types */
    const struct plan *const *plans; /* of the kernels */
    size_t kernel_count;
    const struct dispatch_shape *shapes;
    size_t shape_count;
};

/* The kernel for m, n and k, as the emitted table picks it; SIZE_MAX: none serves them. *exact: they
 * were measured. */
size_t dispatch_pick(const struct dispatch *dispatch, const long long *sizes, bool *exact);

/* The header's text, in the job's arena. C99, also C++, and silent under -Wall -Wextra -pedantic.
 * Fails the job with CLGEMM_REFUSED where a kernel does not serve a shape that it is the fastest
 * for. */
const char *emit_dispatch(struct job *job, const struct dispatch *dispatch);

#endif
