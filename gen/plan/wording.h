/*
 * What several writers say of a plan.
 */
#ifndef GEN_PLAN_WORDING_H
#define GEN_PLAN_WORDING_H

#include "gen/base/job.h"
#include "gen/plan/plan.h"

/* "C = alpha * A^T * B + beta * C", a fixed 1 or 0 left out, other fixed scalars as numbers. */
const char *plan_formula(struct job *job, const struct plan *plan);

/* "f32", or where they differ "A f16, B bf16, C f32". */
const char *plan_types(struct job *job, const struct plan *plan);

/* A count with the values that the plan fixes put in: a number, or a symbol that is given at
 * launch. A tight leading dimension becomes the contiguous extent of its matrix. Never of alpha or
 * beta. */
struct count plan_known(const struct plan *plan, struct count count);

/* The same of the least that a symbol can be: a leading dimension that is given at launch is at least
 * the contiguous extent of its matrix. */
struct count plan_least(const struct plan *plan, enum symbol symbol);

/* The devices whose compilers take the build options: "a GPU of Intel"; NULL where all do. For a comment
 * of C. */
const char *plan_device(struct job *job, const struct plan *plan);

#endif
