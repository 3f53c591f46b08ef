/*
 * From a spec that keeps every rule to its plan.
 */
#ifndef GEN_PLANNER_H
#define GEN_PLANNER_H

#include "gen/spec.h"
#include "gen/value.h"

/* Every number of the kernel and its launch, derived once. Cannot fail but for memory. */
const struct plan *plan_make(struct job *job, const struct spec *spec);

#endif
