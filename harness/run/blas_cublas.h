/* Products in the words of cuBLAS and cublasLt; only blas_cublas*.c include this. */
#ifndef HARNESS_RUN_BLAS_CUBLAS_H
#define HARNESS_RUN_BLAS_CUBLAS_H

#include "harness/run/blas_internal.h"

typedef unsigned long long cuda_address;

/* The arguments of a product. A row-major one is the column-major one of the transposes: C^T =
 * op(B)^T op(A)^T. */
struct arguments {
    int left, right; /* operands */
    int end_left, end_right;
    int m, n, k;
    int left_ld, right_ld, ldc;
    void *a, *b, *c;
    int type_left, type_right, result;
    int compute;
    char alpha[2 * sizeof(double)], beta[2 * sizeof(double)];
};

/* The members of a batch, elements from one to the next. */
struct members {
    long long count, left, right, c;
};

/* What cublasLt is wanted for: A and B of 8-bit reals. */
bool cublaslt_serves(const enum element_type types[OPERAND_COUNT]);

/* Refuses what cublasLt does not multiply, as blas_kind.check. */
int cublaslt_check(const struct gemm *gemm, const struct launch *launch, struct fault *fault);

/* Whether sums stay in the engine, whose digits are few, to their end, which is faster: unless the
 * kernel adds its own up beside. */
bool cublaslt_sums_fast(const struct gemm *gemm);

enum {
    CUBLASLT_WORKSPACE = 32 << 20, /* bytes */
    CUBLASLT_SUM_DIGITS = 14       /* binary digits of the engine's sums of 8-bit reals */
};

struct cublaslt;

/* Finds cublasLt in cuBLAS; `handle` is cuBLAS's. NULL with FAULT_REFUSED where it has none. */
struct cublaslt *cublaslt_open(void *library, void *handle, cuda_address workspace,
                               struct fault *fault);
void cublaslt_close(struct cublaslt *lt);

/* Starts a product, by the algorithm that cublasLt names first. Errors: FAULT_REFUSED where it has
 * none, FAULT_DEVICE. */
int cublaslt_multiply(struct cublaslt *lt, const struct arguments *of, struct members members,
                      bool fast, struct fault *fault);

#endif
