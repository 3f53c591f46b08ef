/* What the files of the spec share; only files of this folder include it. */
#ifndef GEN_SPEC_INTERNAL_H
#define GEN_SPEC_INTERNAL_H

#include "gen/spec/spec.h"

/* Lets everyone speak: preset, profile, family, the options' own defaults. Returns the value of
 * every option. A source that is NULL is read. */
const struct option_value *spec_values(struct job *job, const struct option_value *said,
                                       const struct profile_source *source,
                                       const struct profile **profile, struct element *element);

#endif
