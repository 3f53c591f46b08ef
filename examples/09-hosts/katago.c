/*
 * Calls emitted kernels as KataGo calls those that it has from CLBlast, and its own for tensor cores, on shapes of its nets: argument by
 * argument, with its launches, and with its tuned numbers as macros.
 */
#include "host.h"

#include <stddef.h>

/* Numbers that its tuner has written down, as Makefile emits kernels for them. */
#define XGEMM "-DMWG=64 -DNWG=32 -DKWG=16 -DMDIMC=8 -DNDIMC=8"
#define DIRECT "-DWGD=32 -DMDIMCD=8 -DNDIMCD=8 -DKWID=2"
#define HALVES " -DPRECISION_STORAGE=16"
#define WARPS "-DMWG=64 -DNWG=32 -DKWG=16 -DMWAVE=32 -DNWAVE=32 -DMWARP=16 -DNWARP=16"

enum {
    MWG = 64,
    NWG = 32,
    WGD = 32,
    MDIMC = 8,
    NDIMC = 8
};

/* Launches the work-groups and checks what they have computed. */
static void finish(struct host *host, cl_kernel kernel, const size_t groups[3],
                   const cl_mem buffers[3], const struct product *product)
{
    static const size_t local[3] = {MDIMC, NDIMC, 1};
    launch(host, kernel, groups, local);
    check(host, kernel, buffers, product);
}

/* The products of a Winograd convolution: 36 of them, of tiles by channels, all padded to the kernel's tiles. */
static void convolution(struct host *host, const char *macros, size_t bytes)
{
    struct product p = {"XgemmBatched", 128, 192, 192, 36, {0}, {0}, {0}, 1, bytes};
    cl_mem buffers[3];
    lay_out(host, &p, buffers);
    const cl_kernel kernel = build(host, "xgemm.cl", macros, p.name);
    const size_t passed[] = {p.m, p.n, p.k, p.m, p.k, p.n, p.k, p.m, p.n};
    const size_t groups[3] = {p.m / MWG, p.n / NWG, p.members};
    pass(kernel, "iiiAiiBiiCii", buffers, passed);
    finish(host, kernel, groups, buffers, &p);
}

/* By two warps along M and two along N, which are 64 x 2 work-items. */
static void finish_warps(struct host *host, cl_kernel kernel, const cl_mem buffers[3],
                         const struct product *p)
{
    static const size_t local[3] = {64, 2, 1};
    const size_t groups[3] = {(p->m + MWG - 1) / MWG, p->n / NWG, p->members};
    launch(host, kernel, groups, local);
    check(host, kernel, buffers, p);
}

/* The convolution by its own kernel. */
static void convolution_by_warps(struct host *host)
{
    struct product p = {"hgemmWmmaBatched", 128, 96, 96, 36, {0}, {0}, {0}, 1, 2};
    cl_mem buffers[3];
    lay_out(host, &p, buffers);
    const cl_kernel kernel = build(host, "hgemm.cl", WARPS, p.name);
    const size_t passed[] = {p.m, p.n, p.k};
    pass(kernel, "iiiABC", buffers, passed);
    finish_warps(host, kernel, buffers, &p);
}

/* A convolution of 1 x 1: one product a board, of 361 points by channels. */
static void pointwise(struct host *host, const char *macros, size_t bytes)
{
    struct product p = {"XgemmDirectStridedBatchedNN", 361, 96, 96, 3, {0}, {0}, {0}, 1, bytes};
    cl_mem buffers[3];
    lay_out(host, &p, buffers);
    p.b.stride = 0; /* one matrix of weights for all boards */
    const cl_kernel kernel = build(host, "strided.cl", macros, p.name);
    const size_t passed[] = {p.m, p.n, p.k, p.m, p.m * p.k, p.n, 0, p.m, p.m * p.n, 0};
    const size_t groups[3] = {(p.m + WGD - 1) / WGD, (p.n + WGD - 1) / WGD, p.members};
    pass(kernel, "iiiAiiBiiCiii", buffers, passed);
    finish(host, kernel, groups, buffers, &p);
}

/* The same by its own kernel: sizes and buffers alone. */
static void pointwise_by_warps(struct host *host)
{
    struct product p = {"hgemmWmmaNCHW", 361, 96, 96, 3, {0}, {0}, {0}, 1, 2};
    cl_mem buffers[3];
    lay_out(host, &p, buffers);
    p.b.stride = 0;
    const cl_kernel kernel = build(host, "nchw.cl", WARPS, p.name);
    const size_t passed[] = {p.k, p.m, p.n};
    pass(kernel, "iiiABC", buffers, passed);
    finish_warps(host, kernel, buffers, &p);
}

/* A layer of a head: a vector for each board. */
static void head(struct host *host)
{
    struct product p = {"XgemmDirectBatchedTT", 5, 48, 96, 1, {0}, {0}, {0}, 1, 4};
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, p.m * p.k, 4, &a), numbers(host, p.n * p.k, 4, &b),
                               result(host, p.m * p.n, 4)};
    const cl_kernel kernel = build(host, "heads.cl", DIRECT, "XgemmDirectBatchedTT");
    p.a = (struct matrix){a, 0, 0, p.k, 1};
    p.b = (struct matrix){b, 0, 0, 1, p.k};
    p.c = (struct matrix){NULL, 0, 0, p.n, 1};
    const size_t passed[] = {p.m, p.n, p.k, p.k, p.k, p.n, 1};
    const size_t groups[3] = {(p.m + WGD - 1) / WGD, (p.n + WGD - 1) / WGD, p.members};
    pass(kernel, "iiiAiBiCii", buffers, passed);
    finish(host, kernel, groups, buffers, &p);
}

static void products(struct host *host)
{
    convolution(host, XGEMM, sizeof(float));
    convolution(host, XGEMM HALVES, sizeof(cl_half));
    convolution_by_warps(host);
    pointwise(host, DIRECT, sizeof(float));
    pointwise(host, DIRECT HALVES, sizeof(cl_half));
    pointwise_by_warps(host);
    head(host);
}

int main(void)
{
    return on_every_device(products);
}
