/*
 * What a profile would launch where no host has a say.
 */
#pragma once

#include "library/settings.h"

struct clgemm_request;

/* On a CPU the launch of the kernel that the profile has for the interface where nobody says a setting, of each of its builds; then
 * the launches of the profile's kernels for the typical shapes, or for a large shape; *count of them, at least one. And
 * whether it has a kernel of a matrix engine, for each of the `builds` (1 where the interface lists none). */
struct launch_wish *wishes_make(struct job *job, const struct clgemm_request *request,
                                const struct interface *interface, size_t builds, bool *engines,
                                size_t *count);
