/*
 * The presets gatlas_*: kernels as the auto-tuner GATLAS parametrises them.
 */
#ifndef GEN_REQUEST_GATLAS_H
#define GEN_REQUEST_GATLAS_H

#include "gen/request/option.h"
#include "gen/rules/rules.h"

/* The options that a preset gatlas_{matmul,gemm}_{buffer,image}[_{float1,float2,float4,double1,double2}]
 * stands for, given GATLAS's own parameters --group-size, --block-height and --extra among `values`
 * (array of OPTION_COUNT). NULL where the name is not of that form. */
const char *gatlas_options(struct job *job, const char *name, const struct option_value *values);

/* GATLAS's parameters in its result lines: "8 4 0 argsMNK jkl"; NULL for other kernels, those among
 * them that change one of GATLAS's. */
const char *gatlas_label(struct job *job, const struct spec *spec);

/* What GATLAS demands that the size along an axis (SYMBOL_M, SYMBOL_N, SYMBOL_K) is a multiple of; 1 for
 * other kernels. */
long long gatlas_multiple(const struct spec *spec, enum symbol axis);

/* What GATLAS's validateParams refuses, and what contradicts its parameters; ended by a NULL name. */
extern const struct rule gatlas_rules[];

#endif
