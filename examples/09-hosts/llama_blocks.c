/*
 * Calls emitted kernels as llama.cpp calls its own for weights in blocks: parts of blocks in buffers of their own, offsets and rows in bytes.
 * Weights are whole numbers, each block of 32 with a scale of 1 or 2.
 */
#include "host.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    OFFSET = 64, /* elements before each tensor but the weights */
    BLOCK = 32   /* elements of a block */
};

static const unsigned short scales[2] = {0x3c00, 0x4000}; /* halves, 1 and 2 */

/* A type of blocks, and how its quants are stored. */
struct type {
    size_t whole;                                       /* bytes of a block in a file */
    size_t quants;                                      /* bytes of the quants of a block */
    void (*store)(unsigned char *to, const int *quant); /* BLOCK quants from -2 to 2 */
};

static void store_q4_0(unsigned char *to, const int *quant)
{
    for (int i = 0; i < BLOCK / 2; i++)
        to[i] = (unsigned char)((quant[i] + 8) | (quant[i + BLOCK / 2] + 8) << 4);
}

static void store_q8_0(unsigned char *to, const int *quant)
{
    for (int i = 0; i < BLOCK; i++)
        to[i] = (unsigned char)quant[i];
}

static const struct type q4_0 = {18, BLOCK / 2, store_q4_0}, q8_0 = {34, BLOCK, store_q8_0};

static cl_mem filled(struct host *host, const void *bytes, size_t size)
{
    cl_int status;
    const cl_mem buffer = clCreateBuffer(host->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                         size, (void *)bytes, &status);
    require(status, "clCreateBuffer");
    return buffer;
}

/* Makes buffers of quants and of scales of so many blocks; *values: their elements. */
static void weights(struct host *host, const struct type *type, size_t blocks, cl_mem buffers[2],
                    float **values)
{
    unsigned char *const quants = malloc(blocks * type->quants);
    unsigned short *const d = malloc(blocks * sizeof *d);
    *values = malloc(blocks * BLOCK * sizeof **values);
    if (!quants || !d || !*values)
        exit(1);
    for (size_t block = 0; block < blocks; block++) {
        int quant[BLOCK];
        for (size_t i = 0; i < BLOCK; i++) {
            quant[i] = (int)((block * 7 + i * i * 3 + i) % 5) - 2;
            (*values)[block * BLOCK + i] = (float)(quant[i] * (int)(1 + block % 2));
        }
        type->store(quants + block * type->quants, quant);
        d[block] = scales[block % 2];
    }
    buffers[0] = filled(host, quants, blocks * type->quants);
    buffers[1] = filled(host, d, blocks * sizeof *d);
    free(quants);
    free(d);
}

/* One call: `heads` products of m x n x k. */
struct call {
    const struct type *type;
    const char *file, *entry, *letters;
    size_t m, n, k, heads;
    size_t rows, columns; /* of C that a work-group has */
    size_t local[3];
    const int *ids; /* the matrix of weights of each product; NULL: its own */
};

/* The elements of the matrices that products have, one behind another, in place of those of all matrices. */
static float *of_products(float *all, const int *ids, size_t products, size_t elements)
{
    float *const chosen = malloc(products * elements * sizeof *chosen);
    if (!chosen)
        exit(1);
    for (size_t i = 0; i < products * elements; i++)
        chosen[i] = all[(size_t)ids[i / elements] * elements + i % elements];
    free(all);
    return chosen;
}

static void multiply(struct host *host, const struct call *call, const size_t *passed)
{
    struct product p = {call->entry, call->m, call->n, call->k, call->heads, {0}, {0}, {0}, 1, 4};
    const size_t groups[3] = {(p.m + call->rows - 1) / call->rows,
                              (p.n + call->columns - 1) / call->columns, p.members};
    cl_mem of_weights[2], buffers[3];
    float *a, *b;
    weights(host, call->type, p.members * p.m * p.k / BLOCK, of_weights, &a);
    buffers[0] = of_weights[0];
    if (call->ids)
        a = of_products(a, call->ids, p.members, p.m * p.k);
    buffers[1] = numbers(host, OFFSET + p.members * p.n * p.k, sizeof *b, &b);
    buffers[2] = result(host, OFFSET + p.members * p.m * p.n, sizeof *b);
    p.a = (struct matrix){a, 0, p.m * p.k, p.k, 1};
    p.b = (struct matrix){b, OFFSET, p.n * p.k, 1, p.k};
    p.c = (struct matrix){NULL, OFFSET, p.m * p.n, 1, p.m};
    const cl_kernel kernel = build(host, call->file, "", call->entry);
    /* The scales are the second argument: `pass` knows three buffers, and passes the quants in their place first. */
    pass(kernel, call->letters, buffers, passed);
    require(clSetKernelArg(kernel, 1, sizeof of_weights[1], &of_weights[1]), "clSetKernelArg");
    const cl_mem ids = call->ids ? filled(host, call->ids, p.members * sizeof *call->ids) : NULL;
    if (ids)
        require(clSetKernelArg(kernel, 4, sizeof ids, &ids), "clSetKernelArg");
    launch(host, kernel, groups, call->local);
    check(host, kernel, buffers, &p);
    clReleaseMemObject(of_weights[1]);
    if (ids)
        clReleaseMemObject(ids);
}

/* A layer's weights by the tokens of a prompt, in tiles. */
static void by_tiles(struct host *host, struct call call)
{
    const size_t passed[] = {OFFSET * 4,      OFFSET * 4,      call.k,          call.m, call.heads,
                             call.n,          call.heads,      call.k,          call.k, call.m,
                             call.m * call.k, call.n * call.k, call.m * call.n, 1,      1};
    call.letters = "AABlCliiiiiiiiiiiii";
    multiply(host, &call, passed);
}

/* The same by the few tokens that follow: sizes alone. */
static void by_vectors(struct host *host, struct call call)
{
    const size_t passed[] = {OFFSET * 4, OFFSET * 4, call.k, call.m, call.heads, call.k,
                             call.heads, call.m,     call.n, 1,      1};
    call.letters = "AABlCliiiiiiiii";
    multiply(host, &call, passed);
}

/* And with strides in bytes of rows and matrices. */
static void by_vectors_in_bytes(struct host *host, struct call call)
{
    const size_t row = call.k / BLOCK * call.type->whole, vector = call.k * 4;
    const size_t passed[] = {OFFSET * 4,
                             OFFSET * 4,
                             call.k,
                             call.m,
                             row,
                             row * call.m,
                             row * call.m * call.heads,
                             call.heads,
                             vector,
                             vector * call.n,
                             vector * call.n * call.heads,
                             call.m,
                             call.n,
                             1,
                             1};
    call.letters = "AABlCliilllillliiii";
    multiply(host, &call, passed);
}

/* Tokens by experts, `each` of them for a token, by a vector for each expert. */
static void by_experts(struct host *host, struct call call, size_t each)
{
    const size_t row = call.k / BLOCK * call.type->whole, vector = call.k * 4;
    const size_t passed[] = {OFFSET * 4,
                             0,
                             OFFSET * 4,
                             call.k,
                             call.m,
                             row,
                             row * call.m,
                             each,
                             call.heads / each,
                             vector,
                             vector * each,
                             each,
                             call.heads / each,
                             4 * each,
                             call.m,
                             each};
    call.letters = "AABlAlCliilliilliilii";
    multiply(host, &call, passed);
}

static void products(struct host *host)
{
    static const int experts[6] = {4, 1, 1, 5, 0, 4};
    by_tiles(host, (struct call){&q4_0,
                                 "mul_mm_q4_0.cl",
                                 "kernel_mul_mm_q4_0_f32_l4_lm",
                                 NULL,
                                 576,
                                 33,
                                 192,
                                 1,
                                 64,
                                 64,
                                 {128, 1, 1},
                                 NULL});
    by_vectors(host, (struct call){&q4_0,
                                   "mul_mv_q4_0.cl",
                                   "kernel_mul_mat_q4_0_f32_8x_flat",
                                   NULL,
                                   70,
                                   3,
                                   64,
                                   2,
                                   8,
                                   1,
                                   {16, 1, 1},
                                   NULL});
    by_vectors_in_bytes(host, (struct call){&q8_0,
                                            "mul_mv_q8_0.cl",
                                            "kernel_mul_mv_q8_0_f32_flat",
                                            NULL,
                                            70,
                                            1,
                                            192,
                                            3,
                                            8,
                                            1,
                                            {16, 2, 1},
                                            NULL});
    by_experts(host,
               (struct call){&q8_0,
                             "mul_mv_id_q8_0.cl",
                             "kernel_mul_mv_id_q8_0_f32_flat",
                             NULL,
                             70,
                             1,
                             192,
                             6,
                             8,
                             1,
                             {16, 2, 1},
                             experts},
               2);
}

int main(void)
{
    return on_every_device(products);
}
