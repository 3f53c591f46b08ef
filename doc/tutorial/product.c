/* C = A B on the first OpenCL device, by a kernel and a launcher that clgemm-gen has written. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#include "gemm_launch.h"

enum {
    M = 2, /* rows of A and C */
    N = 3, /* columns of B and C */
    K = 4  /* columns of A, rows of B */
};

static const float a[M][K] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
static const float b[K][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
static float c[M][N];

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, status);
    exit(1);
}

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "no OpenCL platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "no OpenCL device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");

    /* The matrices in memory of the device. */
    const cl_mem_flags copy = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem on_a = clCreateBuffer(context, copy, sizeof a, (void *)a, &status);
    check(status, "A");
    cl_mem on_b = clCreateBuffer(context, copy, sizeof b, (void *)b, &status);
    check(status, "B");
    cl_mem on_c = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof c, NULL, &status);
    check(status, "C");

    /* Built once for a device, called for any sizes: alpha is 1, beta 0, rows lie K or N elements apart. */
    struct gemm product;
    check(gemm_create(&product, context, device), "gemm_create");
    check(gemm_enqueue(&product, queue, M, N, K, 1.0f, on_a, K, on_b, N, 0.0f, on_c, N, 0, NULL,
                       NULL),
          "gemm_enqueue");
    check(clEnqueueReadBuffer(queue, on_c, CL_TRUE, 0, sizeof c, c, 0, NULL, NULL), "read C");

    for (int row = 0; row < M; row++)
        printf("%4g %4g %4g\n", c[row][0], c[row][1], c[row][2]);

    gemm_release(&product);
    clReleaseMemObject(on_c);
    clReleaseMemObject(on_b);
    clReleaseMemObject(on_a);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
