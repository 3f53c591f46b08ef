/*
 * What the templates see: the plan as names and lists.
 */
#pragma once

#include "gen/plan/plan.h"
#include "gen/base/value.h"

/* The view of a plan: the names that all families share, and those of its family. Every name
 * is always there; what does not apply is false. */
struct value *view_make(struct job *job, const struct plan *plan);

/* The template that shows the kernel of a plan: "register.cl". */
const char *view_page(const struct plan *plan);
