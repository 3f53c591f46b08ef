/*
 * The request, resolved: every value has been said by someone, and the problem stands in its
 * canonical form.
 *
 * Canonical form: row-major. A column-major C = op(A) op(B) is the row-major C^T = op(B)^T op(A)^T
 * on the same memory, so A and B change places (each with its transpose flag), and M and N.
 * Operands keep the names that the user knows.
 */
#ifndef GEN_SPEC_H
#define GEN_SPEC_H

#include "gen/plan.h"
#include "gen/profile.h"

enum share {
    SHARE_NONE,
    SHARE_SHUFFLE,
    SHARE_BLOCK_READ
};
enum spelling {
    SPELLING_AUTO,
    SPELLING_INTEL,
    SPELLING_KHR,
    SPELLING_EMULATED
};

struct shape {
    long long height; /* along canonical M */
    long long width;  /* along canonical N: C's contiguous axis */
};

/* One operand of the canonical product. */
struct operand {
    const char *name; /* "A", "B", "C": the user's */
    enum role role;
    bool transposed;  /* stored as the transpose of what the product needs, in row-major terms */
    bool image;       /* read from an image */
    long long vector; /* elements a load; of C: a vector of accumulators */
    const char *vector_option; /* "vec-a" */
    enum symbol ld;
    enum symbol offset;
};

struct spec {
    const struct family *family;
    const struct profile *profile;
    const struct option_value *values; /* by option, all resolved */

    bool column_major;
    struct operand a, b, c;      /* canonical: C (m x n) = op(a) (m x k) op(b) (k x n) */
    enum symbol m, n;            /* what the user calls canonical M and N */
    struct plan_problem problem; /* the user's terms */

    enum share share;
    struct shape tile;
    struct shape wg;
    long long tile_k;
    long long unroll_k;
    bool barrier;
    enum spelling spelling;
    long long sg_size;
    const char *mad; /* "mad", "fma", "plain" */
    int index_bits;  /* 32 or 64 */
    bool guard;      /* edges; per axis see spec_guards */
};

/* Resolves a request's values (array of OPTION_COUNT, not changed). Fails the job where a preset or
 * profile is unknown or values contradict each other. */
const struct spec *spec_resolve(struct job *job, const struct option_value *asked);

/* The same for a profile that has been read already: the one that spec_profile_name names. */
const struct spec *spec_resolve_for(struct job *job, const struct option_value *asked,
                                    const struct profile *profile);
const char *spec_profile_name(const struct option_value *asked);

/* C's elements that a work-group computes: TILE_M, TILE_N of the canonical form. */
struct shape spec_group_tile(const struct spec *spec);

/* The fixed value of a size or leading dimension (a tight one included), or -1 where it is given at
 * launch. */
long long spec_fixed(const struct spec *spec, enum symbol symbol);

/* Whether an axis (SYMBOL_M, SYMBOL_N, SYMBOL_K) walked in steps of `step` needs guards at its end.
 */
bool spec_guards(const struct spec *spec, enum symbol axis, long long step);

/* What the extents of an operand's image are multiples of, in elements: whole tiles, and rows of whole
 * blocks of SPEC_PITCH_BYTES, which block reads need and everything likes. */
struct shape spec_image_rounding(const struct spec *spec, const struct operand *operand);

enum {
    SPEC_PITCH_BYTES = 64
};

/* Whether the multiplying kernel names this size: for a guard, a tight leading dimension, or as the
 * depth. */
bool spec_names_size(const struct spec *spec, enum symbol axis);

/* How many elements lie in one line of operand `o` of the user's problem, as a symbol: what a tight
 * leading dimension is. */
enum symbol spec_contiguous_axis(const struct spec *spec, const struct operand *o);

/* The symbol's name in kernels: "M", "lda", "alpha". */
const char *symbol_in_kernel(enum symbol symbol);

#endif
