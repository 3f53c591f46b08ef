/*
 * libcublas on the host, for tests/harness/compare_cublas.sh: the functions that `compare --with cublas` calls, with the arguments, types
 * and numbers of the real ones. Types and compute type of each product are a line of the file that the environment's CUBLAS_CALLS names.
 * With WRONG_DOUBLE products of doubles are wrong.
 */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stand_in_cublas.h"

#ifndef WRONG_DOUBLE
#define WRONG_DOUBLE 0
#endif

/* ------------------------------------------------------------------------------------ elements */

static size_t bytes_of(int type)
{
    switch (type) {
    case C_64F:
        return 16;
    case R_64F:
    case C_32F:
        return 8;
    case R_32F:
    case R_32I:
        return 4;
    default:
        return type == R_8I || type == R_8F_E4M3 || type == R_8F_E5M2 ? 1 : 2;
    }
}

static double half(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, digits = bits & 1023;
    const double magnitude = exponent == 0    ? ldexp(digits, -24)
                             : exponent == 31 ? (digits ? NAN : INFINITY)
                                              : ldexp(1024 + digits, exponent - 25);

    return bits & 0x8000 ? -magnitude : magnitude;
}

/* 4 bits of exponent, 3 of digits, and no infinity. */
static double e4m3(uint8_t bits)
{
    const int exponent = bits >> 3 & 15, digits = bits & 7;
    const double magnitude = (bits & 127) == 127 ? NAN
                             : exponent == 0     ? ldexp(digits, -9)
                                                 : ldexp(8 + digits, exponent - 10);

    return bits & 0x80 ? -magnitude : magnitude;
}

/* Of numbers that a half holds exactly. */
static uint16_t half_of(double value)
{
    uint16_t bits = 0;

    while (bits < 0x7c00 && half(bits) != fabs(value))
        bits++;
    return bits | (signbit(value) ? 0x8000 : 0);
}

static double get_real(const void *array, int type, size_t at)
{
    const char *from = (const char *)array + at * bytes_of(type);
    uint32_t bits = 0;
    float single;
    double number;

    if (type == R_64F) {
        memcpy(&number, from, sizeof number);
        return number;
    }
    memcpy(&bits, from, bytes_of(type));
    if (type == R_16F)
        return half((uint16_t)bits);
    if (type == R_8F_E4M3)
        return e4m3((uint8_t)bits);
    if (type == R_8F_E5M2)
        return half((uint16_t)(bits << 8));
    if (type == R_8I)
        return (int8_t)bits;
    if (type == R_32I)
        return (int32_t)bits;
    bits <<= type == R_16BF ? 16 : 0;
    memcpy(&single, &bits, sizeof single);
    return single;
}

static void put_real(void *array, int type, size_t at, double value)
{
    char *to = (char *)array + at * bytes_of(type);
    float single = (float)value;
    uint32_t bits;

    memcpy(&bits, &single, sizeof bits);
    if (type == R_64F) {
        memcpy(to, &value, sizeof value);
        return;
    }
    if (type == R_16F)
        bits = half_of(value);
    if (type == R_32I)
        bits = (uint32_t)(int32_t)value;
    bits >>= type == R_16BF ? 16 : 0;
    memcpy(to, &bits, bytes_of(type));
}

static bool is_complex(int type)
{
    return type == C_32F || type == C_64F;
}

static int part_of(int type)
{
    return type == C_32F ? R_32F : R_64F;
}

static double complex get(const void *array, int type, size_t at)
{
    return is_complex(type) ? CMPLX(get_real(array, part_of(type), 2 * at),
                                    get_real(array, part_of(type), 2 * at + 1))
                            : get_real(array, type, at);
}

static void put(void *array, int type, size_t at, double complex value)
{
    if (is_complex(type)) {
        put_real(array, part_of(type), 2 * at, creal(value));
        put_real(array, part_of(type), 2 * at + 1, cimag(value));
    } else {
        put_real(array, type, at, creal(value));
    }
}

/* Of CUBLAS_OP_C. */
static double complex end(int operation, double complex value)
{
    return operation == 2 ? conj(value) : value;
}

/* ----------------------------------------------------------------------------------- libcublas */

int cublasCreate_v2(void **handle)
{
    *handle = (void *)1;
    return 0;
}

int cublasDestroy_v2(void *handle)
{
    return handle != (void *)1;
}

int cublasGetVersion_v2(void *handle, int *version)
{
    *version = 130000;
    return handle != (void *)1;
}

/* The type of alpha and beta, by the numbers of cublasComputeType_t and the type of C; -1: there is no such. */
static int scale_of(int compute, int type)
{
    switch (compute) {
    case 64:
        return R_16F;
    case 68:
        return type == C_32F ? C_32F : R_32F;
    case 70:
        return type == C_64F ? C_64F : R_64F;
    case 72:
        return R_32I;
    case 77:
        return R_32F;
    default:
        return -1;
    }
}

int multiply_batch(void *handle, int transa, int transb, int m, int n, int k, const void *alpha,
                   const void *a, int type_a, int lda, long long stride_a, const void *b,
                   int type_b, int ldb, long long stride_b, const void *beta, void *c, int type_c,
                   int ldc, long long stride_c, int count, int compute, const char *name)
{
    const int scale = scale_of(compute, type_c);
    const char *path = getenv("CUBLAS_CALLS");
    FILE *calls = path == NULL ? NULL : fopen(path, "a");

    if (calls != NULL) {
        fprintf(calls, "%d %d %d in %s, %d members\n", type_a, type_b, type_c, name, count);
        fclose(calls);
    }
    if (handle != (void *)1 || scale < 0)
        return 15; /* CUBLAS_STATUS_NOT_SUPPORTED */
    for (size_t member = 0; member < (size_t)count; member++)
        for (size_t j = 0; j < (size_t)n; j++)
            for (size_t i = 0; i < (size_t)m; i++) {
                const size_t at = member * (size_t)stride_c + j * (size_t)ldc + i;
                const size_t a_member = member * (size_t)stride_a;
                const size_t b_member = member * (size_t)stride_b;
                double complex sum = 0;

                for (size_t l = 0; l < (size_t)k; l++) {
                    const size_t a_at = transa ? i * (size_t)lda + l : l * (size_t)lda + i;
                    const size_t b_at = transb ? l * (size_t)ldb + j : j * (size_t)ldb + l;

                    sum += end(transa, get(a, type_a, a_member + a_at)) *
                           end(transb, get(b, type_b, b_member + b_at));
                }
                sum *= get(alpha, scale, 0) * (WRONG_DOUBLE && type_c == R_64F ? 2 : 1);
                if (get(beta, scale, 0) != 0)
                    sum += get(beta, scale, 0) * get(c, type_c, at);
                put(c, type_c, at, sum);
            }
    return 0;
}

int cublasGemmStridedBatchedEx(void *handle, int transa, int transb, int m, int n, int k,
                               const void *alpha, const void *a, int type_a, int lda,
                               long long stride_a, const void *b, int type_b, int ldb,
                               long long stride_b, const void *beta, void *c, int type_c, int ldc,
                               long long stride_c, int count, int compute, int algorithm)
{
    char name[16];

    snprintf(name, sizeof name, "%d", compute);
    return algorithm != -1 || type_a == R_8F_E4M3 || type_a == R_8F_E5M2
               ? 15
               : multiply_batch(handle, transa, transb, m, n, k, alpha, a, type_a, lda, stride_a, b,
                                type_b, ldb, stride_b, beta, c, type_c, ldc, stride_c, count,
                                compute, name);
}

int cublasGemmEx(void *handle, int transa, int transb, int m, int n, int k, const void *alpha,
                 const void *a, int type_a, int lda, const void *b, int type_b, int ldb,
                 const void *beta, void *c, int type_c, int ldc, int compute, int algorithm)
{
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, 0, b,
                                      type_b, ldb, 0, beta, c, type_c, ldc, 0, 1, compute,
                                      algorithm);
}

/* Alpha and beta of all groups lie one behind another, and so do the addresses of their matrices. */
int cublasGemmGroupedBatchedEx(void *handle, const int *transa, const int *transb, const int *m,
                               const int *n, const int *k, const void *alpha, const void **a,
                               int type_a, const int *lda, const void **b, int type_b,
                               const int *ldb, const void *beta, void **c, int type_c,
                               const int *ldc, int groups, const int *sizes, int compute)
{
    const size_t step = bytes_of(scale_of(compute, type_c));
    int status = 0, first = 0;

    for (int i = 0; i < groups && status == 0; first += sizes[i++])
        for (int j = first; j < first + sizes[i] && status == 0; j++)
            status = multiply_batch(handle, transa[i], transb[i], m[i], n[i], k[i],
                                    (const char *)alpha + (size_t)i * step, a[j], type_a, lda[i], 0,
                                    b[j], type_b, ldb[i], 0, (const char *)beta + (size_t)i * step,
                                    c[j], type_c, ldc[i], 0, 1, compute, "groups");
    return status;
}

static int multiply_vector(void *handle, int type, int trans, int m, int n, const void *alpha,
                           const void *a, int lda, const void *x, int incx, const void *beta,
                           void *y, int incy)
{
    for (size_t i = 0; i < (size_t)(trans ? n : m); i++) {
        double complex sum = 0;

        for (size_t l = 0; l < (size_t)(trans ? m : n); l++)
            sum += end(trans, get(a, type, trans ? i * (size_t)lda + l : l * (size_t)lda + i)) *
                   get(x, type, l * (size_t)incx);
        sum *= get(alpha, type, 0);
        if (get(beta, type, 0) != 0)
            sum += get(beta, type, 0) * get(y, type, i * (size_t)incy);
        put(y, type, i * (size_t)incy, sum);
    }
    return handle != (void *)1;
}

int cublasSgemv_v2(void *handle, int trans, int m, int n, const float *alpha, const float *a,
                   int lda, const float *x, int incx, const float *beta, float *y, int incy)
{
    return multiply_vector(handle, R_32F, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

int cublasDgemv_v2(void *handle, int trans, int m, int n, const double *alpha, const double *a,
                   int lda, const double *x, int incx, const double *beta, double *y, int incy)
{
    return multiply_vector(handle, R_64F, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

int cublasCgemv_v2(void *handle, int trans, int m, int n, const void *alpha, const void *a, int lda,
                   const void *x, int incx, const void *beta, void *y, int incy)
{
    return multiply_vector(handle, C_32F, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

int cublasZgemv_v2(void *handle, int trans, int m, int n, const void *alpha, const void *a, int lda,
                   const void *x, int incx, const void *beta, void *y, int incy)
{
    return multiply_vector(handle, C_64F, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}
