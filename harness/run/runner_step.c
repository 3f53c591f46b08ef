/* Enqueueing one step: arguments, geometry, and the size of sub-groups that it will get. */
#include <dlfcn.h>
#include <inttypes.h>
#include <string.h>

#include "harness/run/runner_internal.h"
#include "harness/base/sizes.h"

/* Sub-group sizes of a vendor without the query. */
enum {
    DEVICE_WARP_SIZE_NV = 0x4003,
    DEVICE_WAVEFRONT_WIDTH_AMD = 0x4043
};

typedef cl_int(CL_API_CALL *sub_group_query)(cl_kernel, cl_device_id, cl_uint, size_t, const void *,
                                             size_t, void *, size_t *);

/* clGetKernelSubGroupInfo is core from 2.1 on and an extension before. */
static sub_group_query find_query(const struct device *device)
{
    union {
        void *object;
        sub_group_query function;
    } address;

    address.object =
        clGetExtensionFunctionAddressForPlatform(device->platform, "clGetKernelSubGroupInfoKHR");
    if (address.object == NULL)
        address.object =
            clGetExtensionFunctionAddressForPlatform(device->platform, "clGetKernelSubGroupInfo");
    if (address.object == NULL)
        address.object = dlsym(RTLD_DEFAULT, "clGetKernelSubGroupInfo");
    return address.function;
}

/* Whether an extension with sub-groups in it is announced, whoever's it is. */
static bool device_has_sub_groups(const struct device *device)
{
    return strstr(device->extensions, OPENCL_SUB_GROUPS) != NULL;
}

/* Size of the sub-groups of a launch; 0 where the device cannot say. */
static uint64_t sub_group_size(const struct device *device, cl_kernel kernel, size_t dimensions,
                               const size_t *local)
{
    sub_group_query query = find_query(device);
    size_t size = 0;
    cl_uint width = 0, sub_groups = 0;

    /* Loaders of devices without sub-groups may lead this call to nowhere. */
    if (clGetDeviceInfo(device->id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof sub_groups, &sub_groups,
                        NULL) != CL_SUCCESS)
        sub_groups = 0;
    if (sub_groups == 0 && !device_has_sub_groups(device))
        query = NULL;

    if (query != NULL &&
        query(kernel, device->id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
              dimensions * sizeof *local, local, sizeof size, &size, NULL) == CL_SUCCESS)
        return size;
    if ((device_has(device, "cl_nv_device_attribute_query") &&
         clGetDeviceInfo(device->id, DEVICE_WARP_SIZE_NV, sizeof width, &width, NULL) ==
             CL_SUCCESS) ||
        (device_has(device, "cl_amd_device_attribute_query") &&
         clGetDeviceInfo(device->id, DEVICE_WAVEFRONT_WIDTH_AMD, sizeof width, &width, NULL) ==
             CL_SUCCESS))
        return width;
    return 0;
}

static int check_sub_group(const struct runner *runner, const struct step *step, cl_kernel kernel,
                           const size_t *local, struct fault *fault)
{
    const uint64_t wanted = step->sub_group_size;
    const bool multiple = step->sub_group_multiple;
    uint64_t size;

    if (wanted == 0)
        return 0;
    size = sub_group_size(runner->device, kernel, step->dimensions, local);
    if (size == 0)
        return fault_set(fault, FAULT_DEVICE,
                         "step `%s` needs sub-groups of %" PRIu64 ", and %s cannot say which it "
                         "gives; ask for a kernel that exchanges through local memory",
                         step->name, wanted, runner->device->name);
    if (multiple ? size % wanted == 0 : size == wanted)
        return 0;
    fault->lacking = true;
    return fault_set(fault, FAULT_DEVICE,
                     "step `%s` needs sub-groups of %s%" PRIu64 ", %s gives %" PRIu64
                     " for this work-group; ask for another exchange or work-group",
                     step->name, multiple ? "a multiple of " : "", wanted, runner->device->name,
                     size);
}

static int set_whole(cl_kernel kernel, cl_uint index, enum element_type type, int64_t value,
                     const struct step *step, struct fault *fault)
{
    cl_int narrow = (cl_int)value;
    cl_long wide = value;
    cl_int status;

    if (type == TYPE_I32 && (value < INT32_MIN || value > INT32_MAX))
        return fault_set(fault, FAULT_REFUSED,
                         "step `%s`: argument `%s` = %" PRId64 " does not fit "
                         "its 32 bits; ask the generator for 64-bit sizes",
                         step->name, step->arguments[index].name, value);
    status = type == TYPE_I32 ? clSetKernelArg(kernel, index, sizeof narrow, &narrow)
                              : clSetKernelArg(kernel, index, sizeof wide, &wide);
    return opencl_check(status, "clSetKernelArg", fault);
}

static int set_number(cl_kernel kernel, cl_uint index, enum element_type type, double value,
                      double imaginary, struct fault *fault)
{
    char bytes[sizeof(cl_double2)];

    element_store(element_part(type), bytes, 0, value);
    if (element_parts(type) == 2)
        element_store(element_part(type), bytes, 1, imaginary);
    return opencl_check(clSetKernelArg(kernel, index, element_facts[type].bytes, bytes),
                        "clSetKernelArg", fault);
}

static int set_argument(struct runner *runner, const struct step *step, cl_kernel kernel,
                        cl_uint index, struct fault *fault)
{
    const struct argument *argument = &step->arguments[index];
    const struct launch *launch = runner->launch;
    bool real = element_is_real(argument->type);

    if (launch_tries(launch, argument)) {
        const double passed = launch_passed(launch, argument);

        return real ? set_number(kernel, index, argument->type, passed, 0, fault)
                    : set_whole(kernel, index, argument->type, (int64_t)passed, step, fault);
    }
    switch (argument->kind) {
    case ARGUMENT_VALUE:
        if (symbol_is_scalar(argument->symbol))
            return set_number(kernel, index, argument->type,
                              launch_scalar(launch, argument->symbol),
                              launch_imaginary(launch, argument->symbol), fault);
        if (real)
            return set_number(kernel, index, argument->type,
                              (double)launch->value[argument->symbol], 0, fault);
        return set_whole(kernel, index, argument->type, (int64_t)launch->value[argument->symbol],
                         step, fault);
    case ARGUMENT_LITERAL:
        if (real)
            return set_number(kernel, index, argument->type, argument->literal, 0, fault);
        return set_whole(kernel, index, argument->type, argument->literal_whole, step, fault);
    case ARGUMENT_SIZE:
        return set_whole(kernel, index, argument->type, argument->literal_whole, step, fault);
    case ARGUMENT_SUM: {
        const double sum = launch_sum(launch, argument->terms, argument->term_count);

        return real ? set_number(kernel, index, argument->type, sum, 0, fault)
                    : set_whole(kernel, index, argument->type, (int64_t)sum, step, fault);
    }
    case ARGUMENT_BUFFER:
        return opencl_check(
            clSetKernelArg(kernel, index, sizeof(cl_mem), &runner->memory[argument->buffer].object),
            "clSetKernelArg", fault);
    case ARGUMENT_LOCAL:
        return opencl_check(clSetKernelArg(kernel, index, argument->local_bytes, NULL),
                            "clSetKernelArg", fault);
    }
    return 0;
}

/* Checks the limit of this kernel on this device, which can be less than the device's own. */
static int check_work_group(const struct runner *runner, const struct step *step, cl_kernel kernel,
                            const size_t *local, struct fault *fault)
{
    size_t items = 1, limit = 0, required[DIMENSION_LIMIT] = {0};

    for (size_t i = 0; i < step->dimensions; i++)
        items *= local[i];
    /* A kernel that was compiled for this very size takes it; NVIDIA's driver tells 256 all the
     * same. */
    if (clGetKernelWorkGroupInfo(kernel, runner->device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                 sizeof required, required, NULL) == CL_SUCCESS &&
        required[0] * required[1] * required[2] == items)
        return 0;
    if (clGetKernelWorkGroupInfo(kernel, runner->device->id, CL_KERNEL_WORK_GROUP_SIZE,
                                 sizeof limit, &limit, NULL) != CL_SUCCESS ||
        items <= limit)
        return 0;
    return fault_set(fault, FAULT_DEVICE,
                     "step `%s` needs work-groups of %zu work-items, %s takes "
                     "%zu at most for this kernel; ask for a smaller work-group or tile",
                     step->name, items, runner->device->name, limit);
}

/* The part of a launch that one call enqueues: all of it, or so many work-groups of its last
 * dimension from `first` on. */
static void take_part(const struct step *step, uint64_t part, const uint64_t *groups, size_t *first,
                      size_t *global)
{
    const size_t last = step->dimensions - 1;
    const uint64_t most = step->global[last].most;

    for (size_t i = 0; i < step->dimensions; i++) {
        first[i] = 0;
        global[i] = groups[i] * step->local[i];
    }
    if (most != 0) {
        const uint64_t rest = groups[last] - part * most;

        first[last] = part * most * step->local[last];
        global[last] = (rest < most ? rest : most) * step->local[last];
    }
}

static int enqueue_kernel(struct runner *runner, size_t index, uint64_t part, uint64_t *parts,
                          cl_event *event, struct fault *fault)
{
    const struct step *step = &runner->manifest->steps[index];
    cl_kernel kernel = runner->built->kernels[index];
    uint64_t groups[DIMENSION_LIMIT];
    size_t local[DIMENSION_LIMIT], global[DIMENSION_LIMIT], first[DIMENSION_LIMIT];
    cl_int status;

    if (launch_groups(runner->launch, step, runner->device->compute_units, groups, fault))
        return -1;
    for (size_t i = 0; i < step->dimensions; i++) {
        if (groups[i] == 0)
            return 0;
        if (runner->alone)
            groups[i] = 1;
        local[i] = step->local[i];
    }
    *parts = launch_parts(step, groups);
    take_part(step, part, groups, first, global);
    for (size_t i = 0; i < step->argument_count; i++)
        if (set_argument(runner, step, kernel, (cl_uint)i, fault)) {
            char place[128];

            snprintf(place, sizeof place, "step `%.40s`, argument `%.40s`", step->name,
                     step->arguments[i].name);
            fault_prefix(fault, place);
            return -1;
        }
    /* Once: the queries take longer than the call that is timed. */
    if (!runner->taken[index] && (check_work_group(runner, step, kernel, local, fault) ||
                                  check_sub_group(runner, step, kernel, local, fault)))
        return -1;
    runner->taken[index] = true;
    status = clEnqueueNDRangeKernel(runner->device->queue, kernel, (cl_uint)step->dimensions,
                                    *parts > 1 ? first : NULL, global, local, 0, NULL, event);
    if (status == CL_SUCCESS)
        return 0;
    return opencl_fault(fault, status,
                        "step `%s`: clEnqueueNDRangeKernel failed: %s (%d); it uses "
                        "%" PRIu64 " bytes of local memory a work-group, %s states %" PRIu64,
                        step->name, opencl_error_name(status), (int)status,
                        runner->manifest->programs[step->program].local_bytes, runner->device->name,
                        (uint64_t)runner->device->local_bytes);
}

static int enqueue_copy(struct runner *runner, const struct step *step, cl_event *event,
                        struct fault *fault)
{
    const struct memory *from = &runner->memory[step->from], *to = &runner->memory[step->to];
    const struct buffer *image = &runner->manifest->buffers[step->to];
    size_t origin[3] = {0, 0, 0};
    size_t region[3] = {to->row_bytes / image->element_bytes, to->height, 1};
    uint64_t needed;
    cl_int status;

    if (!size_multiply(to->row_bytes, to->height, &needed) || needed > from->bytes)
        return fault_set(fault, FAULT_REFUSED,
                         "step `%s` copies %" PRIu64 " x %" PRIu64 " texels, "
                         "buffer `%s` holds fewer",
                         step->name, (uint64_t)region[0], (uint64_t)region[1],
                         runner->manifest->buffers[step->from].name);
    /* PoCL 3.1 crashes where the source of this call is a sub-buffer: give it the whole. */
    status = clEnqueueCopyBufferToImage(
        runner->device->queue, from->parent == NULL ? from->object : from->parent, to->object,
        from->parent == NULL ? 0 : runner->margin, origin, region, 0, NULL, event);
    return opencl_check(status, "clEnqueueCopyBufferToImage", fault);
}

int step_enqueue(struct runner *runner, size_t index, uint64_t part, uint64_t *parts,
                 cl_event *event, struct fault *fault)
{
    const struct step *step = &runner->manifest->steps[index];

    if (event != NULL)
        *event = NULL;
    *parts = 1;
    switch (step->kind) {
    case STEP_KERNEL:
        return enqueue_kernel(runner, index, part, parts, event, fault);
    case STEP_COPY_TO_IMAGE:
        return enqueue_copy(runner, step, event, fault);
    case STEP_FILL:
        return memory_fill(runner, step->to, false, event, fault);
    }
    return 0;
}
