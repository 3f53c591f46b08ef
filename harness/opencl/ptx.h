/* Kernels in PTX, the assembly language of NVIDIA's drivers: what their OpenCL compiler gives as a program's binary. */
#ifndef HARNESS_OPENCL_PTX_H
#define HARNESS_OPENCL_PTX_H

#include "harness/base/listing.h"

/* The loop over K of the kernel `entry`; `whole`: its elements are whole numbers. *found: the text is PTX and has the kernel. Errors:
 * FAULT_IO (memory). */
int ptx_inner_loop(const char *text, const char *entry, bool whole, bool *found,
                   struct inner_loop *loop, struct fault *fault);

#endif
