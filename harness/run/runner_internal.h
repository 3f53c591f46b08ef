/* Shared by the files of the runner; only runner*.c include this. */
#pragma once

#include "harness/run/runner.h"

struct memory {
    cl_mem object;          /* what kernels see */
    cl_mem parent;          /* with guards: what holds `object`; else NULL */
    uint64_t bytes;         /* of `object`, at least one element; buffers */
    uint64_t used;          /* bytes that the manifest asks for; buffers */
    uint64_t width, height; /* texels; images */
    uint64_t row_bytes;     /* dense rows of the extents, not of the pitch; images */
};

struct runner {
    const struct device *device;
    const struct manifest *manifest;
    const struct launch *launch;
    const struct built *built;
    struct blas_product *product; /* what a library holds; NULL: the manifest's steps run */
    bool guards;
    bool alone;            /* launches have one work-group */
    uint64_t margin;       /* bytes before and behind each buffer */
    struct memory *memory; /* one a buffer of the manifest */
    double *step_ms;
    bool *taken; /* one a step: whether the device has said that it takes work-groups of its size */
};

/* Makes the memory objects; and ends them. */
int memory_make(struct runner *runner, struct fault *fault);
void memory_release(struct runner *runner);

/* Sets a memory object to NaN. A buffer of a CPU is written from the host in one piece: Oclgrind
 * 21.10 takes the last such write for the whole of a buffer that is initialised, and one by
 * clEnqueueFillBuffer for a byte of it. */
int memory_poison(struct runner *runner, size_t index, struct fault *fault);

/* Enqueues setting a memory object to a byte (buffers: `byte`; images: zero or NaN). `event` may be
 * NULL. */
int memory_fill(struct runner *runner, size_t index, bool nan, cl_event *event,
                struct fault *fault);

/* Enqueues a part of one step, from 0 on: *parts tells how many there are. *event is set where
 * something was enqueued, else NULL; `event` may be NULL. */
int step_enqueue(struct runner *runner, size_t index, uint64_t part, uint64_t *parts,
                 cl_event *event, struct fault *fault);
