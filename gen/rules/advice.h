/*
 * Advice that works: why a request is refused, and what to ask so that it is not.
 */
#pragma once

#include "gen/rules/trial.h"

/* The error of a request (trial_keep) that is refused whatever yields (gen/rules/yield.h).
 *
 * Of the options that the user typed it finds those that cannot be served together, down to two or one where it is so few: the rule
 * that they break is the one that is told, and the sentence names them all. Then it tries what rules propose, on the whole
 * request: first what the refusal proposes, then series of proposals ("--share none --tile 8x8"); where none of these serves, options
 * of those that clash are to be left out. What is advised was tried: with any of it the request is served. */
struct clgemm_error advice_of(struct job *job, const struct trial *refused,
                              const struct profile_source *source);

/* The error of one of several rules that such a request breaks: the sentence of that rule alone, and of what it proposes that with
 * which the request is served; where nothing is, its option is the one that the rule would change. */
struct clgemm_error advice_of_rule(struct job *job, const struct trial *refused,
                                   const struct profile_source *source,
                                   const struct broken_rule *broken);
