/*
 * Calls emitted kernels as llama.cpp calls its own for tiles of 64 x 64, on shapes of a small language model: offsets in bytes, strides,
 * and groups of heads that share one matrix of keys.
 */
#include "host.h"

#include <stdlib.h>

/* One call: `heads` products, `share` of which have one A. */
struct call {
    const char *file, *entry;
    size_t bytes; /* of an element of A */
    size_t m, n, k, heads, share;
};

static void set(cl_kernel kernel, cl_uint *index, size_t bytes, const void *value)
{
    require(clSetKernelArg(kernel, (*index)++, bytes, value), "clSetKernelArg");
}

static void set_memory(cl_kernel kernel, cl_uint *index, const cl_mem *buffer, size_t offset)
{
    const cl_ulong bytes = offset;
    set(kernel, index, sizeof *buffer, buffer);
    set(kernel, index, sizeof bytes, &bytes);
}

static void multiply(struct host *host, const struct call *call)
{
    enum {
        OFFSET = 64 /* elements before each tensor */
    };
    struct product p = {call->entry, call->m, call->n, call->k,    call->heads,
                        {0},         {0},     {0},     call->share};
    const size_t shared = call->heads / call->share;
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, OFFSET + shared * p.m * p.k, call->bytes, &a),
                               numbers(host, OFFSET + p.members * p.n * p.k, 4, &b),
                               result(host, OFFSET + p.members * p.m * p.n)};
    const cl_int numbers_passed[] = {(cl_int)p.k,
                                     (cl_int)p.m,
                                     (cl_int)shared,
                                     (cl_int)p.n,
                                     (cl_int)p.members,
                                     (cl_int)p.k,
                                     (cl_int)p.k,
                                     (cl_int)p.m,
                                     (cl_int)(p.m * p.k),
                                     (cl_int)(p.n * p.k),
                                     (cl_int)(p.m * p.n),
                                     (cl_int)call->share,
                                     1};
    const size_t local[3] = {128, 1, 1};
    const size_t global[3] = {(p.m + 63) / 64 * 128, (p.n + 63) / 64, p.members};
    const cl_kernel kernel = build(host, call->file, "", call->entry);
    cl_uint index = 0;
    set_memory(kernel, &index, &buffers[0], OFFSET * call->bytes);
    set_memory(kernel, &index, &buffers[1], OFFSET * sizeof(float));
    set_memory(kernel, &index, &buffers[2], OFFSET * sizeof(float));
    for (size_t i = 0; i < sizeof numbers_passed / sizeof *numbers_passed; i++)
        set(kernel, &index, sizeof numbers_passed[i], &numbers_passed[i]);
    require(clEnqueueNDRangeKernel(host->queue, kernel, 3, NULL, global, local, 0, NULL, NULL),
            "clEnqueueNDRangeKernel");
    p.a = (struct matrix){a, OFFSET, p.m * p.k, p.k, 1};
    p.b = (struct matrix){b, OFFSET, p.n * p.k, 1, p.k};
    p.c = (struct matrix){NULL, OFFSET, p.m * p.n, 1, p.m};
    check(host, buffers[2], &p);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    free(a);
    free(b);
}

static void products(struct host *host)
{
    /* A layer's weights by the tokens of a prompt; keys by queries, three heads of which share keys. */
    static const struct call calls[] = {
        {"mul_mm_f32.cl", "kernel_mul_mm_f32_f32_l4_lm", 4, 576, 33, 192, 1, 1},
        {"mul_mm_f16.cl", "kernel_mul_mm_f16_f32_l4_lm", 2, 576, 33, 192, 1, 1},
        {"mul_mm_f16.cl", "kernel_mul_mm_f16_f32_l4_lm", 2, 70, 33, 64, 9, 3},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        multiply(host, &calls[i]);
}

int main(void)
{
    return on_every_device(products);
}
