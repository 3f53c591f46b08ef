/*
 * Shared by the parts of verification; only files of this folder include it.
 *
 *     cases.c, case_sizes.c      cases of a check
 *     matrix.c, matrix_blocks.c  matrices on the host, also of elements that are stored in blocks
 *     companions.c               what lies beside the quants of such, in buffers of its own
 *     reference.c, expected.c    sums in double, and what becomes of them in C
 *     attention.c                what is expected of attention
 *     epilogue.c                 what is done to C behind the product
 *     bound.c                    how far a result may be from those
 *     verify.c                   results against those
 */
#pragma once

#include "harness/verify/cases.h"
#include "harness/verify/verify.h"

/* -------------------------------------------------------------------------------------- cases.c */

struct case_maker {
    const struct manifest *manifest;
    struct case_list *cases;
    struct fault *fault;
    size_t turn; /* rotates storage, members and scalars from case to case */
    bool whole;  /* elements are whole numbers: all cases are exact */
    bool tight;  /* leading dimensions are the least, members follow each other, offsets are 0 */
    struct test_case asked; /* members, where they are asked for */
    uint64_t tile[3];
    uint64_t least[3], multiple[3];
};

/* Scalars that cases have in turn; 0 last. */
extern const double case_scalars[4];

/* Adds a case of a size, unless constraints of the manifest refuse it with any storage. alpha,
 * beta: 0.5 stands for what shows most with the data. Errors: FAULT_IO (memory), in the maker's
 * fault. */
void case_add(struct case_maker *maker, const uint64_t *size, enum case_data data, double alpha,
              double beta);

/* Adds the cases of a size that was asked for: exact and random, tight and with room. */
void case_add_given(struct case_maker *maker, const struct test_case *given);

/* ------------------------------------------------------------------------------ matrix_blocks.c */

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

/* -------------------------------------------------------------------------------------- bound.c */

/* Half of the least subnormal number. */
double half_of_least(enum element_type type);

/* ----------------------------------------------------------------------------------- expected.c */

/* Whether C of a type has a range whose ends stand for all beyond, or which sums wrap in: then all
 * that the numbers within an error of the sum are stored as is right. */
bool expected_is_stored(enum element_type type);

/* Expected value after rounding to C's type, whose unit roundoff is given. */
struct estimate expected_stored(enum element_type type, double roundoff, struct estimate x);

/* Fills in `want`, a value and an error for each number of C, row by row; an error < 0: exactly the
 * value. `sum` are the scaled sums, with the old C; `scale` those of the magnitudes, which
 * VERIFY_EXACT does not read. Fails where an expression of the epilogue cannot be evaluated. */
int expected_make(const struct product *product, enum verification how, const struct bound *bound,
                  const double *sum, const double *scale, struct estimate *want,
                  struct fault *fault);

/* ---------------------------------------------------------------------------------- attention.c */

/* Fills in `want` of attention. If it is large, some rows alone are known: others may be anything. Errors: FAULT_IO (memory). */
int attention_expect(const struct product *product, struct arithmetic arithmetic,
                     struct estimate *want, struct fault *fault);
