/*
 * A request tried out: which rules it breaks, and what they propose.
 */
#pragma once

#include "gen/rules/rules.h"
#include "gen/spec/spec.h"

struct trial {
    const struct option_value *values; /* that were tried: array of OPTION_COUNT */
    int broken;                        /* rules; -1: the request cannot be resolved at all */
    const struct proposal *first,
        *others; /* what the first broken rule proposes, and the others in their order: those with changes */
    const struct family *family;
    bool asked[OPTION_COUNT]; /* by the user, the device or a preset */
    /* What was resolved, and the rules that it breaks; NULL: they are gone. */
    const struct spec *spec;
    const struct broken_rule *rules;
};

/* Tries out values (array of OPTION_COUNT) for a profile that has been loaded, in the job's arena, and keeps everything. */
const struct trial *trial_keep(struct job *job, const struct option_value *values,
                               const struct profile_source *source);

/* The same of one of many trials: what resolving took does not live on, but the spec of a request that is served, in `keep` (NULL: nobody wants
 * it). Fails the job with CLGEMM_IO alone. */
const struct trial *trial_of(struct job *job, const struct option_value *values,
                             const struct profile_source *source, struct arena *keep);

/* Says changes, by `voice`; one without a value takes back what was said. False where an option does not take its value. Another
 * preset, family or way of sharing ends what stands there of a profile's kernel that was picked for the request. */
bool trial_say(struct job *job, struct option_value *values, const struct change *changes,
               enum voice voice);

/* The changes that lead from one array of values to another, in the order of the options, as texts of the second one. */
struct change *trial_changes(struct job *job, const struct option_value *from,
                             const struct option_value *to);
