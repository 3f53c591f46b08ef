/*
 * Calls emitted kernels as KataGo calls those that it has from CLBlast, on shapes of its nets: argument by argument, with its
 * launches, and with its tuned numbers as macros.
 */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>

/* Numbers that its tuner has written down, as Makefile emits kernels for them. */
#define XGEMM "-DMWG=64 -DNWG=32 -DKWG=16 -DMDIMC=8 -DNDIMC=8"
#define DIRECT "-DWGD=32 -DMDIMCD=8 -DNDIMCD=8 -DKWID=2"

enum {
    MWG = 64,
    NWG = 32,
    WGD = 32,
    MDIMC = 8,
    NDIMC = 8
};

static void set_int(cl_kernel kernel, cl_uint index, size_t value)
{
    const cl_int number = (cl_int)value;
    require(clSetKernelArg(kernel, index, sizeof number, &number), "clSetKernelArg");
}

static void set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer)
{
    require(clSetKernelArg(kernel, index, sizeof buffer, &buffer), "clSetKernelArg");
}

static void launch(struct host *host, cl_kernel kernel, size_t m_groups, size_t n_groups,
                   size_t members)
{
    const size_t local[3] = {MDIMC, NDIMC, 1};
    const size_t global[3] = {m_groups * MDIMC, n_groups * NDIMC, members};
    require(clEnqueueNDRangeKernel(host->queue, kernel, 3, NULL, global, local, 0, NULL, NULL),
            "clEnqueueNDRangeKernel");
}

/* Releases what a product has, after the check. */
static void finish(struct host *host, cl_kernel kernel, const cl_mem buffers[3],
                   const struct product *product)
{
    check(host, buffers[2], product);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    free((float *)product->a.values);
    free((float *)product->b.values);
}

/* The products of a Winograd convolution: 36 of them, of tiles by channels, all padded to the kernel's tiles. */
static void convolution(struct host *host)
{
    struct product p = {"XgemmBatched", 128, 192, 192, 36, {0}, {0}, {0}, 1};
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, p.members * p.m * p.k, 4, &a),
                               numbers(host, p.members * p.n * p.k, 4, &b),
                               result(host, p.members * p.m * p.n)};
    const cl_kernel kernel = build(host, "xgemm.cl", XGEMM, "XgemmBatched");
    p.a = (struct matrix){a, 0, p.m * p.k, 1, p.m};
    p.b = (struct matrix){b, 0, p.n * p.k, p.n, 1};
    p.c = (struct matrix){NULL, 0, p.m * p.n, 1, p.m};
    set_int(kernel, 0, p.m);
    set_int(kernel, 1, p.n);
    set_int(kernel, 2, p.k);
    set_buffer(kernel, 3, buffers[0]);
    set_int(kernel, 4, p.m);
    set_int(kernel, 5, p.k);
    set_buffer(kernel, 6, buffers[1]);
    set_int(kernel, 7, p.n);
    set_int(kernel, 8, p.k);
    set_buffer(kernel, 9, buffers[2]);
    set_int(kernel, 10, p.m);
    set_int(kernel, 11, p.n);
    launch(host, kernel, p.m / MWG, p.n / NWG, p.members);
    finish(host, kernel, buffers, &p);
}

/* A convolution of 1 x 1: one product a board, of 361 points by channels. */
static void pointwise(struct host *host)
{
    struct product p = {"XgemmDirectStridedBatchedNN", 361, 96, 96, 3, {0}, {0}, {0}, 1};
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, p.members * p.m * p.k, 4, &a),
                               numbers(host, p.n * p.k, 4, &b),
                               result(host, p.members * p.m * p.n)};
    const cl_kernel kernel = build(host, "strided.cl", DIRECT, "XgemmDirectStridedBatchedNN");
    p.a = (struct matrix){a, 0, p.m * p.k, 1, p.m};
    p.b = (struct matrix){b, 0, 0, p.n, 1};
    p.c = (struct matrix){NULL, 0, p.m * p.n, 1, p.m};
    set_int(kernel, 0, p.m);
    set_int(kernel, 1, p.n);
    set_int(kernel, 2, p.k);
    set_buffer(kernel, 3, buffers[0]);
    set_int(kernel, 4, p.m);
    set_int(kernel, 5, p.m * p.k);
    set_buffer(kernel, 6, buffers[1]);
    set_int(kernel, 7, p.n);
    set_int(kernel, 8, 0);
    set_buffer(kernel, 9, buffers[2]);
    set_int(kernel, 10, p.m);
    set_int(kernel, 11, p.m * p.n);
    set_int(kernel, 12, 0);
    launch(host, kernel, (p.m + WGD - 1) / WGD, (p.n + WGD - 1) / WGD, p.members);
    finish(host, kernel, buffers, &p);
}

/* A layer of a head: a vector for each board. */
static void head(struct host *host)
{
    struct product p = {"XgemmDirectBatchedTT", 5, 48, 96, 1, {0}, {0}, {0}, 1};
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, p.m * p.k, 4, &a), numbers(host, p.n * p.k, 4, &b),
                               result(host, p.m * p.n)};
    const cl_kernel kernel = build(host, "heads.cl", DIRECT, "XgemmDirectBatchedTT");
    p.a = (struct matrix){a, 0, 0, p.k, 1};
    p.b = (struct matrix){b, 0, 0, 1, p.k};
    p.c = (struct matrix){NULL, 0, 0, p.n, 1};
    set_int(kernel, 0, p.m);
    set_int(kernel, 1, p.n);
    set_int(kernel, 2, p.k);
    set_buffer(kernel, 3, buffers[0]);
    set_int(kernel, 4, p.k);
    set_buffer(kernel, 5, buffers[1]);
    set_int(kernel, 6, p.k);
    set_buffer(kernel, 7, buffers[2]);
    set_int(kernel, 8, p.n);
    set_int(kernel, 9, 1);
    launch(host, kernel, (p.m + WGD - 1) / WGD, (p.n + WGD - 1) / WGD, p.members);
    finish(host, kernel, buffers, &p);
}

static void products(struct host *host)
{
    convolution(host);
    pointwise(host);
    head(host);
}

int main(void)
{
    return on_every_device(products);
}
