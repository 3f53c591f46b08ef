/*
 * The presets gatlas_*: kernels as the auto-tuner GATLAS parametrises them.
 */
#pragma once

#include "gen/request/option.h"

/* The options that a preset gatlas_{matmul,gemm}_{buffer,image}[_{float1,float2,float4,double1,double2}]
 * stands for, given GATLAS's own parameters --group-size, --block-height and --extra among `values`
 * (array of OPTION_COUNT). NULL where the name is not of that form. */
const char *gatlas_options(struct job *job, const char *name, const struct option_value *values);

struct gatlas_variant {
    bool gemm;  /* alpha and beta; else a pure product */
    bool image; /* operands from images */
    bool f64;
    long long vector;
    const char *type; /* how its preset's name ends: "_float2", or "" */
};

/* False where the name (NULL: none) is not one of its presets. */
bool gatlas_variant_of(const char *name, struct gatlas_variant *variant);

/* Whether an option is one of these three parameters, which no other kernel reads. */
bool gatlas_reads(enum option_id id);

/* The parameters among `values` (array of OPTION_COUNT), or their standards. */
long long gatlas_group_of(const struct option_value *values);
long long gatlas_block_of(const struct option_value *values);
long long gatlas_extra_of(const struct gatlas_variant *variant, const struct option_value *values);

/* What an extra parameter stands for, and how many there are. */
const char *gatlas_loop_order(long long extra);

/* The nearest parameter that stands for that order of loops, one of the six, and for what `extra` stands for beside it. */
long long gatlas_extra_for(long long extra, const char *loop_order);
bool gatlas_global_ids(const struct gatlas_variant *variant, long long extra);
bool gatlas_inlines(const struct gatlas_variant *variant, long long extra);
long long gatlas_extra_count(const struct gatlas_variant *variant);

/* Whether it chooses the ids: of a pure product from images alone. */
bool gatlas_chooses_ids(const struct gatlas_variant *variant);
