/*
 * What the templates see: the plan and spec as names and lists.
 */
#ifndef GEN_VIEW_VIEW_H
#define GEN_VIEW_VIEW_H

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"
#include "gen/base/value.h"

/* The view of a plan: the names that all families share, and those of the spec's family. Every name
 * is always there; what does not apply is false. */
struct value *view_make(struct job *job, const struct spec *spec, const struct plan *plan);

#endif
