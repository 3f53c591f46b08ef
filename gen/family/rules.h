/*
 * Rules that several families have, each with words of its own: why they refuse, and the family that is proposed beside.
 */
#pragma once

#include "gen/rules/rules.h"

/* Why the work-group's rows cannot exchange within NVIDIA's warps, and what to ask; NULL: they can. */
const struct refusal *warp_against_group(struct job *job, const struct spec *spec);

/* Refuses A or B in an image: `why` has its name and what was asked ("... %s ... %s"). NULL: none is in one. */
const struct refusal *refuse_images(struct job *job, const struct spec *spec, const char *why,
                                    const char *other);

/* Refuses tiles that are moved inside: `why` has what was asked ("... %s ..."). NULL: none are. `other` may be NULL. */
const struct refusal *refuse_shift(struct job *job, const struct spec *spec, const char *why,
                                   const char *other);
