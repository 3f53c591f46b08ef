/* Kernels in PTX, the assembly language of NVIDIA's drivers: what their OpenCL compiler gives as a
 * program's binary. */
#ifndef HARNESS_OPENCL_PTX_H
#define HARNESS_OPENCL_PTX_H

#include "harness/base/listing.h"

/* The loop over K of the kernel `entry`; `whole`: its elements are whole numbers. *found: the text
 * is PTX and has the kernel. Errors: FAULT_IO (memory). */
int ptx_inner_loop(const char *text, const char *entry, bool whole, bool *found,
                   struct inner_loop *loop, struct fault *fault);

/* Whether this is how a program is finalised: "ptx:sm_90a". */
bool ptx_finalizes(const char *finalize);

/*
 * A program's PTX, finalised, in malloc'd memory: its target becomes the one that `finalize` names
 * behind "ptx:", and the mark "//sm_90a: " is left out wherever it is, so that what stands behind
 * it is no comment. (NVIDIA's OpenCL compiler writes PTX for sm_90, which has not all instructions
 * of sm_90a.) Errors: FAULT_DEVICE: this is no PTX for such a GPU, with `device` in words; FAULT_IO
 * (memory).
 */
int ptx_finalize(const char *text, const char *finalize, const char *device, char **finalized,
                 struct fault *fault);

#endif
