/*
 * The kernel that serves a request.
 */
#pragma once

#include "gen/rules/trial.h"
#include "library/pick.h"

/* The spec of the kernel that is meant. Where that breaks a rule, another kernel of the profile may serve; else defaults yield. NULL: all that is
 * refused, as *refused says. */
const struct spec *serve_resolve(struct job *job, const struct option_value *asked,
                                 struct pick *pick, const struct trial **refused);

/* The same, which fails the job (CLGEMM_REFUSED) with what to ask instead. */
const struct spec *serve(struct job *job, const struct option_value *asked, struct pick *pick);
