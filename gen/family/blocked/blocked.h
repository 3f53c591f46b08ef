/*
 * The blocked family's own shapes, and its view.
 */
#ifndef GEN_FAMILY_BLOCKED_H
#define GEN_FAMILY_BLOCKED_H

#include "gen/family/tiled.h"

/* The panels of an operand that a work-item reads: each is `side` places wide (rows of canonical A, columns of B), step after step
 * of K, and block_k steps long; `places` of all of them together. */
struct panels {
    long long side, places;
};

struct panels blocked_panels(const struct spec *spec, const struct operand *operand);

/* What the family alone reads: `own` of the spec and of the kernel. */
struct blocked_own {
    bool wide_outside; /* of the loops over tiles that along canonical N is the outer one */
    bool prefetch;     /* what is packed next, and read next of panels that steps have packed */
};

void blocked_view(struct job *job, const struct kernel *kernel, struct value *view);

#endif
