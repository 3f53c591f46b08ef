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
    cl_mem buffers[3];
    lay_out(host, &p, buffers);
    const cl_kernel kernel = build(host, "tight.cl", XGEMM, p.name);
    const size_t passed[] = {p.m, p.n, p.k};
    const size_t local[3] = {8, 8, 1};
    const size_t groups[3] = {p.m / 64, p.n / 32, p.members};
    pass(kernel, "iiiABC", buffers, passed);
    launch(host, kernel, groups, local);
    check(host, kernel, buffers, &p);
}

int main(void)
{
    return on_every_device(products);
}
