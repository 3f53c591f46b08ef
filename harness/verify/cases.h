/* Cases of a check: sizes, leading dimensions, offsets, scalars, data. */
#pragma once

#include "harness/run/launch.h"
#include "harness/verify/matrix.h"

enum case_data {
    CASE_EXACT,   /* whole numbers, compared bitwise */
    CASE_RANDOM,  /* compared against the componentwise bound */
    CASE_INFINITE /* infinities in the last column of A and the last row of B */
};

struct check_case {
    struct test_case test_case;
    enum case_data data;
};

enum case_sizes {
    SIZES_DEFAULT,
    SIZES_EDGE,
    SIZES_QUICK,
    SIZES_GIVEN
};

struct case_list {
    struct check_case *list;
    size_t count;
};

/* Makes the cases for a manifest: those of the manifest's constraints' making are left out in
 * silence, except with SIZES_GIVEN, where `given` (sizes, all three; NULL without it) is the only
 * size and is refused with the sentence of the constraint. Edge sizes lie around the tile, which is
 * read off the work-groups of the kernel step with the most operations; where a size has a least
 * value they lie around and above that too. Random data go only as deep as their bound tells
 * something (verify_depth). Errors: FAULT_REFUSED, FAULT_IO. */
int cases_make(const struct manifest *manifest, enum case_sizes sizes,
               const struct test_case *given, struct case_list *cases, struct fault *fault);

/* Has another seed than 1 deal rows out to groups in other random ways. */
void cases_deal(struct case_list *cases, uint64_t seed);

void cases_release(struct case_list *cases);

/* Describes a case: "m 33, n 17, k 9, lda 9, ..., alpha 1, beta 0; random; buffers with
 * margins". */
void case_describe(const struct launch *launch, const struct check_case *check_case, bool guards,
                   char *text, size_t room);

/* Elements of C that a work-group of the step with the most operations covers along m or n; 0: that
 * step does not tell it. */
uint64_t fit_tile(const struct manifest *manifest, const struct launch *launch, enum symbol symbol);

/* Whether m or n, being above 0, is less than that; then one sentence with the numbers in
 * `text`. */
bool fit_describe(const struct manifest *manifest, const struct launch *launch, char *text,
                  size_t room);
