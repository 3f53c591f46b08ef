/*
 * The sizes that a kernel serves, as tests of m, n and k in C.
 */
#pragma once

#include "gen/base/job.h"
#include "gen/plan/plan.h"

/* What a kernel wants of the sizes, of them alone, which emitted functions call as manifests do: "m % 8 == 0", "n >= 16"; NULL ends them. */
const char *const *serves_conditions(struct job *job, const struct plan *plan);

/* The first of these that a C of sizes m and n and sums over k do not hold; NULL: they hold all. */
const char *serves_unheld(struct job *job, const struct plan *plan, const long long *sizes);
