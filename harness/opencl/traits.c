#include "harness/opencl/traits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/opencl/probe_kernels.h"
#include "harness/opencl/program.h"

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

/* -------------------------------------------------------------------------------------- traits */

const char *device_profile(const struct device *device)
{
    const struct clgemm_device facts = {device_type_word(device), device->vendor, device->name,
                                        device->native_float_vector};

    return clgemm_profile_for(&facts);
}

void device_traits_find(const struct device *device, struct device_traits *traits)
{
    traits->profile = device_profile(device);
    traits->work_group_size = device->work_group_items;
    traits->local_bytes = device_local_limit(device);
    traits->sub_groups = probe_feature(device, FEATURE_INTEL_SHUFFLE)    ? "intel"
                         : probe_feature(device, FEATURE_KHR_SHUFFLE)    ? "khr"
                         : probe_feature(device, FEATURE_NVIDIA_SHUFFLE) ? "nvidia"
                                                                         : "emulated";
}

static uint64_t take_limit(const json_t *told, const char *name)
{
    const json_int_t limit = member_integer(told, name);

    return limit > 0 ? (uint64_t)limit : 0;
}

void device_traits_read(const json_t *told, struct device_traits *traits)
{
    *traits = (struct device_traits){
        .profile = member_text(told, "profile"),
        .sub_groups = member_text(told, "sub_groups"),
        .work_group_size = take_limit(told, "work_group_size"),
        .local_bytes = take_limit(told, "local_bytes"),
    };
}

/* No limit is beyond what the generator counts with. */
static int say_limit(struct clgemm_request *request, const char *option, uint64_t limit,
                     struct clgemm_error *error)
{
    char text[24];

    if (limit == 0)
        return 0;
    snprintf(text, sizeof text, "%" PRIu64, limit < INT32_MAX ? limit : INT32_MAX);
    return clgemm_request_set_by(request, CLGEMM_BY_DEVICE, option, text, error);
}

int device_traits_say(const struct device_traits *traits, struct clgemm_request *request,
                      struct clgemm_error *error)
{
    return clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "sub-groups", traits->sub_groups,
                                 error) ||
                   say_limit(request, "wg-limit", traits->work_group_size, error) ||
                   say_limit(request, "local-limit", traits->local_bytes, error)
               ? -1
               : 0;
}
