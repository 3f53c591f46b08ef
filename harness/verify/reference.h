/*
 * Reference results: OpenBLAS in double over dense row-major matrices.
 *
 * A product of complex numbers is one of real ones: rows of A and C are their elements' real and
 * imaginary parts in turn, and an element (x, y) of B is the 2 x 2 numbers (x, y), (-y, x). Results
 * and scales have m x 2 n numbers then, and what is said of magnitudes holds of those of parts.
 */
#pragma once

#include "harness/verify/epilogue.h"

/* A problem with its data. A is m x k, B k x n, C (before the run) m x n. The functions below
 * compute the product alone: the epilogue is applied to its elements. */
struct product {
    struct matrix matrix[OPERAND_COUNT];
    struct matrix companion
        [COMPANION_LIMIT]; /* of A and B as the device has them, kind by kind; empty: there is none */
    double alpha, beta;
    double alpha_i, beta_i; /* imaginary parts, of complex numbers */
    struct epilogue epilogue;
    const struct notation *attention; /* sizes, where it is one; NULL: it is none */
    bool causal;
};

/* result = alpha A B + beta C, m x n. With alpha = 0 A and B do not count, with beta = 0 C does
 * not. Errors: FAULT_REFUSED where a size is above BLAS' int. */
int reference_result(const struct product *product, double *result, struct fault *fault);

/* scale = |alpha| |A| |B| + |beta| |C|, m x n: what errors are measured against. For complex
 * numbers each magnitude has those of both parts. */
int reference_scale(const struct product *product, double *scale, struct fault *fault);

/* The same as reference_result by plain loops, so that infinities and NaN go the way that
 * IEEE 754 says, whatever a library's kernels do with them. For small sizes. */
void reference_plain(const struct product *product, double *result);

/* For real numbers: result x and scale |x| for a vector x of n, without making the m x n matrices:
 * O(n^2). y: m values; scale: m values or NULL. */
int reference_times_vector(const struct product *product, const double *x, double *y, double *scale,
                           struct fault *fault);

/* One row of reference_result, of a product of real numbers: n values. */
void reference_row(const struct product *product, uint64_t row, double *result);
