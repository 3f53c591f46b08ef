/* Memory objects of a launch: buffers, images, and the margins that catch stray writes. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/opencl/device.h"
#include "harness/opencl/program.h"
#include "harness/opencl/spare.h"
#include "harness/run/runner_internal.h"
#include "harness/base/sizes.h"

/* Content of the margins of a buffer. A kernel only reads the caller's operands: a NaN (of every
 * floating type, -1 of whole numbers), so that what is read outside shows in C, even times zero.
 * Buffers that a kernel writes: a huge finite number, since arithmetic would hand a NaN on as it
 * is, and hide a write. */
static unsigned char margin_byte(const struct buffer *buffer)
{
    return buffer->role == ROLE_C || buffer->role == ROLE_WORKSPACE || buffer->role == ROLE_COUNTERS
               ? 0xfa
               : 0xff;
}

static uint64_t at_least(uint64_t size, uint64_t least)
{
    return size < least ? least : size;
}

static int too_large(const struct buffer *buffer, struct fault *fault)
{
    return fault_set(fault, FAULT_REFUSED, "the size of buffer `%s` does not fit 63 bits",
                     buffer->name);
}

/* Writes `byte` into both margins. */
static int make_margins(struct runner *runner, struct memory *memory, unsigned char byte,
                        struct fault *fault)
{
    cl_command_queue queue = runner->device->queue;
    char *pattern = malloc(runner->margin);
    int status;

    if (pattern == NULL)
        return fault_memory(fault);
    memset(pattern, byte, runner->margin);
    status = opencl_write(queue, memory->parent, 0, runner->margin, pattern, fault);
    if (status == 0)
        status = opencl_write(queue, memory->parent, runner->margin + memory->bytes, runner->margin,
                              pattern, fault);
    free(pattern);
    return status;
}

/* Whether what the buffer holds is written before each case, and no data. */
static bool is_list(enum role role)
{
    return (role >= ROLE_OFFSETS_A && role <= ROLE_INDEX_C) || role == ROLE_IDS;
}

/* Writes a list for the kernels: of where members of a batch begin, 64-bit numbers, or of groups,
 * of 32 bits. */
static int write_list(struct runner *runner, const struct buffer *buffer,
                      const struct memory *memory, struct fault *fault)
{
    const bool wide = buffer->role < ROLE_OFFSETS;
    const uint64_t count = memory->used / (wide ? sizeof(cl_long) : sizeof(cl_int));
    void *const list = malloc(memory->bytes);
    int status;

    if (list == NULL)
        return fault_memory(fault);
    for (uint64_t i = 0; i < count; i++)
        if (wide)
            ((cl_long *)list)[i] =
                (cl_long)launch_member(runner->launch, (int)buffer->role - ROLE_OFFSETS_A, i);
        else
            ((cl_int *)list)[i] = launch_told(runner->launch, buffer->role, i);
    status = opencl_write(runner->device->queue, memory->object, 0, memory->used, list, fault);
    free(list);
    return status;
}

/* A buffer of the device; what it holds is anything. */
static int take_buffer(const struct device *device, uint64_t bytes, cl_mem *buffer,
                       struct fault *fault)
{
    cl_int status;

    *buffer = spare_take(device->spare, bytes);
    if (*buffer != NULL)
        return 0;
    *buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    return opencl_check(status, "clCreateBuffer", fault);
}

static int make_buffer(struct runner *runner, const struct buffer *buffer, struct memory *memory,
                       struct fault *fault)
{
    uint64_t elements, stored;
    cl_int status;

    if (launch_elements(runner->launch, buffer, &elements, fault))
        return -1;
    stored = elements / buffer->covers + (elements % buffer->covers != 0);
    if (!size_multiply(stored, buffer->element_bytes, &memory->used))
        return too_large(buffer, fault);
    memory->bytes = at_least(memory->used, buffer->element_bytes);
    if (memory->bytes > runner->device->allocation_bytes)
        return fault_set(fault, FAULT_DEVICE,
                         "buffer `%s` needs %" PRIu64 " bytes, %s allocates %" PRIu64 " at most",
                         buffer->name, memory->bytes, runner->device->name,
                         (uint64_t)runner->device->allocation_bytes);
    if (runner->guards) {
        cl_buffer_region region = {runner->margin, memory->bytes};

        if (take_buffer(runner->device, memory->bytes + 2 * runner->margin, &memory->parent,
                        fault) ||
            make_margins(runner, memory, margin_byte(buffer), fault))
            return -1;
        memory->object = clCreateSubBuffer(memory->parent, CL_MEM_READ_WRITE,
                                           CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
        return opencl_check(status, "clCreateSubBuffer", fault);
    }
    return take_buffer(runner->device, memory->bytes, &memory->object, fault);
}

/* An image is at least 1 x 1: OpenCL has no empty ones, and the steps that would read it do
 * not run. */
static int make_image(struct runner *runner, const struct buffer *buffer, struct memory *memory,
                      struct fault *fault)
{
    cl_image_format format = image_format(buffer);
    cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D};
    const struct device *device = runner->device;
    uint64_t columns, pitch;
    cl_int status;

    if (launch_extent(runner->launch, &buffer->extent[0], &memory->height, fault) ||
        launch_extent(runner->launch, &buffer->extent[1], &columns, fault))
        return -1;
    memory->width = columns / buffer->covers + (columns % buffer->covers != 0);
    memory->width = at_least(memory->width, 1);
    memory->height = at_least(memory->height, 1);
    if (!size_multiply(memory->width, buffer->element_bytes, &memory->row_bytes) ||
        !size_round_up(memory->row_bytes, at_least(buffer->pitch_bytes, 1), &pitch))
        return too_large(buffer, fault);
    memory->width = pitch / buffer->element_bytes;
    if (memory->width > device->image_width || memory->height > device->image_height)
        return fault_set(
            fault, FAULT_DEVICE,
            "image `%s` would be %" PRIu64 " x %" PRIu64
            " texels, %s takes %zu x %zu at most; ask for smaller sizes or for buffers",
            buffer->name, memory->width, memory->height, device->name, device->image_width,
            device->image_height);
    description.image_width = memory->width;
    description.image_height = memory->height;
    memory->object =
        clCreateImage(device->context, CL_MEM_READ_WRITE, &format, &description, NULL, &status);
    return opencl_check(status, "clCreateImage", fault);
}

int memory_make(struct runner *runner, struct fault *fault)
{
    const struct manifest *manifest = runner->manifest;

    /* Sub-buffers start at multiples of this; 64 KB catch strays of whole tile rows. */
    runner->margin = at_least(runner->device->address_align_bits / 8, 1);
    if (!size_round_up(65536, runner->margin, &runner->margin))
        return fault_set(fault, FAULT_DEVICE, "the device states an impossible address alignment");
    for (size_t i = 0; i < manifest->buffer_count; i++) {
        const struct buffer *buffer = &manifest->buffers[i];
        int status;

        if (buffer->image && buffer->lifetime == LIFETIME_CALLER)
            return fault_set(fault, FAULT_REFUSED,
                             "`%s` is the caller's and an image: this harness "
                             "keeps operands in buffers",
                             buffer->name);
        status = buffer->image ? make_image(runner, buffer, &runner->memory[i], fault)
                               : make_buffer(runner, buffer, &runner->memory[i], fault);
        if (status == 0 && buffer->role == ROLE_COUNTERS)
            status = memory_fill(runner, i, false, NULL, fault);
        else if (status == 0 && is_list(buffer->role))
            status = write_list(runner, buffer, &runner->memory[i], fault);
        if (status != 0)
            return -1;
    }
    return 0;
}

void memory_release(struct runner *runner)
{
    for (size_t i = 0; i < runner->manifest->buffer_count; i++) {
        const struct memory *memory = &runner->memory[i];
        const bool whole = memory->parent == NULL && !runner->manifest->buffers[i].image;

        if (memory->object != NULL && whole)
            spare_give(runner->device->spare, memory->object, memory->bytes);
        else if (memory->object != NULL)
            clReleaseMemObject(memory->object);
        if (memory->parent != NULL)
            spare_give(runner->device->spare, memory->parent, memory->bytes + 2 * runner->margin);
    }
}

int memory_poison(struct runner *runner, size_t index, struct fault *fault)
{
    struct memory *memory = &runner->memory[index];
    unsigned char *bytes;
    int status;

    /* Oclgrind's device is of all types. */
    if (runner->manifest->buffers[index].image ||
        (runner->device->type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU)) == CL_DEVICE_TYPE_GPU)
        return memory_fill(runner, index, true, NULL, fault);
    bytes = malloc(memory->bytes);
    if (bytes == NULL)
        return fault_memory(fault);
    memset(bytes, 0xff, memory->bytes);
    status = opencl_write(runner->device->queue, memory->object, 0, memory->bytes, bytes, fault);
    free(bytes);
    return status;
}

int memory_fill(struct runner *runner, size_t index, bool nan, cl_event *event, struct fault *fault)
{
    struct memory *memory = &runner->memory[index];
    cl_command_queue queue = runner->device->queue;

    /* 0xff in every byte is a NaN of every floating type, and -1 of whole numbers. */
    if (runner->manifest->buffers[index].image) {
        size_t origin[3] = {0, 0, 0}, region[3] = {memory->width, memory->height, 1};
        cl_float value = nan ? NAN : 0;
        cl_float4 numbers = {{value, value, value, value}};
        cl_uint bits = nan ? 0xffffffff : 0;
        cl_uint4 whole = {{bits, bits, bits, bits}};
        bool is_whole = runner->manifest->buffers[index].image_channel >= CHANNEL_UNSIGNED_INT32;

        return opencl_check(clEnqueueFillImage(queue, memory->object,
                                               is_whole ? (void *)&whole : (void *)&numbers, origin,
                                               region, 0, NULL, event),
                            "clEnqueueFillImage", fault);
    }
    return opencl_check(clEnqueueFillBuffer(queue, memory->object, &(cl_uchar){nan ? 0xff : 0}, 1,
                                            0, memory->bytes, 0, NULL, event),
                        "clEnqueueFillBuffer", fault);
}

static bool holds_only(const unsigned char *bytes, uint64_t length, unsigned char byte)
{
    return length == 0 || (bytes[0] == byte && memcmp(bytes, bytes + 1, length - 1) == 0);
}

/* Reads whether all counters are zero, as a run leaves them. */
static int read_counters(struct runner *runner, size_t index, bool *zero, struct fault *fault)
{
    const struct memory *memory = &runner->memory[index];
    unsigned char *bytes = malloc(memory->bytes);
    int status;

    if (bytes == NULL)
        return fault_memory(fault);
    status = opencl_read(runner->device->queue, memory->object, 0, memory->bytes, bytes, fault);
    *zero = status == 0 && holds_only(bytes, memory->bytes, 0);
    free(bytes);
    return status;
}

int runner_counters(struct runner *runner, const char **left, struct fault *fault)
{
    *left = NULL;
    for (size_t i = 0; runner->product == NULL && i < runner->manifest->buffer_count; i++) {
        const struct buffer *buffer = &runner->manifest->buffers[i];
        bool zero = true;

        if (buffer->role == ROLE_COUNTERS && read_counters(runner, i, &zero, fault))
            return -1;
        if (!zero)
            *left = buffer->name;
    }
    return 0;
}

int runner_guards(struct runner *runner, const char **broken, struct fault *fault)
{
    unsigned char *bytes;
    int status = 0;

    *broken = NULL;
    if (!runner->guards)
        return 0;
    bytes = malloc(runner->margin);
    if (bytes == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < runner->manifest->buffer_count && *broken == NULL; i++) {
        const struct buffer *buffer = &runner->manifest->buffers[i];
        struct memory *memory = &runner->memory[i];
        uint64_t starts[2] = {0, runner->margin + memory->bytes};

        for (int end = 0; memory->parent != NULL && end < 2 && status == 0; end++) {
            status = opencl_read(runner->device->queue, memory->parent, starts[end], runner->margin,
                                 bytes, fault);
            if (status == 0 && !holds_only(bytes, runner->margin, margin_byte(buffer)))
                *broken = buffer->name;
        }
    }
    free(bytes);
    return status;
}
