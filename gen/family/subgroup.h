/*
 * The subgroup family's own shapes, and its view.
 */
#ifndef GEN_FAMILY_SUBGROUP_H
#define GEN_FAMILY_SUBGROUP_H

#include "gen/family/tiled.h"

/* Steps of K in one register of B: the lanes, at most 8 (the largest block read). */
long long lane_depth(const struct spec *spec);

/* Whether lanes could read several elements of a line of A, and of B, at once. */
bool lines_can_be_wide(const struct spec *spec);

/* Whether a lane reads elements beside each other, of A along K and of B along its columns, so that
 * registers and accumulators go by rows. */
bool wide_lanes(const struct spec *spec);

/* In a kernel with wide lanes: whether the rows of B of one turn are all held at once, next to A and
 * C; else they are read as the products get to them. */
bool holds_b(const struct spec *spec);

/* Whether A lies across K in its buffer, so that lanes hold rows; else lanes hold steps of K. */
bool rows_in_lanes(const struct spec *spec);

/* Why the work-group's rows cannot exchange within NVIDIA's warps, and what to ask; NULL: they can. */
const struct refusal *warp_against_group(struct job *job, const struct spec *spec);

/* The largest power of two up to 8 that divides `number`. */
long long vector_that_divides(long long number);

void subgroup_view(struct job *job, const struct spec *spec, struct value *view);

#endif
