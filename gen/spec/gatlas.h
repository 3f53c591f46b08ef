/*
 * What a spec says of the presets gatlas_*.
 */
#pragma once

#include "gen/spec/spec.h"

/* GATLAS's parameters in its result lines: "8 4 0 argsMNK jkl"; NULL for other kernels, those among
 * them that change one of GATLAS's. */
const char *gatlas_label(struct job *job, const struct spec *spec);

/* What GATLAS demands that the size along an axis (SYMBOL_M, SYMBOL_N, SYMBOL_K) is a multiple of; 1 for
 * other kernels. */
long long gatlas_multiple(const struct spec *spec, enum symbol axis);
