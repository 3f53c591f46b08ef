/*
 * Matrices on the host: their values as doubles, and their bytes as the device sees them, with
 * layout, leading dimension, offset and poison.
 */
#pragma once

#include <limits.h>

#include "harness/run/launch.h"

struct matrix {
    uint64_t rows, columns; /* of op(A), op(B) or C */
    uint64_t stored_rows;   /* of memory, among which a list names these; 0: no list does */
    const uint64_t *row_at; /* which row of memory each is; NULL: they are one behind another */
    bool swapped;           /* memory runs along columns */
    uint64_t ld, offset;    /* elements */
    uint64_t elements;      /* exactly as many as BLAS requires, offset included; 0: empty */
    enum element_type type; /* one of matrices */
    bool conjugated;        /* memory holds the conjugates of the values */
    uint64_t *
        places; /* of an operand of a product in index notation: which element of a member each value is, NOTATION_OUTSIDE where there is none, which is 0; NULL: lines of `ld` elements; owned */
    double *
        value; /* rows x columns x element_parts, row-major, exactly representable in `type` (matrix_make_blocks); owned */
    unsigned char *
        blocks; /* where elements are stored so: those of the values (harness/manifest/quantised.h), line by line without gaps; owned */
    uint64_t members,
        step; /* of a batch, in one buffer: the distance of their starts in memory, 0 of a shared one */
    uint64_t start; /* of the member whose values are in `value`, behind the offset */
};

enum data {
    DATA_RANDOM, /* uniform in [-1, 1) */
    DATA_ONES,
    DATA_SMALL,   /* whole numbers -8 to 8 */
    DATA_WHOLE,   /* whole numbers but 0, so small that every sum of products is exact */
    DATA_POSITIVE /* whole numbers 1 to 4 */
};
/* If elements are whole numbers, DATA_RANDOM and DATA_WHOLE are any of element_range that are no
 * greater than `largest`. */
#define MATRIX_WHOLE_RANGE INT_MAX

/* Shapes and allocates an operand of a launch. Errors: FAULT_REFUSED (size, or blocks that it is
 * not made of), FAULT_IO. */
int matrix_make(const struct manifest *manifest, const struct launch *launch, int operand,
                struct matrix *matrix, struct fault *fault);
/* The same for an operand of attention, whose sizes are known. */
struct notation;
int matrix_make_of_attention(const struct notation *notation, int operand, enum element_type type,
                             struct matrix *matrix, struct fault *fault);
/* The same for a matrix that has its shape, storage, members and type: counts its elements. `name`
 * is for errors. */
int matrix_allocate(struct matrix *matrix, const char *name, struct fault *fault);
void matrix_release(struct matrix *matrix);

/* Numbers that make up all elements, of a row or of the matrix. */
uint64_t matrix_width(const struct matrix *matrix);
uint64_t matrix_count(const struct matrix *matrix);

/* Bytes on the device: elements x size of the type. */
uint64_t matrix_bytes(const struct matrix *matrix);

/* Makes sums exact: whole numbers up to `largest`, and for each element of C only every `stride`-th
 * product other than zero (matrix_thin). */
struct whole {
    int largest;     /* 0: nothing makes them exact */
    uint64_t stride; /* a power of two */
};

/* Whole numbers for which every sum of alpha A B + beta C over k products is exact where numbers
 * have `digits` binary digits, in any order, with alpha applied before or after. There are none
 * for a scalar with more than one binary place. */
struct whole matrix_whole(int digits, uint64_t k, double alpha, double beta);

/* The seed of a member's values: each has its own, but those that share one matrix, or elements by index notation. */
uint64_t matrix_member_seed(const struct matrix *matrix, uint64_t seed, uint64_t member);

/* Fills `value`; `largest` is the greatest magnitude of DATA_WHOLE, and of whole elements'
 * DATA_RANDOM. The same seed gives the same values. */
void matrix_fill(struct matrix *matrix, enum data data, int largest, uint64_t seed);

/* Sets elements of A and B (m x k, k x n) to zero so that an element of C is the sum of those
 * products alone whose k lie `stride`, a power of two, apart. Neighbours in C sum others, and so do
 * passes: where matrix_passes consecutive ones are done, every k has counted in some element.
 * `rows` is m, or that of all products that share B. */
void matrix_thin(struct matrix *a, struct matrix *b, uint64_t rows, uint64_t stride, uint64_t pass);

/* 1 where C, rows x columns, has at least `stride` elements in powers of two; at most `stride`. */
uint64_t matrix_passes(uint64_t rows, uint64_t columns, uint64_t stride);

/* Writes matrix_bytes(matrix) bytes: poison (element_poison) in offset and
 * padding, and the values, or poison there too where `poisoned`. */
void matrix_encode(const struct matrix *matrix, bool poisoned, void *bytes);

/* Writes the values alone, of a further member. */
void matrix_put(const struct matrix *matrix, void *bytes);

/* Reads the values of device bytes into `values` (matrix_count, row-major). */
void matrix_decode(const struct matrix *matrix, const void *bytes, double *values);

/* Index of the first element outside the matrix (offset, padding) that is poison no longer;
 * `elements` where all are whole. */
uint64_t matrix_stray(const struct matrix *matrix, const void *bytes);

/*
 * Companions of a quantised matrix (harness/manifest/groups.h): matrices of what lies beside its
 * quants, scales and the like, in the same lines.
 */

/* Shapes and allocates the companion of a kind, which the type of the matrix has; `name` is for
 * errors. Errors: those of matrix_allocate. */
int companion_make(const struct matrix *matrix, enum companion_kind kind, const char *name,
                   struct matrix *companion, struct fault *fault);

/* Gives it the values that belong to the blocks of the matrix, and its member. */
void companion_fill(const struct matrix *matrix, enum companion_kind kind,
                    struct matrix *companion);
