#include "harness/opencl/probe.h"

#include <string.h>

#include "harness/opencl/probe_kernels.h"
#include "harness/opencl/compile.h"

const char *feature_words(enum feature feature)
{
    return probes[feature].words;
}

const char *feature_name(enum feature feature)
{
    return probes[feature].name;
}

static float expected_value(enum expected expected, unsigned item)
{
    unsigned lane = item % PROBE_WIDTH;

    if (expected == EXPECT_NEIGHBOUR)
        return (float)(item - lane + (lane + 2) % PROBE_WIDTH);
    if (expected == EXPECT_PARTNER)
        return (float)(item ^ 1);
    return (float)item;
}

struct probe_objects {
    cl_kernel fill, probe;
    cl_mem from, to, image;
};

static bool launch(const struct device *device, cl_kernel kernel, cl_mem first, cl_mem second)
{
    size_t global = PROBE_ITEMS, local = PROBE_WIDTH;

    return clSetKernelArg(kernel, 0, sizeof first, &first) == CL_SUCCESS &&
           clSetKernelArg(kernel, 1, sizeof second, &second) == CL_SUCCESS &&
           clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) ==
               CL_SUCCESS;
}

static bool run(const struct device *device, const struct probe *probe, cl_program program,
                struct probe_objects *objects)
{
    cl_image_format format = {CL_R, probe->image};
    cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = PROBE_WIDTH,
                                 .image_height = PROBE_ITEMS / PROBE_WIDTH};
    float values[PROBE_ITEMS];

    for (unsigned i = 0; i < PROBE_ITEMS; i++)
        values[i] = (float)i;
    objects->probe = clCreateKernel(program, "probe", NULL);
    objects->from = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   sizeof values, values, NULL);
    objects->to = clCreateBuffer(device->context, CL_MEM_READ_WRITE, sizeof values, NULL, NULL);
    if (objects->probe == NULL || objects->from == NULL || objects->to == NULL)
        return false;
    if (probe->image != 0) {
        objects->fill = clCreateKernel(program, "fill", NULL);
        objects->image =
            clCreateImage(device->context, CL_MEM_READ_WRITE, &format, &description, NULL, NULL);
        if (objects->fill == NULL || objects->image == NULL ||
            !launch(device, objects->fill, objects->image, objects->from))
            return false;
    }
    if (!launch(device, objects->probe, probe->image != 0 ? objects->image : objects->from,
                objects->to))
        return false;
    memset(values, 0xff, sizeof values);
    if (clEnqueueReadBuffer(device->queue, objects->to, CL_TRUE, 0, sizeof values, values, 0, NULL,
                            NULL) != CL_SUCCESS)
        return false;
    for (unsigned i = 0; i < PROBE_ITEMS; i++)
        if (values[i] != expected_value(probe->expected, i))
            return false;
    return true;
}

bool probe_feature(const struct device *device, enum feature feature)
{
    const struct probe *probe = &probes[feature];
    struct probe_objects objects = {0};
    cl_program program;
    bool works;

    if ((probe->image != 0 && !device->images) ||
        (probe->extension != NULL && !device_has(device, probe->extension)) ||
        program_compile(device, probe->source, "", &program, NULL) != CL_SUCCESS)
        return false;
    works = run(device, probe, program, &objects);
    clFinish(device->queue);
    if (objects.fill != NULL)
        clReleaseKernel(objects.fill);
    if (objects.probe != NULL)
        clReleaseKernel(objects.probe);
    if (objects.from != NULL)
        clReleaseMemObject(objects.from);
    if (objects.to != NULL)
        clReleaseMemObject(objects.to);
    if (objects.image != NULL)
        clReleaseMemObject(objects.image);
    clReleaseProgram(program);
    return works;
}
