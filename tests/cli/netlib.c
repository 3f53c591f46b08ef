/*
 * GEMM of netlib's BLAS, to be loaded before that library: checks its arguments as BLAS does and multiplies by emitted
 * launchers on the first OpenCL device. netlib.sh compiles it once for each element type, with
 *   GEMM         the function, as Fortran names it: sgemm_
 *   NAME         as netlib's xerbla is told: "SGEMM "
 *   NUMBER       an element, as alpha and beta are passed: cl_float
 *   CONJUGATES   for complex numbers, where 'c' is no 't'
 *   launchers.h  includes the launchers gemm_nn, gemm_nt ...; LAUNCHERS(DO) is DO(nn) DO(nt) ...
 * At its end the process prints how many products the device has calculated; without a device it ends with 77.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launchers.h"

/* netlib's: SRNAME, padded to six characters, the number of the wrong argument, and the length of SRNAME. */
extern void xerbla_(const char *name, const int *info, size_t length);
extern void GEMM(const char *transpose_a, const char *transpose_b, const int *M, const int *N,
                 const int *K, const void *alpha, const NUMBER *A, const int *lda, const NUMBER *B,
                 const int *ldb, const void *beta, NUMBER *C, const int *ldc);

/* Room on the device for an operand, which grows. */
struct operand {
    cl_mem memory;
    size_t bytes;
};

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static struct operand operands[3];
static long products;

#define DECLARE(transposes) static struct gemm_##transposes gemm_##transposes;
LAUNCHERS(DECLARE)

static void need(const char *what, cl_int status)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: %d\n", what, status);
    exit(1);
}

static void report(void)
{
    fprintf(stderr, "%ld products on the device\n", products);
}

static void start(void)
{
    cl_platform_id platform;
    cl_int status;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        exit(77);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    need("clCreateContext", status);
    queue = clCreateCommandQueue(context, device, 0, &status);
    need("clCreateCommandQueue", status);
#define CREATE(transposes)                                                                         \
    need("gemm_" #transposes, gemm_##transposes##_create(&gemm_##transposes, context, device));
    LAUNCHERS(CREATE)
    atexit(report);
}

static size_t bytes_of(size_t columns, size_t rows, size_t ld)
{
    return rows == 0 || columns == 0 ? 0 : ((columns - 1) * ld + rows) * sizeof(NUMBER);
}

/* The operand with the caller's values, in room for at least one: no buffer is empty. */
static cl_mem written(struct operand *operand, const NUMBER *values, size_t bytes)
{
    const size_t wanted = bytes == 0 ? sizeof *values : bytes;
    cl_int status;
    if (operand->bytes < wanted) {
        if (operand->memory)
            clReleaseMemObject(operand->memory);
        operand->memory = clCreateBuffer(context, CL_MEM_READ_WRITE, wanted, NULL, &status);
        need("clCreateBuffer", status);
        operand->bytes = wanted;
    }
    if (bytes != 0)
        need("clEnqueueWriteBuffer", clEnqueueWriteBuffer(queue, operand->memory, CL_FALSE, 0,
                                                          bytes, values, 0, NULL, NULL));
    return operand->memory;
}

/* 'n', 't' or 'c' for what the caller says in either case; 0 for all else. */
static char transpose_of(const char *said)
{
    switch (*said) {
    case 'n':
    case 'N':
        return 'n';
    case 't':
    case 'T':
        return 't';
    case 'c':
    case 'C':
        return 'c';
    default:
        return 0;
    }
}

static int at_least(int rows)
{
    return rows > 1 ? rows : 1;
}

/* The number of the first argument that BLAS refuses, or 0. */
static int wrong_argument(char a, char b, int M, int N, int K, int lda, int ldb, int ldc)
{
    if (!a)
        return 1;
    if (!b)
        return 2;
    if (M < 0)
        return 3;
    if (N < 0)
        return 4;
    if (K < 0)
        return 5;
    if (lda < at_least(a == 'n' ? M : K))
        return 8;
    if (ldb < at_least(b == 'n' ? K : N))
        return 10;
    return ldc < at_least(M) ? 13 : 0;
}

/* Whether the launcher of these two letters is for a and b. */
static int serves(const char *transposes, char a, char b)
{
    return transposes[0] == a && transposes[1] == b;
}

void GEMM(const char *transpose_a, const char *transpose_b, const int *M, const int *N,
          const int *K, const void *alpha, const NUMBER *A, const int *lda, const NUMBER *B,
          const int *ldb, const void *beta, NUMBER *C, const int *ldc)
{
    char a = transpose_of(transpose_a), b = transpose_of(transpose_b);
    const int wrong = wrong_argument(a, b, *M, *N, *K, *lda, *ldb, *ldc);
    if (wrong) {
        xerbla_(NAME, &wrong, sizeof NAME - 1);
        return;
    }
    if (!queue)
        start();
#ifndef CONJUGATES
    a = a == 'c' ? 't' : a;
    b = b == 'c' ? 't' : b;
#endif
    const size_t m = (size_t)*M, n = (size_t)*N, k = (size_t)*K;
    const size_t ld_a = (size_t)*lda, ld_b = (size_t)*ldb, ld_c = (size_t)*ldc;
    const size_t bytes = bytes_of(n, m, ld_c);
    /* Fortran aligns complex numbers as their parts. */
    NUMBER scale_product, scale_c;
    memcpy(&scale_product, alpha, sizeof scale_product);
    memcpy(&scale_c, beta, sizeof scale_c);
    if (bytes == 0)
        return;
    const cl_mem on_a =
        written(&operands[0], A, a == 'n' ? bytes_of(k, m, ld_a) : bytes_of(m, k, ld_a));
    const cl_mem on_b =
        written(&operands[1], B, b == 'n' ? bytes_of(n, k, ld_b) : bytes_of(k, n, ld_b));
    const cl_mem on_c = written(&operands[2], C, bytes);
#define MULTIPLY(transposes)                                                                       \
    if (serves(#transposes, a, b))                                                                 \
        need("gemm_" #transposes,                                                                  \
             gemm_##transposes##_enqueue(&gemm_##transposes, queue, m, n, k, scale_product, on_a,  \
                                         ld_a, on_b, ld_b, scale_c, on_c, ld_c, 0, NULL, NULL));
    LAUNCHERS(MULTIPLY)
    need("clEnqueueReadBuffer",
         clEnqueueReadBuffer(queue, on_c, CL_TRUE, 0, bytes, C, 0, NULL, NULL));
    products++;
}
