/* A text of OpenCL C, compiled on its own. */
#ifndef HARNESS_OPENCL_COMPILE_H
#define HARNESS_OPENCL_COMPILE_H

#include "harness/opencl/device.h"

/* On failure *program is NULL, and *log (where log is not NULL) holds what the compiler said, to be freed by
 * the caller. */
cl_int program_compile(const struct device *device, const char *source, const char *options,
                       cl_program *program, char **log);

#endif
