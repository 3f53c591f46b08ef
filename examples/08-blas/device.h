/*
 * The device that the library multiplies on, for all of its functions.
 */
#ifndef DEVICE_H
#define DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stddef.h>

struct device {
    cl_context context;
    cl_device_id id;
    cl_command_queue queue;
    const char *folder; /* of the program cache, or a null pointer */
};

/* A matrix of the caller's memory: columns of contiguous elements, ld elements apart. */
struct matrix {
    size_t rows, columns, ld;
    size_t bytes; /* of an element */
};

/* The device, for one product of one thread; others wait until device_leave. A null pointer: there is none. */
const struct device *device_enter(void);

/* Ends the product. `served`: whether the device has calculated it. */
void device_leave(int served);

/* Memory of the device for operand 0, 1 or 2, without gaps between columns; it belongs to this file, and the next
 * product uses it again. `values` are copied in, unless they are a null pointer; they are read until device_finish
 * or device_read returns. */
cl_int device_operand(int operand, const struct matrix *matrix, const void *values, cl_mem *memory);

/* Waits for the product, and copies an operand back: its elements, and not what lies between columns. */
cl_int device_read(int operand, const struct matrix *matrix, void *values);

void device_finish(void);

/* The address of a function of another BLAS: of one that the process loads behind this library, else of the file that CLGEMM_BLAS_NEXT
 * names, or of libblas.so.3. A null pointer: there is none. */
void *elsewhere(const char *function);

#endif
