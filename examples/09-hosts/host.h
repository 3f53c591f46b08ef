/*
 * What the hosts of this folder share: a device, kernels from files, buffers, and a product that is checked.
 */
#ifndef HOST_H
#define HOST_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stddef.h>

struct host {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

/* Runs `products` on every device there is; the exit code: 77 where there is none. */
int on_every_device(void (*products)(struct host *host));

/* Ends the program where a call failed. */
void require(cl_int status, const char *what);

/* Builds the kernel `entry` of a file with the macros that the host defines. */
cl_kernel build(struct host *host, const char *file, const char *macros, const char *entry);

/* Passes the arguments of a kernel, a letter each: A, B and C are the buffers; i and l the next one of the numbers, as an int or a ulong. */
void pass(cl_kernel kernel, const char *letters, const cl_mem buffers[3], const size_t *numbers);

/* Launches so many work-groups of so many work-items. */
void launch(struct host *host, cl_kernel kernel, const size_t groups[3], const size_t local[3]);

/* A buffer of so many whole numbers from -2 to 2, which are kept in *values too; `bytes`: of an element, 2 for halves. */
cl_mem numbers(struct host *host, size_t count, size_t bytes, float **values);

/* A buffer for the result. */
cl_mem result(struct host *host, size_t count, size_t bytes);

/* How a matrix lies in its buffer: element (i, j) of a member is at offset + member * stride + i * down + j * right. */
struct matrix {
    const float *values;
    size_t offset, stride, down, right;
};

struct product {
    const char *name;
    size_t m, n, k, members;
    struct matrix a, b; /* a is m x k, b k x n */
    struct matrix c;    /* without values */
    size_t share;       /* so many members of c have one of a */
    size_t bytes;       /* of an element of c, 2 for halves */
};

/* Makes the buffers of a batch of column-major products, B transposed, whose members lie behind one another, and says how its matrices lie. */
void lay_out(struct host *host, struct product *product, cl_mem buffers[3]);

/* Compares elements of the result (buffers[2]) with products of the numbers, which are exact, and releases kernel, buffers and numbers; ends the program
 * where one is wrong. */
void check(struct host *host, cl_kernel kernel, const cl_mem buffers[3],
           const struct product *product);

#endif
