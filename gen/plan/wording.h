/*
 * What several writers say of a plan.
 */
#pragma once

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

/* The number of elements of which a row of an image is a multiple: whole texels whose bytes are a multiple of its pitch. */
long long plan_image_row(const struct buffer *image);

/* The same of the least that a symbol can be: a leading dimension that is given at launch is at least
 * the contiguous extent of its matrix. */
struct count plan_least(const struct plan *plan, enum symbol symbol);

/* What keeps a kernel from serving all sizes. */
enum narrowing {
    NARROW_EDGES = 1 << 0,
    NARROW_FIXED = 1 << 1,
    NARROW_IMAGES = 1 << 2,
    NARROW_INDEX = 1 << 3,
    NARROW_ALL = (1 << 4) - 1
};

/* What of these `kinds` keeps it from that: "M must be at least 6, N must be at least 16"; NULL: nothing. That elements lie in whole blocks, and
 * the largest sizes that any kernel takes, are of the product and not of the kernel. */
const char *plan_narrowed(struct job *job, const struct plan *plan, unsigned kinds);

/* The devices whose compilers take the build options: "a GPU of Intel"; NULL where all do. For a comment
 * of C. */
const char *plan_device(struct job *job, const struct plan *plan);
