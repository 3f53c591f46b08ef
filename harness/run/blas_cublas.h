/* Products in the words of cuBLAS and cublasLt; only blas_cublas*.c include this. */
#pragma once

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

/* Arithmetic of a product: a compute type of cublasGemmEx. The numbers are those of
 * cublasComputeType_t, from cuBLAS 11 on. */
struct calculation {
    enum element_type factors, result; /* of A and B; of C */
    enum element_type product, sum;    /* as the kernel has them; TYPE_OTHER: whatever they are */
    int compute;
    const char *name;
    enum element_type scale; /* of alpha and beta */
    const char *vector;      /* the function for a matrix and a vector; NULL: there is none */
};

/* That of a multiplication; NULL: cuBLAS does not multiply these types so. */
const struct calculation *cublas_calculation(const struct gemm *gemm);

/* The number of cudaDataType. */
int cublas_data_type(enum element_type type);

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

struct cublas {
    void *cuda, *library;
    int device;
    void *context, *handle;
    struct cublaslt *lt; /* NULL: no product has needed it */
    cuda_address workspace;
    void **
        listed; /* matrices of the groups that were multiplied last, as the device has them; owned */
    size_t listed_count; /* of A, of B and of C each */
    cuda_address list;
    int (*context_use)(void *context);
    int (*context_wait)(void);
    int (*context_drop)(int device);
    int (*memory_make)(cuda_address *address, size_t bytes);
    int (*memory_drop)(cuda_address address);
    int (*memory_write)(cuda_address to, const void *from, size_t bytes);
    int (*memory_read)(void *to, cuda_address from, size_t bytes);
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    int (*version)(void *handle, int *version);
    int (*gemm)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                const void *alpha, const void *a, int type_a, int lda, const void *b, int type_b,
                int ldb, const void *beta, void *c, int type_c, int ldc, int compute,
                int algorithm);
    int (*gemv[BLAS_TYPES])(void *handle, int transpose, int m, int n, const void *alpha,
                            const void *a, int lda, const void *x, int incx, const void *beta,
                            void *y, int incy);
};

/* Starts the products of groups by one call of cublasGemmGroupedBatchedEx, a group of one product
 * each: what types and alignment they have is the function's to refuse. Where the matrices lie is
 * sent to the device if it is not where those of the last call lay. Errors: FAULT_REFUSED where the
 * library has no such function (before 12.5), FAULT_DEVICE, FAULT_IO. */
int cublas_start_groups(struct cublas *cublas, const struct arguments *of, size_t count,
                        struct fault *fault);

/* Finds cublasLt in cuBLAS; `handle` is cuBLAS's. NULL with FAULT_REFUSED where it has none. */
struct cublaslt *cublaslt_open(void *library, void *handle, cuda_address workspace,
                               struct fault *fault);
void cublaslt_close(struct cublaslt *lt);

/* Starts a product, by the algorithm that cublasLt names first. Errors: FAULT_REFUSED where it has
 * none, FAULT_DEVICE. */
int cublaslt_multiply(struct cublaslt *lt, const struct arguments *of, struct members members,
                      bool fast, struct fault *fault);
