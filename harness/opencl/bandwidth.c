#include "harness/opencl/peak.h"

#include "harness/opencl/compile.h"

static const char copy_source[] = "kernel void copy(global const float4 *from, global float4 *to)\n"
                                  "{\n"
                                  "    const size_t i = get_global_id(0);\n"
                                  "    to[i] = from[i];\n"
                                  "}\n";

enum {
    ELEMENT = 4 * sizeof(cl_float),
    GROUP = 64, /* work-items of a work-group, fewer where the device takes no more */
    RUNS = 6    /* the first one warms up */
};

struct copy {
    cl_program program;
    cl_kernel kernel;
    cl_mem from, to;
    size_t bytes;
};

/* Bytes of a buffer: far more than caches hold, an eighth of the memory at most. */
static size_t choose_bytes(const struct device *device)
{
    cl_ulong bytes = (cl_ulong)256 << 20;

    if (bytes > device->allocation_bytes)
        bytes = device->allocation_bytes;
    if (bytes > device->global_bytes / 8)
        bytes = device->global_bytes / 8;
    return (size_t)(bytes / (ELEMENT * GROUP) * (ELEMENT * GROUP));
}

static bool prepare(const struct device *device, struct copy *copy)
{
    const cl_uint pattern = 0;

    copy->bytes = choose_bytes(device);
    if (copy->bytes == 0 ||
        program_compile(device, copy_source, "", &copy->program, NULL) != CL_SUCCESS)
        return false;
    copy->kernel = clCreateKernel(copy->program, "copy", NULL);
    copy->from = clCreateBuffer(device->context, CL_MEM_READ_WRITE, copy->bytes, NULL, NULL);
    copy->to = clCreateBuffer(device->context, CL_MEM_READ_WRITE, copy->bytes, NULL, NULL);
    return copy->kernel != NULL && copy->from != NULL && copy->to != NULL &&
           clSetKernelArg(copy->kernel, 0, sizeof copy->from, &copy->from) == CL_SUCCESS &&
           clSetKernelArg(copy->kernel, 1, sizeof copy->to, &copy->to) == CL_SUCCESS &&
           clEnqueueFillBuffer(device->queue, copy->from, &pattern, sizeof pattern, 0, copy->bytes,
                               0, NULL, NULL) == CL_SUCCESS;
}

/* Device seconds of one copy; below zero on failure. */
static double time_copy(const struct device *device, const struct copy *copy)
{
    size_t items = copy->bytes / ELEMENT;
    size_t group = device->work_group_items < GROUP ? 1 : GROUP;
    cl_event event;

    if (clEnqueueNDRangeKernel(device->queue, copy->kernel, 1, NULL, &items, &group, 0, NULL,
                               &event) != CL_SUCCESS)
        return -1;
    return opencl_seconds(event);
}

double bandwidth_measure(const struct device *device)
{
    struct copy copy = {.program = NULL};
    double best = 0;

    if (prepare(device, &copy))
        for (int i = 0; i < RUNS; i++) {
            double seconds = time_copy(device, &copy), speed = 2e-9 * (double)copy.bytes / seconds;

            if (i > 0 && seconds > 0 && speed > best)
                best = speed;
        }
    if (copy.to != NULL)
        clReleaseMemObject(copy.to);
    if (copy.from != NULL)
        clReleaseMemObject(copy.from);
    if (copy.kernel != NULL)
        clReleaseKernel(copy.kernel);
    if (copy.program != NULL)
        clReleaseProgram(copy.program);
    return best;
}
