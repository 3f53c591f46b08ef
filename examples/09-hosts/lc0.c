/*
 * Calls an emitted kernel as Leela Chess Zero calls that which it has from CLBlast, on a shape of its nets: sizes and buffers alone, with
 * its launch, and with its tuned numbers as macros.
 */
#include "host.h"

#include <stddef.h>

#define XGEMM "-DMWG=64 -DNWG=32 -DKWG=16 -DMDIMC=8 -DNDIMC=8"

/* The products of a Winograd convolution: 36 of them, channels by tiles, padded to the kernel's tiles. */
static void products(struct host *host)
{
    struct product p = {"XgemmBatched", 128, 32, 128, 36, {0}, {0}, {0}, 1, 4};
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, p.members * p.m * p.k, 4, &a),
                               numbers(host, p.members * p.n * p.k, 4, &b),
                               result(host, p.members * p.m * p.n, 4)};
    const size_t passed[] = {p.m, p.n, p.k};
    const size_t local[3] = {8, 8, 1};
    const size_t groups[3] = {p.m / 64, p.n / 32, p.members};
    const cl_kernel kernel = build(host, "tight.cl", XGEMM, "XgemmBatched");
    pass(kernel, "iiiABC", buffers, passed);
    launch(host, kernel, groups, local);
    p.a = (struct matrix){a, 0, p.m * p.k, 1, p.m};
    p.b = (struct matrix){b, 0, p.n * p.k, p.n, 1};
    p.c = (struct matrix){NULL, 0, p.m * p.n, 1, p.m};
    check(host, kernel, buffers, &p);
}

int main(void)
{
    return on_every_device(products);
}
