/* What the kinds of libraries share. */
#include <dlfcn.h>
#include <string.h>

#include "harness/run/blas_internal.h"

void *blas_library(const char *name, const char *const *files, const char *package,
                   struct fault *fault)
{
    void *library = NULL;
    const char *first = *files;

    for (; *files != NULL && library == NULL; files++)
        library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fault_set(fault, FAULT_REFUSED, "%s is not here: there is no %s (%s)", name, first,
                  package);
    return library;
}

int blas_symbol(void *library, const char *name, const char *symbol, void *address,
                struct fault *fault)
{
    void *found = dlsym(library, symbol);

    if (found == NULL)
        return fault_set(fault, FAULT_REFUSED, "this %s has no function %s", name, symbol);
    memcpy(address, &found, sizeof found); /* C has no cast from data to functions */
    return 0;
}

int blas_order(const struct gemm *gemm)
{
    return gemm->column_layout ? 102 : 101;
}

int blas_transpose(const struct gemm *gemm, int operand)
{
    return gemm->transpose[operand] ? 112 : 111;
}

bool blas_is_vector(const struct gemm *gemm)
{
    return (gemm->m == 1 || gemm->n == 1) && gemm->k > 0;
}

struct gemv blas_vector(const struct gemm *gemm)
{
    bool row = gemm->n > 1; /* of C: its transpose is op(B)^T op(A)^T */
    int matrix = row ? OPERAND_B : OPERAND_A, vector = row ? OPERAND_A : OPERAND_B;
    bool transposed = gemm->transpose[matrix] != row;
    int length = (int)(row ? gemm->n : gemm->m), k = (int)gemm->k;
    /* A row of a row-major matrix is contiguous, and a column of a column-major one. */
    bool contiguous = (gemm->column_layout == row) == gemm->transpose[vector];

    return (struct gemv){
        .matrix = matrix,
        .vector = vector,
        .transposed = transposed,
        .lines = transposed ? k : length,
        .columns = transposed ? length : k,
        .ld = (int)gemm->ld[matrix],
        .step_x = contiguous ? 1 : (int)gemm->ld[vector],
        .step_y = gemm->column_layout == row ? (int)gemm->ld[OPERAND_C] : 1,
    };
}
