/*
 * Calls emitted kernels as llama.cpp calls its own for tiles of 64 x 64 and for vectors, on shapes of a small language model: offsets in
 * bytes, strides, and groups of heads that share one matrix of keys.
 */
#include "host.h"

#include <stddef.h>

enum {
    OFFSET = 64 /* elements before each tensor */
};

/* One call: `heads` products, `share` of which have one A. */
struct call {
    const char *file, *entry;
    size_t bytes; /* of an element of A */
    size_t m, n, k, heads, share;
};

/* Makes the buffers of a call. */
static struct product make(struct host *host, const struct call *call, cl_mem buffers[3])
{
    struct product p = {call->entry, call->m, call->n, call->k,     call->heads,
                        {0},         {0},     {0},     call->share, 4};
    float *a, *b;
    buffers[0] = numbers(host, OFFSET + call->heads / call->share * p.m * p.k, call->bytes, &a);
    buffers[1] = numbers(host, OFFSET + p.members * p.n * p.k, 4, &b);
    buffers[2] = result(host, OFFSET + p.members * p.m * p.n, 4);
    p.a = (struct matrix){a, OFFSET, p.m * p.k, p.k, 1};
    p.b = (struct matrix){b, OFFSET, p.n * p.k, 1, p.k};
    p.c = (struct matrix){NULL, OFFSET, p.m * p.n, 1, p.m};
    return p;
}

/* Weights or keys by a few vectors, `columns` of which a work-group of 32 multiplies by a row, as many as there are at most: sizes, then strides in
 * bytes. */
static void multiply_vectors(struct host *host, const struct call *call, size_t columns)
{
    cl_mem buffers[3];
    const struct product p = make(host, call, buffers);
    const size_t shared = call->heads / call->share;
    const size_t of_a = p.m * p.k * call->bytes, of_b = p.n * p.k * sizeof(float);
    const size_t passed[] = {OFFSET * call->bytes,
                             OFFSET * sizeof(float),
                             OFFSET * sizeof(float),
                             p.k,
                             p.m,
                             shared,
                             call->bytes,
                             p.k * call->bytes,
                             of_a,
                             of_a * shared,
                             p.k,
                             p.n,
                             p.members,
                             sizeof(float),
                             p.k * sizeof(float),
                             of_b,
                             of_b * p.members,
                             p.m,
                             p.n,
                             call->share,
                             1};
    const size_t local[3] = {32, 1, 1};
    const size_t groups[3] = {p.m, (p.n + columns - 1) / columns, p.members};
    const cl_kernel kernel = build(host, call->file, "", call->entry);
    pass(kernel, "AlBlCliiilllliiilllliiii", buffers, passed);
    launch(host, kernel, groups, local);
    check(host, kernel, buffers, &p);
}

static void multiply(struct host *host, const struct call *call)
{
    cl_mem buffers[3];
    const struct product p = make(host, call, buffers);
    const size_t passed[] = {OFFSET * call->bytes,
                             OFFSET * sizeof(float),
                             OFFSET * sizeof(float),
                             p.k,
                             p.m,
                             call->heads / call->share,
                             p.n,
                             p.members,
                             p.k,
                             p.k,
                             p.m,
                             p.m * p.k,
                             p.n * p.k,
                             p.m * p.n,
                             call->share,
                             1};
    const size_t local[3] = {128, 1, 1};
    const size_t groups[3] = {(p.m + 63) / 64, (p.n + 63) / 64, p.members};
    const cl_kernel kernel = build(host, call->file, "", call->entry);
    pass(kernel, "AlBlCliiiiiiiiiiiii", buffers, passed);
    launch(host, kernel, groups, local);
    check(host, kernel, buffers, &p);
}

/* A layer's weights by the tokens of a prompt, without strides: its kernel for matrices without gaps. */
static void multiply_whole(struct host *host)
{
    struct product p = {"mul_mat_f16_f32", 576, 33, 192, 1, {0}, {0}, {0}, 1, 4};
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, OFFSET + p.m * p.k, 2, &a),
                               numbers(host, OFFSET + p.n * p.k, 4, &b),
                               result(host, OFFSET + p.m * p.n, 4)};
    const cl_kernel kernel = build(host, "mul_mat_f16.cl", "", "mul_mat_f16_f32");
    const size_t passed[] = {p.m, p.n, p.k, OFFSET * 2, OFFSET * 4, OFFSET * 4};
    const size_t local[3] = {16, 8, 1};
    const size_t groups[3] = {(p.m + 63) / 64, (p.n + 63) / 64, 1};
    pass(kernel, "iiiAlBlCl", buffers, passed);
    launch(host, kernel, groups, local);
    p.a = (struct matrix){a, OFFSET, 0, p.k, 1};
    p.b = (struct matrix){b, OFFSET, 0, 1, p.k};
    p.c = (struct matrix){NULL, OFFSET, 0, 1, p.m};
    check(host, kernel, buffers, &p);
}

static void products(struct host *host)
{
    /* A layer's weights by the tokens of a prompt; keys by queries, three heads of which share keys. */
    static const struct call calls[] = {
        {"mul_mm_f32.cl", "kernel_mul_mm_f32_f32_l4_lm", 4, 576, 33, 192, 1, 1},
        {"mul_mm_f16.cl", "kernel_mul_mm_f16_f32_l4_lm", 2, 576, 33, 192, 1, 1},
        {"mul_mm_f16.cl", "kernel_mul_mm_f16_f32_l4_lm", 2, 70, 33, 64, 9, 3},
    };
    /* The same by the few tokens that follow. */
    static const struct call few = {"mul_mv.cl", "kernel_mul_mat_f16_f32", 2, 70, 5, 64, 9, 3};
    static const struct call all = {
        "mul_mv_l4.cl", "kernel_mul_mat_f16_f32_l4", 2, 70, 5, 64, 9, 3};
    static const struct call one = {
        "mul_mv_1row.cl", "kernel_mul_mat_f16_f32_1row", 2, 576, 1, 192, 1, 1};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        multiply(host, &calls[i]);
    multiply_vectors(host, &few, 4);
    multiply_vectors(host, &all, all.n);
    multiply_vectors(host, &one, 1);
    multiply_whole(host);
}

int main(void)
{
    return on_every_device(products);
}
