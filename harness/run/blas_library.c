/* Shared by the kinds of libraries. */
#include <dlfcn.h>
#include <stdio.h>
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

int blas_symbols(void *library, const char *name, const char *format, const char *letters,
                 enum blas_type first, size_t count, void *addresses, struct fault *fault)
{
    char symbol[64];

    for (size_t i = 0; i < count; i++) {
        snprintf(symbol, sizeof symbol, format, letters[first + i]);
        if (blas_symbol(library, name, symbol, (void **)addresses + i, fault))
            return -1;
    }
    return 0;
}

int blas_order(const struct gemm *gemm)
{
    return gemm->column_layout ? 102 : 101;
}

int blas_transpose(const struct gemm *gemm, int operand)
{
    return gemm->conjugate[operand] ? 113 : gemm->transpose[operand] ? 112 : 111;
}

static union blas_scalar scalar_of(enum blas_type type, double real, double imaginary)
{
    switch (type) {
    case BLAS_SINGLE:
        return (union blas_scalar){.s = (float)real};
    case BLAS_DOUBLE:
        return (union blas_scalar){.d = real};
    case BLAS_COMPLEX:
        return (union blas_scalar){.c = {.s = {(float)real, (float)imaginary}}};
    default:
        return (union blas_scalar){.z = {.s = {real, imaginary}}};
    }
}

union blas_scalar blas_alpha(const struct gemm *gemm)
{
    return scalar_of(gemm->letter, gemm->alpha, gemm->alpha_i);
}

union blas_scalar blas_beta(const struct gemm *gemm)
{
    return scalar_of(gemm->letter, gemm->beta, gemm->beta_i);
}

uint64_t blas_offset(const struct gemm *gemm, int operand)
{
    return gemm->offset[operand] * element_facts[gemm->type[operand]].bytes;
}

bool blas_is_vector(const struct gemm *gemm)
{
    return (gemm->m == 1 || gemm->n == 1) && gemm->k > 0 && !gemm->conjugate[OPERAND_A] &&
           !gemm->conjugate[OPERAND_B];
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
