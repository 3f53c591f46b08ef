/*
 * What a generation holds, for parts of the library that make something of several.
 */
#pragma once

#include "gen/request/option.h"
#include "gen/plan/model.h"
#include "gen/spec/spec.h"
#include "gen/base/value.h"

/* The plan of a result; lives as long as the result. */
const struct plan *result_plan(const struct clgemm_result *result);

/* What its templates saw; lives as long as the result. */
const struct value *result_view(const struct clgemm_result *result);

/* A time as the interface has it. */
struct clgemm_time result_time(const struct model_time *time);

/* The canonical text of an option, of any precedence; NULL where nobody said it. */
const char *result_option(const struct clgemm_result *result, enum option_id id);

/* The result of a spec that breaks no rule and its plan, both of which outlive it. 0, or -1 with *error. */
int result_of_plan(const struct spec *spec, const struct plan *plan,
                   const struct clgemm_templates *templates, struct clgemm_result **made,
                   struct clgemm_error *error);
