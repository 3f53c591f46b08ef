/*
 * Matrices whose elements are stored in blocks, which lie along the lines of memory.
 */
#ifndef HARNESS_VERIFY_MATRIX_BLOCKS_H
#define HARNESS_VERIFY_MATRIX_BLOCKS_H

#include "harness/verify/matrix.h"

/* Whether its elements are. */
bool matrix_has_blocks(const struct matrix *matrix);

/* FAULT_REFUSED where a line, a member or the matrix does not begin at a block, or a line ends
 * within one. `name` is for errors. */
int matrix_check_blocks(const struct matrix *matrix, const char *name, struct fault *fault);

/* Allocates `blocks` of the matrix, whose shape is known. Errors: FAULT_REFUSED (size),
 * FAULT_IO. */
int matrix_allocate_blocks(struct matrix *matrix, const char *name, struct fault *fault);

/* Makes the blocks of the values, each of which becomes what its block holds for it: exactly that
 * where all of a block are whole numbers that fit, else what quantised_encode makes of them. */
void matrix_make_blocks(struct matrix *matrix);

/* Writes the blocks to where they are on the device, those of the member that begins at `start`. */
void matrix_put_blocks(const struct matrix *matrix, void *bytes);

#endif
