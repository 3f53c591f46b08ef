/*
 * Which kernel of a profile a request means: what clgemm_pick picks for fixed sizes.
 */
#pragma once

#include "library/picks.h"

/* The kernel that clgemm_pick has for the fixed sizes among those that no rule refuses, and how it was found. Where all are refused it is the first
 * one, which is refused then; SIZE_MAX: the kernels are of a type, and none of them serves. Fails the job: CLGEMM_REFUSED (none of a tuned
 * profile serves), and as rules_check. */
size_t picks_for_sizes(struct job *job, const struct profile_source *source, struct picks *picks,
                       const struct option_value *asked, enum pick_level *level);

/* Leaves the kernel alone that picks_for_sizes has for the sizes that are fixed, with its figures for them where there are any. Fails the job: as
 * picks_for_sizes. */
void picks_keep_for_sizes(struct job *job, struct picks *picks);

/* A request whose kernel is known, for spec_resolve_for. */
struct pick {
    const struct profile_source *source;
    const struct option_value
        *said; /* what is asked; where a kernel was picked that, too, as the profile's word */
    const char *note; /* how it was picked, where that is not plain; NULL: it is */
    const char *
        others; /* "--emit dispatch has kernels": for the sizes that it does not serve; NULL: nothing that is known */
    const struct spec *spec; /* of what is said, which breaks no rule; NULL: that was not tried */
};

/* With fixed sizes the kernel that clgemm_pick has for them, else the one of most shapes, of several the first; where
 * the kernels are of a type, then none: the profile's own kernel is meant. A kernel that a rule refuses gives way to the next one; of a
 * type the last one is the profile's own.
 * Fails the job: CLGEMM_USAGE, CLGEMM_REFUSED (none is for what is asked, or serves the sizes), CLGEMM_IO. */
struct pick pick_kernel(struct job *job, const struct option_value *asked);

/* Picks another kernel of the profile where a rule refuses the one that is meant, `refused`: of those for shapes the one for the sizes, else the one
 * of most shapes; the same of the type that is calculated with. False, and nothing changes, where none serves, or the request says more of the
 * kernel. Fails the job: CLGEMM_USAGE, CLGEMM_IO. */
bool pick_other_kernel(struct job *job, struct pick *pick, const struct spec *refused);
