/*
 * Rows of work-groups that exchange registers within NVIDIA's warps.
 */
#ifndef GEN_FAMILY_WARPS_H
#define GEN_FAMILY_WARPS_H

#include "gen/rules/rules.h"

/* Why the work-group's rows cannot exchange within NVIDIA's warps, and what to ask; NULL: they can. */
const struct refusal *warp_against_group(struct job *job, const struct spec *spec);

#endif
