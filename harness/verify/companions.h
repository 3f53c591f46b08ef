/*
 * Companions of a matrix in groups of quantised elements (harness/manifest/groups.h): matrices of
 * its scales and zero points, in the same lines.
 */
#ifndef HARNESS_VERIFY_COMPANIONS_H
#define HARNESS_VERIFY_COMPANIONS_H

#include "harness/verify/matrix.h"

/* Shapes and allocates companion `index` of those that the type of a matrix has; `name` is for
 * errors. Errors: those of matrix_allocate. */
int companion_make(const struct matrix *matrix, size_t index, const char *name,
                   struct matrix *companion, struct fault *fault);

/* Gives it the values that belong to the blocks of the matrix, and its member. */
void companion_fill(const struct matrix *matrix, size_t index, struct matrix *companion);

#endif
