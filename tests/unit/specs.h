/*
 * Specs of lines of options, in the arena of the fixture.
 */
#pragma once

#include "gen/spec/spec.h"

/* What the user and the program that knows the device say; `device` may be NULL. */
const struct spec *resolve_with(const char *user, const char *device);

const struct spec *resolve(const char *user);

/* All rules kept, which the others do not ask; NULL with `error` filled. */
const struct spec *try_line(const char *line);

/* The same for what must be served. */
const struct spec *resolved_line(const char *line);
