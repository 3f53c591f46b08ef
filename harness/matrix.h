/*
 * Matrices on the host: their values as doubles, and their bytes as the device sees them, with
 * layout, leading dimension, offset and poison.
 */
#ifndef HARNESS_MATRIX_H
#define HARNESS_MATRIX_H

#include "harness/launch.h"

struct matrix {
    uint64_t rows, columns; /* of op(A), op(B) or C */
    bool swapped;           /* memory runs along columns */
    uint64_t ld, offset;    /* elements */
    uint64_t elements;      /* exactly as many as BLAS requires, offset included; 0: empty */
    enum element_type type; /* TYPE_F32 or TYPE_F64 */
    double *value;          /* rows x columns, row-major, exactly representable in `type`; owned */
};

enum data {
    DATA_RANDOM, /* uniform in [-1, 1) */
    DATA_ONES,
    DATA_SMALL,   /* whole numbers -8 to 8 */
    DATA_WHOLE,   /* whole numbers, so small that every sum of products is exact */
    DATA_POSITIVE /* whole numbers 1 to 4 */
};

/* Shapes and allocates an operand of a launch. Errors: FAULT_REFUSED (size), FAULT_IO. */
int matrix_make(const struct manifest *manifest, const struct launch *launch, int operand,
                struct matrix *matrix, struct fault *fault);
void matrix_release(struct matrix *matrix);

/* Bytes on the device: elements x size of the type. */
uint64_t matrix_bytes(const struct matrix *matrix);

/* Fills `value`; `largest` is the greatest magnitude of DATA_WHOLE. The same seed gives the same
 * values. */
void matrix_fill(struct matrix *matrix, enum data data, int largest, uint64_t seed);

/* Writes matrix_bytes(matrix) bytes: poison (a NaN with a pattern of its own) in offset and
 * padding, and the values, or poison there too where `poisoned`. */
void matrix_encode(const struct matrix *matrix, bool poisoned, void *bytes);

/* Reads the values of device bytes into `values` (rows x columns, row-major). */
void matrix_decode(const struct matrix *matrix, const void *bytes, double *values);

/* Index of the first element outside the matrix (offset, padding) that is poison no longer;
 * `elements` where all are whole. */
uint64_t matrix_stray(const struct matrix *matrix, const void *bytes);

/* A value as the type stores it. */
double matrix_round(enum element_type type, double value);

/* Unit roundoff: 2^-24, 2^-53. */
double matrix_roundoff(enum element_type type);

/* Greatest magnitude of DATA_WHOLE values for which every sum alpha * A * B + beta * C over k
 * products is exact in `type`; 0 where there is none (k too long, or a scalar with more than
 * one binary place). */
int matrix_exact_limit(enum element_type type, uint64_t k, double alpha, double beta);

/* Next number of a sequence (splitmix64, Steele, Lea, Flood 2014). */
uint64_t random_next(uint64_t *state);

#endif
