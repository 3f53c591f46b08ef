/*
 * What presets stand for: specs and options.
 */
#pragma once

#include "gen/spec/spec.h"

/* The spec of a name, all rules kept; NULL with `error` filled. */
const struct spec *try_preset(const char *name);

/* The same for those that must be served. */
const struct spec *resolved(const char *name);

/* The options that a name stands for when nothing else is asked. */
const char *options_of(const char *name);

/* The user's A or B, which canonical operands may exchange. */
const struct operand *operand_of(const struct spec *spec, char letter);

void assert_shape(struct shape shape, long long height, long long width);

bool begins(const char *name, const char *with);
