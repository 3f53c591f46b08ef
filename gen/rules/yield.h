/*
 * A default yields to what was asked.
 *
 * What the user, the device or a preset says stands; values of the profile, the family and the options themselves give way where a rule
 * refuses both together: broken rules propose what else to ask (gen/rules/mend.h). A kernel of another family comes last, in the order
 * of family_order, and only where nobody asked for one; the type of elements after that, for families whose matrix engine multiplies none
 * of the default one. Sizes, layout, transposes and whatever else says what is computed never yield.
 */
#pragma once

#include "gen/rules/trial.h"

/* The spec with which a refused request is served, in the job's arena: what yields is said in its values by VOICE_YIELD. NULL: what was asked
 * cannot be served. Fails the job with CLGEMM_IO alone. */
const struct spec *yield_defaults(struct job *job, const struct trial *refused,
                                  const struct profile_source *source);

/* Whether a request (array of OPTION_COUNT) is served, as it stands or so. Fails the job with CLGEMM_IO alone. */
bool yield_serves(struct job *job, const struct option_value *said,
                  const struct profile_source *source);
