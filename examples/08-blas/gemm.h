/*
 * The functions of one type: sgemm_ as Fortran calls it, and cblas_sgemm. They check their arguments as netlib's do, copy
 * the matrices to the device and multiply there. What the device cannot do, the next BLAS of the process does. A file that
 * includes this one includes sgemm_nn_launch.h and those of the other transposes before, and defines
 *   LETTER         s
 *   NAME           "SGEMM ", as xerbla_ is told
 *   REAL           float
 *   NUMBER         an element as OpenCL has it: cl_float
 *   COMPLEX        for complex numbers, where 'c' is no 't'
 *   DISPATCHES(DO) DO(nn) DO(nt) ...: the transposes, as the dispatches are named by them
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define WORDS_(text) #text
#define WORDS(text) WORDS_(text)
#define FORTRAN JOIN(LETTER, gemm, _)
#define CBLAS JOIN(cblas_, LETTER, gemm)
#define DISPATCH(transposes) JOIN(LETTER, gemm_, transposes)
#define EXPORTED __attribute__((visibility("default")))

/* Scalars of C are values, complex ones have an address. */
#ifdef COMPLEX
#define SCALAR const void *
#define ADDRESS(scalar) (scalar)
#else
#define SCALAR REAL
#define ADDRESS(scalar) (&(scalar))
#endif

/* Of the program, or of the BLAS that comes next; without one errors are only told. */
extern void xerbla_(const char *name, const int *argument, size_t length) __attribute__((weak));
extern void cblas_xerbla(int argument, const char *name, const char *form, ...)
    __attribute__((weak));

typedef void gemm_function(const char *transpose_a, const char *transpose_b, const int *m,
                           const int *n, const int *k, const void *alpha, const void *a,
                           const int *lda, const void *b, const int *ldb, const void *beta, void *c,
                           const int *ldc);

EXPORTED gemm_function FORTRAN;
EXPORTED void CBLAS(int order, int transpose_a, int transpose_b, int m, int n, int k, SCALAR alpha,
                    const void *a, int lda, const void *b, int ldb, SCALAR beta, void *c, int ldc);

/* A call, column-major, its arguments checked. */
struct product {
    char transpose_a, transpose_b; /* n, t, c */
    int m, n, k;
    const void *alpha, *a;
    int lda;
    const void *b;
    int ldb;
    const void *beta;
    void *c;
    int ldc;
};

/* ---------------------------------------------------------------- on the device */

static struct {
#define MEMBER(transposes)                                                                         \
    int made_##transposes;                                                                         \
    struct DISPATCH(transposes) transposes;
    DISPATCHES(MEMBER)
} kernels;

static int is(const void *scalar, REAL value)
{
    const REAL *const parts = scalar;
    return parts[0] == value && (sizeof(NUMBER) == sizeof(REAL) || parts[1] == 0);
}

/* Enqueues the product of operands on the device by the dispatch of its transposes. */
static cl_int enqueue(const struct device *device, const struct product *p, cl_mem a, size_t lda,
                      cl_mem b, size_t ldb, cl_mem c)
{
    const size_t m = (size_t)p->m, n = (size_t)p->n, k = (size_t)p->k;
    char transpose_a = p->transpose_a, transpose_b = p->transpose_b;
    NUMBER alpha, beta;
    memcpy(&alpha, p->alpha, sizeof alpha); /* a caller aligns complex numbers as their parts */
    memcpy(&beta, p->beta, sizeof beta);
#ifndef COMPLEX
    transpose_a = transpose_a == 'c' ? 't' : transpose_a;
    transpose_b = transpose_b == 'c' ? 't' : transpose_b;
#endif
#define ENQUEUE(transposes)                                                                        \
    if (#transposes[0] == transpose_a && #transposes[1] == transpose_b) {                          \
        struct DISPATCH(transposes) *const all = &kernels.transposes;                              \
        cl_int status = CL_SUCCESS;                                                                \
        if (!kernels.made_##transposes)                                                            \
            status = CREATE(transposes)(all, device->context, device->id, device->folder);         \
        kernels.made_##transposes = 1;                                                             \
        if (status == CL_SUCCESS)                                                                  \
            status = ENQUEUE_OF(transposes)(all, device->queue, m, n, k, alpha, a, lda, b, ldb,    \
                                            beta, c, m, 0, NULL, NULL);                            \
        return status;                                                                             \
    }
#define CREATE(transposes) JOIN(DISPATCH(transposes), _create, _cached)
#define ENQUEUE_OF(transposes) JOIN(DISPATCH(transposes), _enqueue, )
    DISPATCHES(ENQUEUE)
    return CL_INVALID_VALUE;
}

/* What BLAS does not read may be anything: C where beta is 0, A and B where alpha or k is. */
static cl_int multiply(const struct device *device, const struct product *p)
{
    const int a_as_is = p->transpose_a == 'n', b_as_is = p->transpose_b == 'n';
    const size_t m = (size_t)p->m, n = (size_t)p->n, k = (size_t)p->k;
    const struct matrix a = {a_as_is ? m : k, a_as_is ? k : m, (size_t)p->lda, sizeof(NUMBER)};
    const struct matrix b = {b_as_is ? k : n, b_as_is ? n : k, (size_t)p->ldb, sizeof(NUMBER)};
    const struct matrix c = {m, n, (size_t)p->ldc, sizeof(NUMBER)};
    cl_mem on_a = NULL, on_b = NULL, on_c = NULL;
    cl_int status = device_operand(2, &c, is(p->beta, 0) ? NULL : p->c, &on_c);
    if (status == CL_SUCCESS && k != 0 && !is(p->alpha, 0)) {
        status = device_operand(0, &a, p->a, &on_a);
        if (status == CL_SUCCESS)
            status = device_operand(1, &b, p->b, &on_b);
    }
    if (status == CL_SUCCESS)
        status = enqueue(device, p, on_a, a.rows, on_b, b.rows, on_c);
    if (status == CL_SUCCESS)
        status = device_read(2, &c, p->c);
    if (status != CL_SUCCESS)
        device_finish();
    return status;
}

/* ---------------------------------------------------------------- elsewhere */

static void pass_on(const struct product *p)
{
    gemm_function *next;
    void *const address = elsewhere(WORDS(FORTRAN));
    if (!address) {
        fprintf(stderr,
                "clgemm-blas: no device has done what " WORDS(FORTRAN) " was asked, and "
                                                                       "there is no other BLAS\n");
        abort();
    }
    memcpy(&next, &address, sizeof next); /* C has no cast from data to functions */
    next(&p->transpose_a, &p->transpose_b, &p->m, &p->n, &p->k, p->alpha, p->a, &p->lda, p->b,
         &p->ldb, p->beta, p->c, &p->ldc);
}

static void run(const struct product *p)
{
    if (p->m == 0 || p->n == 0 || ((p->k == 0 || is(p->alpha, 0)) && is(p->beta, 1)))
        return;
    const struct device *const device = device_enter();
    const int served = device && multiply(device, p) == CL_SUCCESS;
    device_leave(served);
    if (!served)
        pass_on(p);
}

/* ---------------------------------------------------------------- what callers say */

/* 'n', 't' or 'c' for a letter in either case; 0 for all else. */
static char transpose_of_letter(char said)
{
    static const char said_so[] = "nNtTcC";
    const char *const found = said ? strchr(said_so, said) : NULL;
    return found ? "nnttcc"[found - said_so] : 0;
}

/* The same for a constant of CBLAS. */
static char transpose_of_constant(int said)
{
    return said >= 111 && said <= 113 ? "ntc"[said - 111] : 0;
}

static int too_small(int ld, int rows)
{
    return ld < (rows > 1 ? rows : 1);
}

/* The number of the first argument that BLAS refuses, in Fortran's order, or 0. */
static int wrong_argument(const struct product *p)
{
    if (!p->transpose_a)
        return 1;
    if (!p->transpose_b)
        return 2;
    if (p->m < 0)
        return 3;
    if (p->n < 0)
        return 4;
    if (p->k < 0)
        return 5;
    if (too_small(p->lda, p->transpose_a == 'n' ? p->m : p->k))
        return 8;
    if (too_small(p->ldb, p->transpose_b == 'n' ? p->k : p->n))
        return 10;
    return too_small(p->ldc, p->m) ? 13 : 0;
}

void FORTRAN(const char *transpose_a, const char *transpose_b, const int *m, const int *n,
             const int *k, const void *alpha, const void *a, const int *lda, const void *b,
             const int *ldb, const void *beta, void *c, const int *ldc)
{
    const struct product p = {transpose_of_letter(*transpose_a),
                              transpose_of_letter(*transpose_b),
                              *m,
                              *n,
                              *k,
                              alpha,
                              a,
                              *lda,
                              b,
                              *ldb,
                              beta,
                              c,
                              *ldc};
    const int wrong = wrong_argument(&p);
    if (!wrong)
        run(&p);
    else if (xerbla_)
        xerbla_(NAME, &wrong, sizeof NAME - 1);
    else
        fprintf(stderr, "clgemm-blas: argument %d of " NAME "is wrong\n", wrong);
}

/* Row-major matrices are the transposes of column-major ones, and C^T = B^T A^T. */
void CBLAS(int order, int transpose_a, int transpose_b, int m, int n, int k, SCALAR alpha,
           const void *a, int lda, const void *b, int ldb, SCALAR beta, void *c, int ldc)
{
    enum {
        ROW_MAJOR = 101,
        COLUMN_MAJOR = 102
    };
    const char name[] = WORDS(CBLAS);
    const char of_a = transpose_of_constant(transpose_a);
    const char of_b = transpose_of_constant(transpose_b);
    const struct product as_given = {of_a, of_b,          m, n,  k, ADDRESS(alpha), a, lda, b,
                                     ldb,  ADDRESS(beta), c, ldc};
    const struct product exchanged = {of_b, of_a,          n, m,  k, ADDRESS(alpha), b, ldb, a,
                                      lda,  ADDRESS(beta), c, ldc};
    const struct product *const p = order == ROW_MAJOR ? &exchanged : &as_given;
    /* CBLAS has the order before all others. Of exchanged sizes and operands netlib's tells the numbers that these have then. */
    static const int number[] = {[1] = 3, [2] = 2};
    int wrong = wrong_argument(p);
    if (order != ROW_MAJOR && order != COLUMN_MAJOR)
        wrong = 1;
    else if (wrong)
        wrong = order == ROW_MAJOR && wrong <= 2 ? number[wrong] : 1 + wrong;
    if (!wrong)
        run(p);
    else if (cblas_xerbla)
        cblas_xerbla(wrong, name, "");
    else
        fprintf(stderr, "clgemm-blas: argument %d of %s is wrong\n", wrong, name);
}
