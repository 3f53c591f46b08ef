/*
 * block_read_4x1_1x8_launch.h: C = alpha * A * B + beta * C, column-major, f32, on an OpenCL device.
 * Made by clgemm 0.1.0: clgemm-gen --preset block_read_4x1_1x8
 *
 *     struct block_read_4x1_1x8 product;
 *     cl_int status = block_read_4x1_1x8_create(&product, context, device);
 *     if (status == CL_SUCCESS)
 *         status = block_read_4x1_1x8_enqueue(&product, queue, ..., 0, NULL, NULL);
 *     block_read_4x1_1x8_release(&product);
 *
 * block_read_4x1_1x8_create_from_queue needs a queue alone. block_read_4x1_1x8_init and block_read_4x1_1x8_build are
 * the halves of block_read_4x1_1x8_create, for a program that builds at a moment of its own.
 *
 * Threads: a struct serves one thread and one queue at a time, as the arguments of its kernels and
 * the memory of its steps belong to it. Structs share nothing: threads or queues that multiply at
 * the same time have one each.
 *
 * Queues may execute in order or out of order. The first step waits for the caller's events and
 * for the call before, each further step for the one before it.
 *
 * C11 or C++11, for one or several sources. It includes block_read_4x1_1x8.h, which has the kernel.
 */
#ifndef BLOCK_READ_4X1_1X8_LAUNCH_H
#define BLOCK_READ_4X1_1X8_LAUNCH_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

#include "block_read_4x1_1x8.h"

#if !defined BLOCK_READ_4X1_1X8_SOURCE_HASH || BLOCK_READ_4X1_1X8_SOURCE_HASH != 0x1d0edff4
#error "block_read_4x1_1x8.h has another kernel than this file: emit both together"
#endif

#if defined __cplusplus && __cplusplus >= 201103L
#define BLOCK_READ_4X1_1X8_NULL nullptr
#else
#define BLOCK_READ_4X1_1X8_NULL NULL
#endif

#ifdef __cplusplus
#define BLOCK_READ_4X1_1X8_CAST(type, value) static_cast<type>(value)
#else
#define BLOCK_READ_4X1_1X8_CAST(type, value) ((type)(value))
#endif

struct block_read_4x1_1x8_image {
    cl_mem memory;
    size_t width, height; /* texels */
};

/* Work-items of the kernel exchange values inside their sub-group, so its size must be `wanted`,
 * or a multiple of it where it need not be `equal`. Only the device knows the size; one without
 * this query is refused. */
static inline cl_int block_read_4x1_1x8_check_sub_groups(
    cl_kernel kernel, cl_device_id device, cl_uint dimensions, const size_t *local, size_t wanted,
    int equal)
{
    typedef cl_int(CL_API_CALL * query_function)(cl_kernel, cl_device_id, cl_uint, size_t,
                                                 const void *, size_t, void *, size_t *);
    const cl_uint max_sub_group_size_for_ndrange = 0x2033;
    size_t size = 0;
    cl_platform_id platform;
    query_function query;
    void *address;
    cl_int status = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform,
                                    BLOCK_READ_4X1_1X8_NULL);
    if (status != CL_SUCCESS)
        return status;
    address = clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR");
    if (!address)
        address = clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfo");
    if (!address)
        return CL_INVALID_OPERATION;
    memcpy(&query, &address, sizeof query); /* C has no cast from data to functions */
    status = query(kernel, device, max_sub_group_size_for_ndrange, dimensions * sizeof *local,
                   local, sizeof size, &size, BLOCK_READ_4X1_1X8_NULL);
    if (status != CL_SUCCESS)
        return status;
    if (size == wanted || (!equal && size != 0 && size % wanted == 0))
        return CL_SUCCESS;
    return CL_INVALID_WORK_GROUP_SIZE;
}

/* CL_IMAGE_FORMAT_NOT_SUPPORTED unless there are images of such texels. */
static inline cl_int block_read_4x1_1x8_check_image(cl_context context, cl_channel_order order)
{
    cl_image_format formats[256];
    cl_uint count = 0, i;
    const cl_int status = clGetSupportedImageFormats(
        context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 256, formats, &count);
    if (status != CL_SUCCESS)
        return status;
    for (i = 0; i < count && i < 256; i++)
        if (formats[i].image_channel_order == order &&
            formats[i].image_channel_data_type == CL_FLOAT)
            return CL_SUCCESS;
    return CL_IMAGE_FORMAT_NOT_SUPPORTED;
}

/* ceil(size / block). */
static inline size_t block_read_4x1_1x8_blocks(size_t size, size_t block)
{
    return size / block + (size % block != 0);
}

/* `size` rounded up to a multiple: at least one, as no memory object is empty; the largest
 * size_t where it is too large. */
static inline size_t block_read_4x1_1x8_round_up(size_t size, size_t multiple)
{
    const size_t most = BLOCK_READ_4X1_1X8_CAST(size_t, -1);
    const size_t multiples = size == 0 ? 1 : (size - 1) / multiple + 1;
    return multiples > most / multiple ? most : multiples * multiple;
}

/* Whether a buffer holds a matrix of `lines` rows (or columns) of `length` contiguous elements
 * (neither is 0), with leading dimension `stride`, from element `offset` on. */
static inline cl_int block_read_4x1_1x8_check_buffer(
    cl_mem buffer, size_t element_bytes, size_t offset, size_t lines, size_t length, size_t stride)
{
    size_t bytes, elements;
    const cl_int status =
        clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, BLOCK_READ_4X1_1X8_NULL);
    if (status != CL_SUCCESS)
        return status;
    if (stride < length)
        return CL_INVALID_VALUE;
    elements = bytes / element_bytes;
    /* Divided, not multiplied: it cannot overflow. */
    if (offset > elements || length > elements - offset ||
        lines - 1 > (elements - offset - length) / stride)
        return CL_INVALID_BUFFER_SIZE;
    return CL_SUCCESS;
}

/* Creates an image of width x height texels, unless that of the last call has this size. The
 * old image is released; OpenCL keeps it until enqueued commands have finished. */
static inline cl_int block_read_4x1_1x8_make_image(
    struct block_read_4x1_1x8_image *image, cl_context context, cl_channel_order order, size_t width,
    size_t height)
{
    cl_image_format format;
    cl_image_desc description;
    cl_int status;
    if (image->memory && image->width == width && image->height == height)
        return CL_SUCCESS;
    if (image->memory)
        clReleaseMemObject(image->memory);
    image->memory = BLOCK_READ_4X1_1X8_NULL;
    format.image_channel_order = order;
    format.image_channel_data_type = CL_FLOAT;
    memset(&description, 0, sizeof description);
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    image->memory = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description,
                                  BLOCK_READ_4X1_1X8_NULL, &status);
    image->width = width;
    image->height = height;
    return status;
}

struct block_read_4x1_1x8_argument {
    size_t bytes;
    const void *value;
};

/* Sets the arguments of a kernel, in order. */
static inline cl_int block_read_4x1_1x8_set_arguments(
    cl_kernel kernel, const struct block_read_4x1_1x8_argument *arguments, cl_uint count)
{
    cl_int status = CL_SUCCESS;
    for (cl_uint i = 0; i < count && status == CL_SUCCESS; i++)
        status = clSetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value);
    return status;
}

/* Whether a queue is known to execute its commands in order. There each of several commands waits
 * for the caller's events, as runtimes may go on after one that failed. Elsewhere only the first
 * does, and the others for the one before: runtimes may not bear to tell one command twice of a
 * failure. */
static inline int block_read_4x1_1x8_in_order(cl_command_queue queue)
{
    cl_command_queue_properties properties = 0;
    return clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties,
                                 BLOCK_READ_4X1_1X8_NULL) == CL_SUCCESS &&
           !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* What the steps of a call wait for: the caller's events, with room for one more, for the caller to
 * free. The call before (*last) is forgotten once it has ended; its error is none of this call. */
static inline cl_int block_read_4x1_1x8_begin(
    cl_event *last, cl_uint num_events, const cl_event *events, cl_event **before)
{
    const size_t room = (BLOCK_READ_4X1_1X8_CAST(size_t, num_events) + 1) * sizeof **before;
    cl_int state = CL_QUEUED;
    if (num_events != 0 && !events)
        return CL_INVALID_EVENT_WAIT_LIST;
    *before = BLOCK_READ_4X1_1X8_CAST(cl_event *, malloc(room));
    if (!*before)
        return CL_OUT_OF_HOST_MEMORY;
    if (num_events != 0)
        memcpy(*before, events, room - sizeof **before);
    if (*last)
        clGetEventInfo(*last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                       BLOCK_READ_4X1_1X8_NULL);
    if (state <= CL_COMPLETE) {
        clReleaseEvent(*last);
        *last = BLOCK_READ_4X1_1X8_NULL;
    }
    return CL_SUCCESS;
}

/* The program, for one device. */
struct block_read_4x1_1x8 {
    cl_context context; /* the caller's, as the device */
    cl_device_id device;
    cl_program program; /* has the build log if the build failed */
    cl_kernel copy_a;
    cl_kernel copy_b;
    cl_kernel multiply;
    struct block_read_4x1_1x8_image A_image;
    struct block_read_4x1_1x8_image B_image;
    /* Of the steps enqueued last, the last one first: runtimes may not bear that one fails
     * whose event is released. */
    cl_event last[3];
};

/* Gets ready for a device; builds nothing and cannot fail. The context is to outlive the struct. */
static inline void block_read_4x1_1x8_init(
    struct block_read_4x1_1x8 *self, cl_context context, cl_device_id device)
{
    memset(self, 0, sizeof *self);
    self->context = context;
    self->device = device;
}

/* The same for the context and the device of a queue. */
static inline cl_int block_read_4x1_1x8_init_from_queue(struct block_read_4x1_1x8 *self, cl_command_queue queue)
{
    cl_int status;
    memset(self, 0, sizeof *self);
    status = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof self->context, &self->context,
                                   BLOCK_READ_4X1_1X8_NULL);
    if (status != CL_SUCCESS)
        return status;
    return clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof self->device, &self->device,
                                 BLOCK_READ_4X1_1X8_NULL);
}

/* Creates the kernels of the program, which is built. */
static inline cl_int block_read_4x1_1x8_make_kernels(struct block_read_4x1_1x8 *self)
{
    const size_t local[2] = {8, 1};
    cl_int status;
    self->copy_a = clCreateKernel(self->program, "block_read_4x1_1x8_copy_a", &status);
    if (status != CL_SUCCESS)
        return status;
    self->copy_b = clCreateKernel(self->program, "block_read_4x1_1x8_copy_b", &status);
    if (status != CL_SUCCESS)
        return status;
    self->multiply = clCreateKernel(self->program, "block_read_4x1_1x8", &status);
    if (status != CL_SUCCESS)
        return status;
    return block_read_4x1_1x8_check_sub_groups(
        self->multiply, self->device, 2, local, 8, 1);
}

/* Builds the program and its kernels: once, after block_read_4x1_1x8_init. Returns
 * CL_BUILD_PROGRAM_FAILURE if the source does not build; clGetProgramBuildInfo of
 * self->program then has the log.
 * Returns CL_INVALID_WORK_GROUP_SIZE if the device's sub-groups do not fit the kernel.
 * Returns CL_IMAGE_FORMAT_NOT_SUPPORTED if the device has not the images that the kernel reads. */
static inline cl_int block_read_4x1_1x8_build(struct block_read_4x1_1x8 *self)
{
    /* OpenCL's prototype lacks one const of the lines' type. */
    const void *source = block_read_4x1_1x8_source;
    const char **lines;
    cl_int status;
    memcpy(&lines, &source, sizeof lines);
    status = block_read_4x1_1x8_check_image(self->context, CL_R);
    if (status != CL_SUCCESS)
        return status;
    self->program = clCreateProgramWithSource(self->context, BLOCK_READ_4X1_1X8_SOURCE_COUNT, lines,
                                              BLOCK_READ_4X1_1X8_NULL, &status);
    if (status != CL_SUCCESS)
        return status;
    status = clBuildProgram(self->program, 1, &self->device, BLOCK_READ_4X1_1X8_BUILD_OPTIONS,
                            BLOCK_READ_4X1_1X8_NULL, BLOCK_READ_4X1_1X8_NULL);
    return status == CL_SUCCESS ? block_read_4x1_1x8_make_kernels(self) : status;
}

/* block_read_4x1_1x8_init and block_read_4x1_1x8_build. Call block_read_4x1_1x8_release afterwards, also on an error. */
static inline cl_int block_read_4x1_1x8_create(struct block_read_4x1_1x8 *self, cl_context context, cl_device_id device)
{
    block_read_4x1_1x8_init(self, context, device);
    return block_read_4x1_1x8_build(self);
}

/* The same for the context and the device of a queue. */
static inline cl_int block_read_4x1_1x8_create_from_queue(struct block_read_4x1_1x8 *self, cl_command_queue queue)
{
    const cl_int status = block_read_4x1_1x8_init_from_queue(self, queue);
    return status == CL_SUCCESS ? block_read_4x1_1x8_build(self) : status;
}

/* Releases everything; enqueued commands are still completed. */
static inline void block_read_4x1_1x8_release(struct block_read_4x1_1x8 *self)
{
    for (int i = 0; i < 3; i++)
        if (self->last[i])
            clReleaseEvent(self->last[i]);
    if (self->A_image.memory)
        clReleaseMemObject(self->A_image.memory);
    if (self->B_image.memory)
        clReleaseMemObject(self->B_image.memory);
    if (self->copy_a)
        clReleaseKernel(self->copy_a);
    if (self->copy_b)
        clReleaseKernel(self->copy_b);
    if (self->multiply)
        clReleaseKernel(self->multiply);
    if (self->program)
        clReleaseProgram(self->program);
    memset(self, 0, sizeof *self);
}

/* Enqueues a kernel after the previous one and the first *count events of `before`, which has
 * room for one more. *count is what the next step is to wait for. */
static inline cl_int block_read_4x1_1x8_step(
    struct block_read_4x1_1x8 *self, cl_command_queue queue, cl_kernel kernel, const size_t *global,
    const size_t *local, cl_event *before, cl_uint *count)
{
    cl_uint all = *count;
    cl_event done;
    cl_int status;
    if (self->last[0])
        before[all++] = self->last[0];
    status = clEnqueueNDRangeKernel(queue, kernel, 2, BLOCK_READ_4X1_1X8_NULL, global, local,
                                    all, all ? before : BLOCK_READ_4X1_1X8_NULL, &done);
    if (status != CL_SUCCESS)
        return status;
    if (self->last[2])
        clReleaseEvent(self->last[2]);
    memmove(self->last + 1, self->last, 2 * sizeof done);
    self->last[0] = done;
    if (!block_read_4x1_1x8_in_order(queue))
        *count = 0;
    return CL_SUCCESS;
}

/* Enqueues C = alpha * A * B + beta * C. Sizes are in elements.
 *
 * M          rows of op(A) and C
 * N          columns of op(B) and C
 * K          columns of op(A), rows of op(B)
 * alpha      scales the product; 0: neither A nor B is read
 * A          M x K, column-major
 * lda        leading dimension of A, in elements (>= M)
 * B          K x N, column-major
 * ldb        leading dimension of B, in elements (>= K)
 * beta       scales C before the update; 0: C is not read
 * C          M x N, column-major
 * ldc        leading dimension of C, in elements (>= M)
 * num_events, events: events to wait for; event: NULL, or receives the event of the product
 *
 * Errors, besides those of OpenCL: CL_INVALID_VALUE if the kernel does not support a value, or
 * a leading dimension is too small; CL_INVALID_BUFFER_SIZE if a buffer is too small;
 * CL_INVALID_IMAGE_SIZE if an image is too small for a size. Nothing
 * is enqueued then. */
static inline cl_int block_read_4x1_1x8_enqueue(
    struct block_read_4x1_1x8 *self, cl_command_queue queue,
    size_t M, size_t N, size_t K, cl_float alpha,
    cl_mem A, size_t lda,
    cl_mem B, size_t ldb, cl_float beta,
    cl_mem C, size_t ldc,
    cl_uint num_events, const cl_event *events, cl_event *event)
{
    cl_int status = CL_SUCCESS;
    cl_event *before;

    if (M % 8 != 0) /* M must be a multiple of 8 */
        return CL_INVALID_VALUE;
    if (M > 8192) /* M must be at most 8192: images have up to 8192 texels a side */
        return CL_INVALID_IMAGE_SIZE;
    if (N % 4 != 0) /* N must be a multiple of 4 */
        return CL_INVALID_VALUE;
    if (N > 8192) /* N must be at most 8192: images have up to 8192 texels a side */
        return CL_INVALID_IMAGE_SIZE;
    if (K % 8 != 0) /* K must be a multiple of 8 */
        return CL_INVALID_VALUE;
    if (K > 8192) /* K must be at most 8192: images have up to 8192 texels a side */
        return CL_INVALID_IMAGE_SIZE;
    if (lda > 2147483647) /* lda must be at most 2147483647 */
        return CL_INVALID_VALUE;
    if (ldb > 2147483647) /* ldb must be at most 2147483647 */
        return CL_INVALID_VALUE;
    if (ldc > 2147483647) /* ldc must be at most 2147483647 */
        return CL_INVALID_VALUE;

    /* Nothing to compute; `event` completes after the events before it. */
    if (M == 0 || N == 0)
        return event ? clEnqueueMarkerWithWaitList(queue, num_events, events, event)
                     : CL_SUCCESS;

    if (K != 0 && alpha != 0)
        status = block_read_4x1_1x8_check_buffer(A, 4, 0, K, M, lda);
    if (status == CL_SUCCESS && K != 0 && alpha != 0)
        status = block_read_4x1_1x8_check_buffer(B, 4, 0, N, K, ldb);
    if (status == CL_SUCCESS)
        status = block_read_4x1_1x8_check_buffer(C, 4, 0, N, M, ldc);
    if (status != CL_SUCCESS)
        return status;
    if (K != 0 && alpha != 0)
        status = block_read_4x1_1x8_make_image(&self->A_image, self->context, CL_R,
                                               block_read_4x1_1x8_round_up(M, 16),
                                               block_read_4x1_1x8_round_up(K, 8));
    else if (!self->A_image.memory) /* an argument, though not read */
        status = block_read_4x1_1x8_make_image(&self->A_image, self->context, CL_R, 1, 1);
    if (status != CL_SUCCESS)
        return status;
    if (K != 0 && alpha != 0)
        status = block_read_4x1_1x8_make_image(&self->B_image, self->context, CL_R,
                                               block_read_4x1_1x8_round_up(K, 16),
                                               block_read_4x1_1x8_round_up(N, 4));
    else if (!self->B_image.memory) /* an argument, though not read */
        status = block_read_4x1_1x8_make_image(&self->B_image, self->context, CL_R, 1, 1);
    if (status != CL_SUCCESS)
        return status;

    const cl_int int_M = BLOCK_READ_4X1_1X8_CAST(cl_int, M);
    const cl_int int_N = BLOCK_READ_4X1_1X8_CAST(cl_int, N);
    const cl_int int_K = BLOCK_READ_4X1_1X8_CAST(cl_int, K);
    const cl_int int_lda = BLOCK_READ_4X1_1X8_CAST(cl_int, lda);
    const cl_int int_ldb = BLOCK_READ_4X1_1X8_CAST(cl_int, ldb);
    const cl_int int_ldc = BLOCK_READ_4X1_1X8_CAST(cl_int, ldc);
    const struct block_read_4x1_1x8_argument copy_a_arguments[] = {
        {sizeof(cl_int), &int_M},                /* M */
        {sizeof(cl_int), &int_K},                /* K */
        {sizeof(cl_mem), &A},                    /* A */
        {sizeof(cl_int), &int_lda},              /* lda */
        {sizeof(cl_mem), &self->A_image.memory}, /* A_image */
    };
    const size_t copy_a_global[2] = {block_read_4x1_1x8_blocks(M, 16) * 16,
                                     block_read_4x1_1x8_blocks(K, 8) * 8};
    const size_t copy_a_local[2] = {16, 8};
    const struct block_read_4x1_1x8_argument copy_b_arguments[] = {
        {sizeof(cl_int), &int_N},                /* N */
        {sizeof(cl_int), &int_K},                /* K */
        {sizeof(cl_mem), &B},                    /* B */
        {sizeof(cl_int), &int_ldb},              /* ldb */
        {sizeof(cl_mem), &self->B_image.memory}, /* B_image */
    };
    const size_t copy_b_global[2] = {block_read_4x1_1x8_blocks(K, 16) * 16,
                                     block_read_4x1_1x8_blocks(N, 4) * 4};
    const size_t copy_b_local[2] = {16, 4};
    const struct block_read_4x1_1x8_argument multiply_arguments[] = {
        {sizeof(cl_int), &int_K},                /* K */
        {sizeof(cl_float), &alpha},              /* alpha */
        {sizeof(cl_mem), &self->A_image.memory}, /* A_image */
        {sizeof(cl_mem), &self->B_image.memory}, /* B_image */
        {sizeof(cl_float), &beta},               /* beta */
        {sizeof(cl_mem), &C},                    /* C */
        {sizeof(cl_int), &int_ldc},              /* ldc */
    };
    const size_t multiply_global[2] = {block_read_4x1_1x8_blocks(M, 8) * 8,
                                       block_read_4x1_1x8_blocks(N, 4)};
    const size_t multiply_local[2] = {8, 1};
    status = block_read_4x1_1x8_set_arguments(self->copy_a, copy_a_arguments, 5);
    if (status != CL_SUCCESS)
        return status;
    status = block_read_4x1_1x8_set_arguments(self->copy_b, copy_b_arguments, 5);
    if (status != CL_SUCCESS)
        return status;
    status = block_read_4x1_1x8_set_arguments(self->multiply, multiply_arguments, 7);
    if (status != CL_SUCCESS)
        return status;

    /* A queue may execute out of order, so each step waits for the previous one. The first
     * waits for the caller's events, and for the previous call, which may still use the
     * workspaces. */
    status = block_read_4x1_1x8_begin(self->last, num_events, events, &before);
    if (status != CL_SUCCESS)
        return status;
    if (K != 0 && alpha != 0)
        status = block_read_4x1_1x8_step(self, queue, self->copy_a, copy_a_global, copy_a_local,
                                         before, &num_events);
    if (status == CL_SUCCESS && K != 0 && alpha != 0)
        status = block_read_4x1_1x8_step(self, queue, self->copy_b, copy_b_global, copy_b_local,
                                         before, &num_events);
    if (status == CL_SUCCESS)
        status = block_read_4x1_1x8_step(self, queue, self->multiply, multiply_global,
                                         multiply_local, before, &num_events);
    free(before);
    if (status != CL_SUCCESS || !event)
        return status;
    status = clRetainEvent(self->last[0]);
    if (status == CL_SUCCESS)
        *event = self->last[0];
    return status;
}

#endif
