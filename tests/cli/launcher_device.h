/*
 * What host programs share that try emitted launchers: buffers of small whole numbers, and `main`, which calls the program's `test` for
 * every device there is. It returns 77 where there is none.
 */
#include <stdio.h>
#include <stdlib.h>

#include <CL/cl.h>

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static int wrong;

#define EXPECT(what, wanted)                                                                       \
    do {                                                                                           \
        const cl_int got_ = (what);                                                                \
        if (got_ != (wanted)) {                                                                    \
            printf("line %d: %s is %d, not %d\n", __LINE__, #what, got_, (wanted));                \
            wrong = 1;                                                                             \
        }                                                                                          \
    } while (0)

/* Small whole numbers: every sum of products is exact in single precision. */
static float element(size_t i, int seed)
{
    return (float)((int)((i * 7 + i / 5 + (size_t)seed * 13) % 11) - 5);
}

static inline cl_mem matrix(size_t count, int seed)
{
    cl_int status;
    float *values = malloc((count ? count : 1) * sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = element(i, seed);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   (count ? count : 1) * sizeof *values, values, &status);
    EXPECT(status, CL_SUCCESS);
    free(values);
    return buffer;
}

/* Memory without values. */
static inline cl_mem empty(size_t bytes)
{
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    EXPECT(status, CL_SUCCESS);
    return buffer;
}

/* Of the queue; out of order, so that steps must wait for those before them, where the program says nothing else. */
#ifndef QUEUE_PROPERTIES
#define QUEUE_PROPERTIES CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#endif

/* What the program tries on `device`. */
static void test(void);

static void test_device(void)
{
    char name[200] = "";
    cl_int status;
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
    printf("%s\n", name);
    fflush(stdout);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    EXPECT(status, CL_SUCCESS);
    queue = clCreateCommandQueue(context, device, QUEUE_PROPERTIES, &status);
    if (status != CL_SUCCESS)
        queue = clCreateCommandQueue(context, device, 0, &status);
    EXPECT(status, CL_SUCCESS);
    test();
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

int main(void)
{
    cl_platform_id platforms[8];
    cl_device_id devices[8];
    cl_uint count = 0, device_count, tested = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return 77;
    for (cl_uint i = 0; i < count && i < 8; i++) {
        device_count = 0;
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 8, devices, &device_count);
        for (cl_uint j = 0; j < device_count && j < 8; j++) {
            device = devices[j];
            test_device();
            tested++;
        }
    }
    /* Without what is registered for the end: Intel's runtime aborts there after test_failed of launcher_steps.sh. */
    fflush(stdout);
    _Exit(tested == 0 ? 77 : wrong);
}
