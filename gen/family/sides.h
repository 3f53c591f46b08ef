/*
 * Both sides of a thin product, of families that read each element of the large operand once: canonical M is the thin side and B the large
 * operand, or N and A (--thin).
 */
#pragma once

#include "gen/spec/spec.h"

/* The operand that has many places, and the other one. */
const struct operand *large_operand(const struct spec *spec);
const struct operand *thin_operand(const struct spec *spec);

/* The sides of a shape along the places of the large operand, and along those of the other one. */
long long long_side(const struct spec *spec, struct shape shape);
long long thin_side(const struct spec *spec, struct shape shape);

/* What a request calls the thin side: "m", "n". */
const char *thin_word(const struct spec *spec);
