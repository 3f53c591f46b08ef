#include "device.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PLATFORMS = 16,
    MOST_DEVICES = 16
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int looked; /* for the device */
static char name[256] = "no device";
static struct device device;
static long products, passed_on;

static struct {
    cl_mem memory;
    size_t bytes;
} operands[3];

/* ---------------------------------------------------------------- which device */

/* Whether a part of the platform's or of the device's name is as asked. */
static int is_asked(cl_platform_id platform, cl_device_id id, const char *asked)
{
    char names[2][256] = {"", ""};
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof names[0] - 1, names[0], NULL);
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof names[1] - 1, names[1], NULL);
    return strstr(names[0], asked) || strstr(names[1], asked);
}

/* The first device of the types that is as asked; NULL asks nothing. */
static cl_device_id find(cl_device_type types, const char *asked)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint platform_count = 0;
    if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &platform_count) != CL_SUCCESS)
        return NULL;
    for (cl_uint i = 0; i < platform_count && i < MOST_PLATFORMS; i++) {
        cl_device_id ids[MOST_DEVICES];
        cl_uint count = 0;
        if (clGetDeviceIDs(platforms[i], types, MOST_DEVICES, ids, &count) != CL_SUCCESS)
            continue;
        for (cl_uint j = 0; j < count && j < MOST_DEVICES; j++)
            if (!asked || is_asked(platforms[i], ids[j], asked))
                return ids[j];
    }
    return NULL;
}

/* The threads of the device's driver are not in a child of fork, which would wait for them without end: what was started before is
 * left alone there, and the other BLAS calculates. The lock is taken, so that no other thread is inside. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void in_parent(void)
{
    pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
    if (looked) {
        device.queue = NULL;
        snprintf(name, sizeof name, "a device that fork has left behind");
    }
    products = passed_on = 0;
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(before_fork, in_parent, in_child);
}

/* Nothing is released at the end of the process: its libraries, the driver's too, end in an order that nobody knows. */
static void report(void)
{
    fprintf(stderr, "clgemm-blas: %ld products on %s, %ld passed on\n", products, name, passed_on);
}

static void start(void)
{
    const char *const asked = getenv("CLGEMM_BLAS_DEVICE");
    cl_int status;
    device.folder = getenv("CLGEMM_BLAS_CACHE");
    if (getenv("CLGEMM_BLAS_REPORT"))
        atexit(report);
    device.id = find(CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR, asked);
    if (!device.id)
        device.id = find(CL_DEVICE_TYPE_ALL, asked);
    if (!device.id)
        return;
    /* In the end the driver may not be there to be asked. */
    clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
    device.context = clCreateContext(NULL, 1, &device.id, NULL, NULL, &status);
    if (status == CL_SUCCESS)
        device.queue = clCreateCommandQueue(device.context, device.id, 0, &status);
}

const struct device *device_enter(void)
{
    pthread_mutex_lock(&lock);
    if (!looked)
        start();
    looked = 1;
    return device.queue ? &device : NULL;
}

void device_leave(int served)
{
    if (served)
        products++;
    else
        passed_on++;
    pthread_mutex_unlock(&lock);
}

/* ---------------------------------------------------------------- operands */

cl_int device_operand(int operand, const struct matrix *matrix, const void *values, cl_mem *memory)
{
    const size_t start_of[3] = {0, 0, 0};
    const size_t column = matrix->rows * matrix->bytes, bytes = column * matrix->columns;
    const size_t region[3] = {column, matrix->columns, 1};
    cl_int status = CL_SUCCESS;
    if (operands[operand].bytes < bytes) {
        if (operands[operand].memory)
            clReleaseMemObject(operands[operand].memory);
        operands[operand].memory =
            clCreateBuffer(device.context, CL_MEM_READ_WRITE, bytes, NULL, &status);
        operands[operand].bytes = status == CL_SUCCESS ? bytes : 0;
    }
    *memory = operands[operand].memory;
    if (status != CL_SUCCESS || !values)
        return status;
    return clEnqueueWriteBufferRect(device.queue, *memory, CL_FALSE, start_of, start_of, region,
                                    column, 0, matrix->ld * matrix->bytes, 0, values, 0, NULL,
                                    NULL);
}

cl_int device_read(int operand, const struct matrix *matrix, void *values)
{
    const size_t start_of[3] = {0, 0, 0};
    const size_t column = matrix->rows * matrix->bytes;
    const size_t region[3] = {column, matrix->columns, 1};
    return clEnqueueReadBufferRect(device.queue, operands[operand].memory, CL_TRUE, start_of,
                                   start_of, region, column, 0, matrix->ld * matrix->bytes, 0,
                                   values, 0, NULL, NULL);
}

void device_finish(void)
{
    clFinish(device.queue);
}

/* ---------------------------------------------------------------- without it */

/* What a module of Python is linked with is not in the order of libraries that RTLD_NEXT follows. */
void *elsewhere(const char *function)
{
    void *const found = dlsym(RTLD_NEXT, function);
    const char *const asked = getenv("CLGEMM_BLAS_NEXT");
    void *const other = found ? NULL : dlopen(asked ? asked : "libblas.so.3", RTLD_NOW);
    return other ? dlsym(other, function) : found;
}
