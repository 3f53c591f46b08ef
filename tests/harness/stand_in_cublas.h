/* What the stand-ins for libcublas and libcublasLt share. */
#pragma once

/* Numbers of cudaDataType. */
enum {
    R_32F = 0,
    R_64F = 1,
    R_16F = 2,
    R_8I = 3,
    C_32F = 4,
    C_64F = 5,
    R_32I = 10,
    R_16BF = 14,
    R_8F_E4M3 = 28,
    R_8F_E5M2 = 29
};

/* The members of a batch, column-major, `stride` elements apart; types are of cudaDataType, `compute` of cublasComputeType_t. Writes a line of the
 * compute type by its name. The status is that of cuBLAS. */
int multiply_batch(void *handle, int transa, int transb, int m, int n, int k, const void *alpha,
                   const void *a, int type_a, int lda, long long stride_a, const void *b,
                   int type_b, int ldb, long long stride_b, const void *beta, void *c, int type_c,
                   int ldc, long long stride_c, int count, int compute, const char *name);
