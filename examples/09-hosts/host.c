#include "host.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void require(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "%s failed: %d\n", what, status);
    exit(1);
}

static void *allocate(size_t bytes)
{
    void *const memory = calloc(1, bytes);
    if (memory)
        return memory;
    fprintf(stderr, "out of memory\n");
    exit(1);
}

int on_every_device(void (*products)(struct host *host))
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    int found = 0;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
        count = 0;
    for (cl_uint i = 0; i < count && i < 16; i++) {
        struct host host;
        cl_int status;
        char name[128] = "";
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &host.device, NULL) != CL_SUCCESS)
            continue;
        clGetDeviceInfo(host.device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
        host.context = clCreateContext(NULL, 1, &host.device, NULL, NULL, &status);
        require(status, "clCreateContext");
        host.queue = clCreateCommandQueue(host.context, host.device, 0, &status);
        require(status, "clCreateCommandQueue");
        printf("on %s:\n", name);
        products(&host);
        clReleaseCommandQueue(host.queue);
        clReleaseContext(host.context);
        found = 1;
    }
    if (!found)
        fprintf(stderr, "there is no OpenCL device\n");
    return found ? 0 : 77;
}

static char *read_file(const char *path)
{
    enum {
        MOST = 1 << 20
    };
    FILE *const file = fopen(path, "rb");
    char *const text = allocate(MOST + 1);
    if (!file || fread(text, 1, MOST, file) == 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

cl_kernel build(struct host *host, const char *file, const char *macros, const char *entry)
{
    char *const text = read_file(file);
    cl_int status;
    const cl_program program =
        clCreateProgramWithSource(host->context, 1, (const char **)&text, NULL, &status);
    require(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &host->device, macros, NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, host->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log,
                              NULL);
        fprintf(stderr, "%s does not build:\n%s\n", file, log);
        exit(1);
    }
    const cl_kernel kernel = clCreateKernel(program, entry, &status);
    require(status, entry);
    clReleaseProgram(program);
    free(text);
    return kernel;
}

void pass(cl_kernel kernel, const char *letters, const cl_mem buffers[3], const size_t *numbers)
{
    for (cl_uint i = 0; letters[i]; i++) {
        const bool is_buffer = letters[i] >= 'A' && letters[i] <= 'C';
        const cl_ulong number = is_buffer ? 0 : *numbers++;
        const cl_int small = (cl_int)number;
        require(is_buffer ? clSetKernelArg(kernel, i, sizeof *buffers, &buffers[letters[i] - 'A'])
                : letters[i] == 'l' ? clSetKernelArg(kernel, i, sizeof number, &number)
                                    : clSetKernelArg(kernel, i, sizeof small, &small),
                "clSetKernelArg");
    }
}

void launch(struct host *host, cl_kernel kernel, const size_t groups[3], const size_t local[3])
{
    const size_t global[3] = {groups[0] * local[0], groups[1] * local[1], groups[2] * local[2]};
    require(clEnqueueNDRangeKernel(host->queue, kernel, 3, NULL, global, local, 0, NULL, NULL),
            "clEnqueueNDRangeKernel");
}

cl_mem numbers(struct host *host, size_t count, size_t bytes, float **values)
{
    static const unsigned short halves[5] = {0xc000, 0xbc00, 0, 0x3c00, 0x4000};
    unsigned state = 1;
    char *const stored = allocate(count * bytes);
    *values = allocate(count * sizeof **values);
    for (size_t i = 0; i < count; i++) {
        state = state * 1103515245 + 12345;
        const unsigned number = state >> 16 & 0x7fff;
        (*values)[i] = (float)(number % 5) - 2;
        if (bytes == 2)
            memcpy(stored + 2 * i, &halves[number % 5], 2);
        else
            memcpy(stored + 4 * i, &(*values)[i], 4);
    }
    cl_int status;
    const cl_mem buffer = clCreateBuffer(host->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                         count * bytes, stored, &status);
    require(status, "clCreateBuffer");
    free(stored);
    return buffer;
}

cl_mem result(struct host *host, size_t count, size_t bytes)
{
    cl_int status;
    const cl_mem buffer =
        clCreateBuffer(host->context, CL_MEM_WRITE_ONLY, count * bytes, NULL, &status);
    require(status, "clCreateBuffer");
    return buffer;
}

void lay_out(struct host *host, struct product *product, cl_mem buffers[3])
{
    struct product *const p = product;
    float *a, *b;
    buffers[0] = numbers(host, p->members * p->m * p->k, p->bytes, &a);
    buffers[1] = numbers(host, p->members * p->n * p->k, p->bytes, &b);
    buffers[2] = result(host, p->members * p->m * p->n, p->bytes);
    p->a = (struct matrix){a, 0, p->m * p->k, 1, p->m};
    p->b = (struct matrix){b, 0, p->n * p->k, p->n, 1};
    p->c = (struct matrix){NULL, 0, p->m * p->n, 1, p->m};
}

static float element(const struct matrix *matrix, size_t member, size_t i, size_t j)
{
    return matrix
        ->values[matrix->offset + member * matrix->stride + i * matrix->down + j * matrix->right];
}

/* Compares every seventh element of C with the product. */
static void compare(const struct product *p, const float *got)
{
    struct matrix of_c = p->c;
    size_t compared = 0;
    of_c.values = got;
    for (size_t i = 0; i < p->members * p->m * p->n; i += 7, compared++) {
        const size_t member = i / (p->m * p->n), row = i / p->n % p->m, column = i % p->n;
        float sum = 0;
        for (size_t k = 0; k < p->k; k++)
            sum += element(&p->a, member / p->share, row, k) * element(&p->b, member, k, column);
        if (element(&of_c, member, row, column) != sum) {
            fprintf(stderr, "%s: element (%zu, %zu) of member %zu is %g, not %g\n", p->name, row,
                    column, member, (double)element(&of_c, member, row, column), (double)sum);
            exit(1);
        }
    }
    printf("  %s: %zu products of %zu x %zu x %zu, %zu elements compared, all right\n", p->name,
           p->members, p->m, p->n, p->k, compared);
}

/* The value of a half that is a whole number: its sign, exponent and fraction as those of a single. */
static float value_of_half(unsigned half)
{
    const unsigned bits = (half & 0x8000) << 16 | ((half & 0x7fff) + (112 << 10)) << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    return half & 0x7fff ? value : 0;
}

/* Makes singles of halves in place, from the last one on. */
static void widen(float *values, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        unsigned short half;
        memcpy(&half, (const char *)values + 2 * i, 2);
        values[i] = value_of_half(half);
    }
}

void check(struct host *host, cl_kernel kernel, const cl_mem buffers[3], const struct product *p)
{
    const size_t count = p->c.offset + (p->members - 1) * p->c.stride + (p->m - 1) * p->c.down +
                         (p->n - 1) * p->c.right + 1;
    float *const got = allocate(count * sizeof *got);
    require(clEnqueueReadBuffer(host->queue, buffers[2], CL_TRUE, 0, count * p->bytes, got, 0, NULL,
                                NULL),
            "clEnqueueReadBuffer");
    if (p->bytes == 2)
        widen(got, count);
    compare(p, got);
    free(got);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    free((float *)p->a.values);
    free((float *)p->b.values);
}
