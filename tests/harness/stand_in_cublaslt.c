/* libcublasLt on the host, for tests/harness/compare_cublas.sh, over the products of stand_in_cublas.c. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stand_in_cublas.h"

/* Attributes by their numbers. */
struct described {
    long long attribute[32];
    int type;
    uint64_t rows, columns;
    int64_t ld;
};

static int create(void **made, struct described described)
{
    struct described *room = malloc(sizeof *room);

    *room = described;
    *made = room;
    return 0;
}

static int set_attribute(struct described *of, int attribute, const void *value, size_t bytes,
                         size_t wanted)
{
    if (bytes != wanted)
        return 7; /* CUBLAS_STATUS_INVALID_VALUE */
    of->attribute[attribute] = 0;
    memcpy(&of->attribute[attribute], value, bytes);
    return 0;
}

static int destroy(void *made)
{
    free(made);
    return 0;
}

int cublasLtMatmulDescCreate(void **made, int compute, int scale)
{
    return compute == 68 && scale == R_32F ? create(made, (struct described){.type = compute}) : 15;
}

/* TRANSA and TRANSB are of 32 bits, FAST_ACCUM is of 8. */
int cublasLtMatmulDescSetAttribute(void *made, int attribute, const void *value, size_t bytes)
{
    return set_attribute(made, attribute, value, bytes,
                         attribute == 3 || attribute == 4 ? 4
                         : attribute == 25                ? 1
                                                          : 0);
}

int cublasLtMatmulDescDestroy(void *made)
{
    return destroy(made);
}

int cublasLtMatrixLayoutCreate(void **made, int type, uint64_t rows, uint64_t columns, int64_t ld)
{
    return create(made,
                  (struct described){.type = type, .rows = rows, .columns = columns, .ld = ld});
}

/* BATCH_COUNT is of 32 bits, STRIDED_BATCH_OFFSET of 64. */
int cublasLtMatrixLayoutSetAttribute(void *made, int attribute, const void *value, size_t bytes)
{
    return set_attribute(made, attribute, value, bytes,
                         attribute == 5   ? 4
                         : attribute == 6 ? 8
                                          : 0);
}

int cublasLtMatrixLayoutDestroy(void *made)
{
    return destroy(made);
}

int cublasLtMatmulPreferenceCreate(void **made)
{
    return create(made, (struct described){.type = 0});
}

/* MAX_WORKSPACE_BYTES is of 64 bits, MIN_ALIGNMENT_A_BYTES to ..._D_BYTES are of 32. */
int cublasLtMatmulPreferenceSetAttribute(void *made, int attribute, const void *value, size_t bytes)
{
    return set_attribute(made, attribute, value, bytes,
                         attribute == 1                     ? 8
                         : attribute >= 5 && attribute <= 8 ? 4
                                                            : 0);
}

int cublasLtMatmulPreferenceDestroy(void *made)
{
    return destroy(made);
}

struct heuristic {
    uint64_t algorithm[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
};

/* An algorithm where K is a multiple of 16, for nothing else. */
int cublasLtMatmulAlgoGetHeuristic(void *handle, void *description, void *a, void *b, void *c,
                                   void *d, void *preference, int most, struct heuristic *found,
                                   int *count)
{
    const struct described *of = description, *left = a, *prefer = preference;

    (void)b;
    if (handle != (void *)1 || c != d || most != 1 || prefer->attribute[1] != 32 << 20)
        return 7;
    memset(found, 0, sizeof *found);
    found->algorithm[7] = 77;
    *count = left->rows % 16 == 0;
    return of->attribute[3] == 1 && of->attribute[4] == 0 && *count ? 0 : 15;
}

int cublasLtMatmul(void *handle, void *description, const void *alpha, const void *a,
                   void *a_layout, const void *b, void *b_layout, const void *beta, const void *c,
                   void *c_layout, void *d, void *d_layout, const uint64_t *algorithm,
                   void *workspace, size_t bytes, void *stream)
{
    const struct described *of = description, *left = a_layout, *right = b_layout, *to = c_layout;
    const int members = to->attribute[5] ? (int)to->attribute[5] : 1;

    if (c != d || c_layout != d_layout || algorithm[7] != 77 || workspace == NULL ||
        bytes != 32 << 20 || stream != NULL || left->rows != right->rows ||
        left->columns != to->rows || right->columns != to->columns)
        return 7;
    return multiply_batch(handle, (int)of->attribute[3], (int)of->attribute[4], (int)to->rows,
                          (int)to->columns, (int)left->rows, alpha, a, left->type, (int)left->ld,
                          left->attribute[6], b, right->type, (int)right->ld, right->attribute[6],
                          beta, d, to->type, (int)to->ld, to->attribute[6], members, of->type,
                          of->attribute[25] ? "fast" : "68");
}
