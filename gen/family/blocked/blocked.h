/*
 * The blocked family's own options and shapes.
 */
#pragma once

#include "gen/spec/spec.h"

/* What the family alone reads: `own` of the spec and of the kernel. */
struct blocked_own {
    bool wide_outside; /* of the loops over tiles that along canonical N is the outer one */
    bool prefetch;     /* what is packed next, and read next of panels that steps have packed */
    bool in_place[2];  /* canonical A, B: read where it lies, not from panels */
};

/* Whether the multiplication reads an operand where it lies. */
bool blocked_in_place(const struct blocked_own *own, const struct operand *operand);

/* Whether a block of K of its places is copied into lines in local memory: canonical A by an index function. B is packed by such. */
bool blocked_in_lines(const struct operand *operand);
