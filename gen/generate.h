/*
 * What a generation holds, for parts of the library that make something of several.
 */
#ifndef GEN_GENERATE_H
#define GEN_GENERATE_H

#include "gen/plan.h"

/* The plan of a result; lives as long as the result. */
const struct plan *result_plan(const struct clgemm_result *result);

#endif
