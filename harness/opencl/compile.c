#include "harness/opencl/program.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"

static char *read_log(cl_program program, cl_device_id id)
{
    size_t length = 0;
    char *log;

    if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length) != CL_SUCCESS)
        length = 0;
    log = calloc(length + 1, 1);
    if (log != NULL && length > 0)
        clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, length, log, NULL);
    if (log != NULL)
        utf8_mend_log(log);
    return log;
}

cl_int program_compile(const struct device *device, const char *source, const char *options,
                       cl_program *program, char **log)
{
    cl_int status;

    if (log != NULL)
        *log = NULL;
    *program = clCreateProgramWithSource(device->context, 1, &source, NULL, &status);
    if (status != CL_SUCCESS)
        return status;
    status = clBuildProgram(*program, 1, &device->id, options, NULL, NULL);
    if (status == CL_SUCCESS)
        return status;
    if (log != NULL)
        *log = read_log(*program, device->id);
    clReleaseProgram(*program);
    *program = NULL;
    return status;
}

char *program_binary(cl_program program, size_t *length, struct fault *fault)
{
    size_t bytes = 0;
    unsigned char *binary;

    if (opencl_check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL),
                     "clGetProgramInfo", fault))
        return NULL;
    binary = calloc(bytes + 1, 1);
    if (binary == NULL) {
        fault_memory(fault);
        return NULL;
    }
    if (opencl_check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL),
                     "clGetProgramInfo", fault)) {
        free(binary);
        return NULL;
    }
    *length = bytes;
    return (char *)binary;
}

cl_program program_load(const struct device *device, const struct binary *binary,
                        const char *options)
{
    const unsigned char *bytes = (const unsigned char *)binary->bytes;
    cl_int status, taken;
    cl_program program;

    if (bytes == NULL)
        return NULL;
    program = clCreateProgramWithBinary(device->context, 1, &device->id, &binary->length, &bytes,
                                        &taken, &status);
    if (status != CL_SUCCESS)
        return NULL;
    if (taken == CL_SUCCESS &&
        clBuildProgram(program, 1, &device->id, options, NULL, NULL) == CL_SUCCESS)
        return program;
    clReleaseProgram(program);
    return NULL;
}

static int load(const struct device *device, const char *text, cl_program *program,
                struct fault *fault)
{
    const unsigned char *binary = (const unsigned char *)text;
    const size_t length = strlen(text) + 1;
    cl_program loaded;
    cl_int status;
    char *log;

    loaded =
        clCreateProgramWithBinary(device->context, 1, &device->id, &length, &binary, NULL, &status);
    if (opencl_check(status, "clCreateProgramWithBinary", fault))
        return -1;
    clReleaseProgram(*program);
    *program = loaded;
    status = clBuildProgram(loaded, 1, &device->id, NULL, NULL, NULL);
    if (status == CL_SUCCESS)
        return 0;
    fault_set(fault, FAULT_DEVICE, "the finalised program does not build for %s: %s", device->name,
              opencl_error_name(status));
    log = read_log(loaded, device->id);
    if (fault->detail == NULL)
        fault->detail = log;
    else
        free(log);
    return -1;
}

int program_finalize(const struct device *device, const char *finalize, cl_program *program,
                     struct fault *fault)
{
    char *binary, *finalized = NULL;
    size_t length;
    int status;

    if (!ptx_finalizes(finalize))
        return fault_set(fault, FAULT_DEVICE, "no program is finalised by `%.80s` here", finalize);
    binary = program_binary(*program, &length, fault);
    if (binary == NULL)
        return -1;
    status = ptx_finalize(binary, finalize, device->name, &finalized, fault);
    free(binary);
    if (status != 0) {
        fault->lacking = true;
        return -1;
    }
    status = load(device, finalized, program, fault);
    free(finalized);
    return status;
}
