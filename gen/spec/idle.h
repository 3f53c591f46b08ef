/*
 * Options that mean nothing for a kernel: predicates on a spec and an option.
 */
#pragma once

#include "gen/spec/spec.h"

/* The family does not read it, or has no use for it in this kernel. */
bool of_other_family(const struct spec *spec, enum option_id id);

/* Of --aligned: also where it moves single elements, which are aligned anyway. */
bool moves_no_vectors(const struct spec *spec, enum option_id id);

/* Of --sub-groups and --sg-size. */
bool exchanges_nothing(const struct spec *spec, enum option_id id);

/* Of --compute and --accumulate: there is one number that products or sums can be. */
bool computes_as_stored(const struct spec *spec, enum option_id id);
bool sums_as_computed(const struct spec *spec, enum option_id id);

/* Of --mad: whole numbers are multiplied and added exactly. */
bool multiplies_whole(const struct spec *spec, enum option_id id);

/* Of --split-k-sum: K is in one part. */
bool adds_no_parts(const struct spec *spec, enum option_id id);

/* Why a value that the user typed changes nothing, in words behind a colon: "the kernel exchanges nothing among lanes". NULL: it
 * changes something, or is the default, or the user typed none. */
const char *idle_reason(struct job *job, const struct spec *spec, enum option_id id);
