/*
 * Advice that helps: what a broken rule proposes to ask, tried out.
 */
#ifndef GEN_RULES_ADVICE_H
#define GEN_RULES_ADVICE_H

#include "gen/rules/refusal.h"

/* A rule sees one thing that is wrong, and proposes what mends it: "...; ask --share none or --tile 8x8".
 * Whether another rule forbids that shows when it is tried. The refusal of a rule that the request
 * `said` (array of OPTION_COUNT) breaks, as one of `broken` rules, is given back with those proposals
 * alone after which fewer rules are broken; where none is such, with the shortest series of options that
 * is, found by following proposals: "...; ask --share none --family register". A refusal for which there
 * is none stays as it is. */
const struct refusal *advice_that_helps(struct job *job, const struct option_value *said,
                                        int broken, const struct refusal *refusal);

#endif
