/* Is a computed C right? */
#ifndef HARNESS_VERIFY_H
#define HARNESS_VERIFY_H

#include "harness/reference.h"

struct verdict {
    uint64_t wrong;       /* elements (with vectors: rows) that are wrong */
    uint64_t row, column; /* of the first wrong element */
    double expected, got; /* of the first wrong element */
    double worst;         /* greatest |difference| / bound; 0 for exact comparisons */
    bool exact;           /* compared bit by bit (zeros of either sign alike) */
};

enum verification {
    VERIFY_EXACT,   /* bitwise; data whose sums are exact */
    VERIFY_BOUND,   /* |difference| <= ((k + 4) u_acc + u_out) (|alpha| |A| |B| + |beta| |C|) */
    VERIFY_SPECIALS /* small sizes: as VERIFY_BOUND, and infinities and NaN where IEEE 754 wants */
};

/* Compares `got` (m x n) with the reference, element by element. `accumulate`: type of the
 * accumulator. The bound is Higham's (Accuracy and Stability of Numerical Algorithms, 2nd ed.,
 * section 3.5) for any order of the sum, with 4 more roundings for alpha, beta and their sum.
 * Errors: FAULT_IO (memory), FAULT_REFUSED (sizes). */
int verify_full(const struct product *product, enum element_type accumulate, enum verification how,
                const double *got, struct verdict *verdict, struct fault *fault);

/* The same in O(n^2): C x against alpha A (B x) + beta C x for random whole-numbered x
 * (Freivalds 1977); with VERIFY_EXACT a wrong element stays unseen with a chance below 1 in
 * 1000 a vector. A row found wrong is then compared element by element. */
int verify_vectors(const struct product *product, enum element_type accumulate,
                   enum verification how, unsigned vectors, uint64_t seed, const double *got,
                   struct verdict *verdict, struct fault *fault);

#endif
