#include "harness/opencl/compile.h"

#include <stdlib.h>

static char *read_log(cl_program program, cl_device_id id)
{
    size_t length = 0;
    char *log;

    if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length) != CL_SUCCESS)
        length = 0;
    log = calloc(length + 1, 1);
    if (log != NULL && length > 0)
        clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, length, log, NULL);
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
