/*
 * Buffers of a GPU that are of no use at the moment, kept for those of the same size that come: the driver takes longer for new memory than many
 * kernels for their work.
 */
#pragma once

#include <stdint.h>

#include "harness/opencl/opencl.h"

struct spare_buffers;

/* Those of a device that has `memory` bytes, of which few are kept; NULL: no memory, and none is kept. */
struct spare_buffers *spare_open(uint64_t memory);

/* Releases all; NULL is allowed. */
void spare_close(struct spare_buffers *spare);

/* A buffer of so many bytes whose content is anything; NULL: there is none. The caller's, to be released or given back. */
cl_mem spare_take(struct spare_buffers *spare, uint64_t bytes);

/* Takes a buffer over; without `spare` it is released. */
void spare_give(struct spare_buffers *spare, cl_mem buffer, uint64_t bytes);
