/* A text of OpenCL C, compiled on its own. */
#ifndef HARNESS_OPENCL_COMPILE_H
#define HARNESS_OPENCL_COMPILE_H

#include "harness/opencl/device.h"

/* On failure *program is NULL, and *log (where log is not NULL) holds what the compiler said, to be
 * freed by the caller. */
cl_int program_compile(const struct device *device, const char *source, const char *options,
                       cl_program *program, char **log);

/* The binary of a program of one device, in malloc'd memory, ended by a zero that its length leaves
 * out. NULL on an error. */
char *program_binary(cl_program program, size_t *length, struct fault *fault);

/* A binary of a program, as program_binary gave it to this or another process. */
struct binary {
    unsigned char *bytes; /* NULL: there is none */
    size_t length;
};

/* Makes a program of a binary and builds it. NULL where the driver does not take it. */
cl_program program_load(const struct device *device, const struct binary *binary,
                        const char *options);

/* Does to a built program what its manifest says (`finalize`): the one that takes its place is
 * built and loaded from its changed binary. Errors: FAULT_DEVICE: the device's compiler writes no
 * such binary (`fault->lacking`), or it does not build. */
int program_finalize(const struct device *device, const char *finalize, cl_program *program,
                     struct fault *fault);

#endif
