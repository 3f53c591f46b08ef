/*
 * From a spec that keeps every rule to its plan.
 */
#pragma once

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"
#include "gen/base/value.h"

/* Every number of the kernel and its launch, derived once. Cannot fail but for memory. */
const struct plan *plan_make(struct job *job, const struct spec *spec);

/* The kernel's name: asked for, the preset's, or from the tile and work-group. */
const char *plan_kernel_name(struct job *job, const struct spec *spec);

/* What was asked, in the order of the option table: the same for the same request everywhere. A
 * shell reads it, and so does C in a comment. */
const char *plan_command(struct job *job, const struct spec *spec);

/* The resolved configuration: option name to text. */
const struct value *plan_config(struct job *job, const struct spec *spec);
