/*
 * What a generation holds, for parts of the library that make something of several.
 */
#ifndef LIBRARY_GENERATE_H
#define LIBRARY_GENERATE_H

#include "gen/request/option.h"
#include "gen/plan/plan.h"
#include "gen/base/value.h"

/* The plan of a result; lives as long as the result. */
const struct plan *result_plan(const struct clgemm_result *result);

/* What its templates saw; lives as long as the result. */
const struct value *result_view(const struct clgemm_result *result);

/* The canonical text of an option, of any precedence; NULL where nobody said it. */
const char *result_option(const struct clgemm_result *result, enum option_id id);

#endif
