/* Is a computed C right? */
#pragma once

#include "harness/verify/reference.h"

struct verdict {
    uint64_t wrong;       /* elements, parts of complex ones, or rows, that are wrong */
    bool by_rows;         /* vectors tell rows apart */
    uint64_t row, column; /* of the first wrong element */
    double expected, got; /* of the first wrong element */
    double worst;         /* greatest |difference| / bound; 0 for exact comparisons */
    bool exact;           /* compared bit by bit (zeros of either sign alike) */
};

enum verification {
    VERIFY_EXACT,   /* bitwise; data whose sums are exact; whole numbers modulo 2^32 */
    VERIFY_BOUND,   /* |difference| within the bound, see below */
    VERIFY_SPECIALS /* small sizes: as VERIFY_BOUND, and infinities and NaN where IEEE 754 wants; a
                     * complex number of which a part is none must have such a part, whichever and of
                     * either kind: the order of the four products decides, and libraries differ */
};

struct bound {
    double factor; /* of |alpha| |A| |B| + |beta| |C| */
    double stored; /* of the element itself: its rounding to the type of C */
    double least;  /* added to both: what underflow takes away */
};

/*
 * How far an element may be from the reference. An operation rounds its exact value v to
 * v (1 + d) + e: |d| <= u, the unit roundoff of its type, or, where v is below the least normal
 * number, |e| <= that number (OpenCL leaves it to the device to flush subnormals to zero). On its
 * way into C, whatever the order of the sum, a product a b meets
 *
 *   a rounding to the product's type for each of a and b that is stored wider, and one to the type of factors where there is one,
 *   a rounding of the product, where that type is not the accumulator's nor one of factors alone (tf32: products are exact),
 *   k + 4 roundings of the accumulator: of the product itself or of its conversion (none with
 *   fma), k - 1 additions, the factor alpha, alpha's own rounding, the addition of beta C, and
 *   one addition to spare, for kernels that sum in parts, or multiply sums of products by the scale of quantised elements;
 *
 * beta C meets fewer. The product of all 1 + d differs from 1 by at most the product of all 1 + u
 * less 1, which is `factor` (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.,
 * section 3.1, without its step to n u / (1 - n u): with f16 n u is not small). The reference is
 * computed in double in its own order; its k + 4 roundings are bounded in the same way and are a
 * part of `factor`: for f64 kernels that doubles the bound, and VERIFY_EXACT is the sharp test.
 *
 * Then the element x, which lies so near to the reference, is rounded to the type of C: by u |x| at
 * most, u being `stored`. This is far less than u times the sum of magnitudes: a result that is cut
 * off instead is found.
 *
 * `least` counts for each product its own underflow and those of a and b, which a device may read
 * as zero (where there are subnormal values none is above 1), for the accumulator one for each of k
 * sums and 3 for the scalars, and for C half of the least subnormal number: storing a half may not
 * flush (OpenCL C, "The half data type"). The same for each factor that is rounded to a type of
 * factors.
 *
 * A part of a complex element is a sum of 2 k products of parts, and alpha, of which two products
 * are added, costs two roundings more, as the sum with beta C does; the bound is that of real
 * numbers with 2 k + 6 in place of k + 4.
 *
 * Against random values in [-1, 1) the bound sees a lost product while it is no greater than one:
 * about as long as k (k + 4) u <= 1, see verify_depth.
 */
struct bound verify_bound(const struct product *product, struct arithmetic arithmetic);

/* The greatest k up to which the bound sees a lost product of random values: 43 where the sum is
 * kept in f16, 4094 in f32, 1024 of factors in tf32 or f16, 128 of those in bf16. Beyond it the
 * bound still holds; VERIFY_EXACT sees what is lost. */
uint64_t verify_depth(struct arithmetic arithmetic);

/* Reference that results are compared with, which takes longer to make than to compare: by elements
 * (m x n numbers of C each), or by the rows of the vectors that verify_vectors draws (vectors x m).
 * Empty until a comparison makes it; owned. */
struct reference {
    double *expected, *scale;
};
void reference_release(struct reference *reference);

/* Whether an attention is so large that some rows alone are compared. */
bool attention_is_sampled(const struct launch *launch);

/* Fills in what is expected of each number of C, with its error (below 0: none at all). Errors:
 * those of verify_full. */
int verify_expect(const struct product *product, struct arithmetic arithmetic,
                  enum verification how, struct estimate *wanted, struct fault *fault);

/* Compares the numbers of a real matrix with what is expected of each. */
void verify_compare(const struct matrix *c, const struct estimate *wanted, const double *got,
                    bool exact, struct verdict *verdict);

/* Compares `got` (m x n) with the reference, element by element. An epilogue is applied to the
 * reference, and the error that it may have passes through it; with VERIFY_EXACT elements that come
 * out exact are compared bitwise, others by the bound of the epilogue's own roundings. With
 * VERIFY_BOUND an infinity of the expected sign is right where |expected| and the bound together
 * reach the greatest number of C's type: sums that leave its range. Errors: FAULT_IO (memory),
 * FAULT_REFUSED (sizes). */
int verify_full(const struct product *product, struct arithmetic arithmetic, enum verification how,
                const double *got, struct verdict *verdict, struct fault *fault);

/* The same in O(n^2): C x against alpha A (B x) + beta C x for random whole-numbered x (Freivalds
 * 1977); with VERIFY_EXACT a wrong element stays unseen with a chance below 1 in 1000 a vector. A
 * row found wrong is then compared element by element. If `got` has an infinity and the comparison
 * is not exact, where whole numbers may wrap, of complex numbers, with an epilogue, which is not
 * linear, or without any vector, this is verify_full. */
int verify_vectors(const struct product *product, struct arithmetic arithmetic,
                   enum verification how, unsigned vectors, uint64_t seed, const double *got,
                   struct verdict *verdict, struct fault *fault);

/* The two with a reference that is kept for the next result of the same data, arithmetic and seed
 * (`vectors`: as many, 0 of them compare element by element). One that is made already is all that
 * is read of the product's data: then a result that it does not show right has verdict->wrong above
 * 0 and tells neither element nor number, which verify_full and verify_vectors do. */
int verify_kept(const struct product *product, struct arithmetic arithmetic, enum verification how,
                unsigned vectors, uint64_t seed, const double *got, struct reference *reference,
                struct verdict *verdict, struct fault *fault);
