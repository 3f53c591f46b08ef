/*
 * Calls an emitted kernel as Leela Chess Zero calls that which it has from CLBlast, on a shape of its nets: sizes and buffers alone, with
 * its launch, and with its tuned numbers as macros.
 */
#include "host.h"

#include <stdlib.h>

#define XGEMM "-DMWG=64 -DNWG=32 -DKWG=16 -DMDIMC=8 -DNDIMC=8"

/* The products of a Winograd convolution: 36 of them, channels by tiles, padded to the kernel's tiles. */
static void products(struct host *host)
{
    struct product p = {"XgemmBatched", 128, 32, 128, 36, {0}, {0}, {0}, 1};
    float *a, *b;
    const cl_mem buffers[3] = {numbers(host, p.members * p.m * p.k, 4, &a),
                               numbers(host, p.members * p.n * p.k, 4, &b),
                               result(host, p.members * p.m * p.n)};
    const cl_int sizes[3] = {(cl_int)p.m, (cl_int)p.n, (cl_int)p.k};
    const size_t local[3] = {8, 8, 1};
    const size_t global[3] = {p.m * 8 / 64, p.n * 8 / 32, p.members};
    const cl_kernel kernel = build(host, "tight.cl", XGEMM, "XgemmBatched");
    for (cl_uint i = 0; i < 3; i++) {
        require(clSetKernelArg(kernel, i, sizeof sizes[i], &sizes[i]), "clSetKernelArg");
        require(clSetKernelArg(kernel, 3 + i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
    }
    require(clEnqueueNDRangeKernel(host->queue, kernel, 3, NULL, global, local, 0, NULL, NULL),
            "clEnqueueNDRangeKernel");
    p.a = (struct matrix){a, 0, p.m * p.k, 1, p.m};
    p.b = (struct matrix){b, 0, p.n * p.k, p.n, 1};
    p.c = (struct matrix){NULL, 0, p.m * p.n, 1, p.m};
    check(host, buffers[2], &p);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    free(a);
    free(b);
}

int main(void)
{
    return on_every_device(products);
}
