/*
 * The epilogue on the host: the operands of its operations, each operation in double, and how an
 * error passes through it.
 *
 * One table (epilogue.c): an operation of a manifest that is not in it has no reference and is
 * refused.
 */
#pragma once

#include "harness/verify/matrix.h"

/* Evaluates an expression on the device: only its compiler knows the functions of OpenCL C.
 * value[i] becomes the expression of it, row[i] and column[i], calculated in `type`. Errors:
 * FAULT_DEVICE, FAULT_IO. */
struct evaluator {
    int (*evaluate)(void *self, const char *expression, enum element_type type, size_t count,
                    double *value, const double *row, const double *column, struct fault *fault);
    void *self;
};

/* The operations of one launch with their operands. */
struct epilogue {
    const struct operation *list; /* the manifest's */
    size_t count;
    enum element_type type; /* in which devices calculate */
    struct matrix
        operand[EPILOGUE_LIMIT];   /* m x 1, 1 x n or m x n; empty: the operation has no buffer */
    double scalar[EPILOGUE_LIMIT]; /* what it reads instead */
    struct evaluator evaluator;    /* of expressions */
};

/* A value that a device has no further than `error` from it; 0: exactly. NaN with an infinite
 * error: any value. */
struct estimate {
    double value, error;
};

/* Refuses operations that have no reference, or other operands or parameters than it wants. Errors:
 * FAULT_REFUSED. */
int epilogue_supported(const struct problem *problem, struct fault *fault);

/* Shapes and allocates the operands of a launch. Release it on errors too. Errors: those of
 * matrix_make. */
int epilogue_make(const struct manifest *manifest, const struct launch *launch,
                  struct epilogue *epilogue, struct fault *fault);
void epilogue_release(struct epilogue *epilogue);

/* Fills the operands for a member of a batch, whose matrices are its own: whole numbers from -8 to
 * 8 but 0, or random ones. The same seed gives the same values. */
void epilogue_fill(struct epilogue *epilogue, const struct launch *launch, uint64_t member,
                   bool whole, uint64_t seed);

/*
 * Applies the epilogue to the rows x columns elements of C, row by row. An operation whose result
 * the type holds is exact where its operand is; others add their roundings: half an ulp for an
 * addition, multiplication or division; for functions the ulps of the table "Relative error as
 * ULPs" of OpenCL 1.2, section 7.4: erf 16, tanh 5, exp 3, single and double alike.
 *
 * An expression is evaluated at the value and at both ends of its error, which is at least two
 * roundings of the value; the error becomes the larger distance of what comes out, and 32 ulps of 1
 * or of the result, whichever is larger: the device may contract products and sums, and compute
 * functions of vectors otherwise. If either end is NaN, any result passes. Errors: those of the
 * evaluator.
 *
 * A gated product multiplies what the operation makes of the first product, g with an error of at most e, by the
 * second one, `up` (NULL without), u with an error of at most d: (g + e)(u + d) - g u is
 * |g| d + |u| e + d e at most, and half an ulp of the result is added to that.
 */
int epilogue_apply(const struct epilogue *epilogue, uint64_t rows, uint64_t columns,
                   const struct estimate *up, struct estimate *x, struct fault *fault);

/* The number that an operation reads for an element of C: of a buffer or a scalar. */
double epilogue_operand_at(const struct epilogue *epilogue, size_t index, uint64_t row,
                           uint64_t column);

/* D of a gated product, which is k x n; NULL: it is none. */
struct matrix *epilogue_second(struct epilogue *epilogue);

/* Which operation of a list multiplies by the second product of a gated one; `count`: none does. */
size_t epilogue_gate(const struct operation *list, size_t count);
