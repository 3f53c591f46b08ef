/*
 * Multiplies two matrices on an OpenCL device with an emitted kernel and its launcher, and checks the product.
 *
 * The numbers are real ones: A holds the cosines of a discrete Fourier transform, B some signals; C is
 * their spectra. The sizes are divided by no tile. Exit code 77: there is no device.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gemm_launch.h"

enum {
    FREQUENCIES = 129,
    SIGNALS = 37,
    SAMPLES = 256
};

static float a[FREQUENCIES][SAMPLES], b[SAMPLES][SIGNALS], c[FREQUENCIES][SIGNALS];

static void require(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s failed: %d\n", what, status);
        exit(1);
    }
}

static void fill_matrices(void)
{
    const double pi = acos(-1.0);
    for (int k = 0; k < SAMPLES; k++) {
        for (int i = 0; i < FREQUENCIES; i++)
            a[i][k] = (float)cos(2 * pi * i * k / SAMPLES);
        for (int j = 0; j < SIGNALS; j++)
            b[k][j] =
                (float)(cos(2 * pi * j * k / SAMPLES) + 0.25 * cos(2 * pi * 3 * j * k / SAMPLES));
    }
}

/* The first device of the first platform that has one. */
static cl_device_id find_device(void)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    cl_device_id device;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
        count = 0;
    for (cl_uint i = 0; i < count && i < 16; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
            return device;
    puts("there is no OpenCL device here");
    exit(77);
}

/* C = A B on the device. */
static void multiply(cl_device_id device)
{
    struct gemm product;
    cl_int status;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    require(status, "clCreateCommandQueue");
    const cl_mem_flags copy = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem buffer_a = clCreateBuffer(context, copy, sizeof a, a, &status);
    require(status, "clCreateBuffer for A");
    cl_mem buffer_b = clCreateBuffer(context, copy, sizeof b, b, &status);
    require(status, "clCreateBuffer for B");
    cl_mem buffer_c = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof c, NULL, &status);
    require(status, "clCreateBuffer for C");

    status = gemm_create(&product, context, device);
    if (status != CL_SUCCESS && product.log)
        fputs(product.log, stderr);
    require(status, "gemm_create");
    require(gemm_enqueue(&product, queue, FREQUENCIES, SIGNALS, SAMPLES, 1.0f, buffer_a, SAMPLES,
                         buffer_b, SIGNALS, 0.0f, buffer_c, SIGNALS, 0, NULL, NULL),
            "gemm_enqueue");
    require(clEnqueueReadBuffer(queue, buffer_c, CL_TRUE, 0, sizeof c, c, 0, NULL, NULL),
            "clEnqueueReadBuffer");

    gemm_release(&product);
    clReleaseMemObject(buffer_a);
    clReleaseMemObject(buffer_b);
    clReleaseMemObject(buffer_c);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

/* Largest difference from the product in double precision, in units of the bound that single precision allows. */
static double compare_with_host(void)
{
    double worst = 0;
    for (int i = 0; i < FREQUENCIES; i++)
        for (int j = 0; j < SIGNALS; j++) {
            double sum = 0, magnitude = 0;
            for (int k = 0; k < SAMPLES; k++) {
                sum += (double)a[i][k] * b[k][j];
                magnitude += fabs((double)a[i][k] * b[k][j]);
            }
            const double bound = (SAMPLES + 2) * ldexp(1, -24) * magnitude;
            const double ratio = fabs(c[i][j] - sum) / bound;
            if (!(ratio <= worst))
                worst = ratio;
        }
    return worst;
}

/* Signal j has its greatest amplitude at frequency j. */
static int strongest_frequency(int signal)
{
    int strongest = 0;
    for (int i = 0; i < FREQUENCIES; i++)
        if (c[i][signal] > c[strongest][signal])
            strongest = i;
    return strongest;
}

int main(void)
{
    fill_matrices();
    multiply(find_device());
    for (int signal = 1; signal < SIGNALS; signal += 12)
        printf("signal %2d: strongest at frequency %2d\n", signal, strongest_frequency(signal));
    const double worst = compare_with_host();
    printf("C is %d x %d, K = %d; largest error: %.3f of the bound: %s\n", FREQUENCIES, SIGNALS,
           SAMPLES, worst, worst <= 1 ? "right" : "WRONG");
    return !(worst <= 1);
}
