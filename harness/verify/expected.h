/* Expected elements of C, and their bounds. */
#ifndef HARNESS_VERIFY_EXPECTED_H
#define HARNESS_VERIFY_EXPECTED_H

#include "harness/verify/verify.h"

/* Whether C of a type has a range whose ends stand for all beyond, or which sums wrap in: then all
 * that the numbers within an error of the sum are stored as is right. */
bool expected_is_stored(enum element_type type);

/* Fills in `want`, a value and an error for each number of C, row by row; an error < 0: exactly the
 * value. `sum` are the scaled sums, with the old C; `scale` those of the magnitudes, which
 * VERIFY_EXACT does not read. Fails where an expression of the epilogue cannot be evaluated. */
int expected_make(const struct product *product, enum verification how, const struct bound *bound,
                  const double *sum, const double *scale, struct estimate *want,
                  struct fault *fault);

#endif
