/*
 * The stages of a generation as JSON, for people who look inside.
 */
#pragma once

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"
#include "gen/base/value.h"

const char *dump_request(struct job *job, const struct spec *spec);
/* With the manifest of the kernel's text. */
const char *dump_plan(struct job *job, const struct plan *plan, const char *cl, size_t cl_length);
const char *dump_view(struct job *job, const struct value *view);
