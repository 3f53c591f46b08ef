/*
 * Multiplies two shapes on an OpenCL device, each with the kernel that was measured as the fastest for it or for the
 * nearest shape, and checks the products. Exit code 77: there is no device.
 *
 * clgemm_launch.h has all kernels as one: it picks, and builds what it needs. With a folder as the first argument it keeps
 * programs there, and the next run does not build them; the first one measures the kernels on this device, and the file rates of the
 * folder has what it found.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "clgemm_launch.h"

struct shape {
    int m, n, k;
};

static void require(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s failed: %d\n", what, status);
        exit(1);
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

/* Values whose products and sums are whole numbers below 2^24: the result is exact. */
static float *make_matrix(int rows, int columns, int seed)
{
    float *values = malloc(sizeof *values * (size_t)rows * (size_t)columns);
    if (!values)
        exit(1);
    for (int i = 0; i < rows * columns; i++)
        values[i] = (float)((i * 7 + seed) % 13 - 6);
    return values;
}

static int wrong_elements(struct shape shape, const float *a, const float *b, const float *c)
{
    int wrong = 0;
    for (int i = 0; i < shape.m; i++)
        for (int j = 0; j < shape.n; j++) {
            float sum = 0;
            for (int k = 0; k < shape.k; k++)
                sum += a[i * shape.k + k] * b[k * shape.n + j];
            wrong += !(c[i * shape.n + j] == sum);
        }
    return wrong;
}

/* Number of wrong elements. */
static int multiply(struct clgemm *product, cl_context context, cl_command_queue queue,
                    struct shape shape)
{
    static const char *const levels[] = {"no kernel", "measured", "predicted", "nearest"};
    const size_t c_bytes = sizeof(float) * (size_t)shape.m * (size_t)shape.n;
    const cl_mem_flags copy = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    float *a = make_matrix(shape.m, shape.k, 1), *b = make_matrix(shape.k, shape.n, 5);
    float *c = make_matrix(shape.m, shape.n, 0);
    enum clgemm_pick_level level;
    cl_int status;
    cl_mem buffer_a = clCreateBuffer(context, copy,
                                     sizeof(float) * (size_t)shape.m * (size_t)shape.k, a, &status);
    require(status, "clCreateBuffer for A");
    cl_mem buffer_b = clCreateBuffer(context, copy,
                                     sizeof(float) * (size_t)shape.k * (size_t)shape.n, b, &status);
    require(status, "clCreateBuffer for B");
    cl_mem buffer_c = clCreateBuffer(context, CL_MEM_READ_WRITE, c_bytes, NULL, &status);
    require(status, "clCreateBuffer for C");

    require(clgemm_enqueue(product, queue, (size_t)shape.m, (size_t)shape.n, (size_t)shape.k, 1.0f,
                           buffer_a, (size_t)shape.k, buffer_b, (size_t)shape.n, 0.0f, buffer_c,
                           (size_t)shape.n, 0, NULL, NULL),
            "the product");
    require(clEnqueueReadBuffer(queue, buffer_c, CL_TRUE, 0, c_bytes, c, 0, NULL, NULL),
            "clEnqueueReadBuffer");
    const int wrong = wrong_elements(shape, a, b, c);
    const int kernel =
        clgemm_pick_here(product, shape.m, shape.n, shape.k, &level); /* as clgemm_enqueue does */
    printf("%d x %d x %d by %s (%s): %d wrong\n", shape.m, shape.n, shape.k,
           clgemm_kernel_name(kernel), levels[level], wrong);

    clReleaseMemObject(buffer_a);
    clReleaseMemObject(buffer_b);
    clReleaseMemObject(buffer_c);
    free(a);
    free(b);
    free(c);
    return wrong;
}

/* Reads what an earlier run has measured on this device; or measures, and writes it. */
static void learn(struct clgemm *product, cl_command_queue queue, const char *folder)
{
    char path[4096], text[65536];
    snprintf(path, sizeof path, "%s/rates", folder);
    FILE *file = fopen(path, "rb");
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = '\0';
    if (file)
        fclose(file);
    if (clgemm_rates_read(product, text) == 0)
        return;
    require(clgemm_calibrate(product, queue, 2.0, 64 << 20), "clgemm_calibrate");
    const size_t size = clgemm_rates_write(product, text, sizeof text);
    file = size <= sizeof text ? fopen(path, "wb") : NULL;
    if (file) {
        fwrite(text, 1, size - 1, file);
        fclose(file);
    }
}

int main(int count, char **arguments)
{
    const struct shape measured = {96, 96, 96}, other = {1000, 3, 77};
    cl_device_id device = find_device();
    cl_int status;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    require(status, "clCreateCommandQueue");
    struct clgemm product;
    require(clgemm_create_cached(&product, context, device, count > 1 ? arguments[1] : NULL),
            "clgemm_create_cached");
    if (count > 1)
        learn(&product, queue, arguments[1]);
    const int wrong =
        multiply(&product, context, queue, measured) + multiply(&product, context, queue, other);
    clgemm_release(&product);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong != 0;
}
