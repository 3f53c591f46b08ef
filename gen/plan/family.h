/*
 * What the plan calls of a family.
 */
#pragma once

#include "gen/base/value.h"
#include "gen/spec/family.h"

struct kernel;

/* NULL: the family has none of it. */
struct family_plan {
    /* Derives the numbers that are the family's alone, once: a struct of its own, for `own` of the kernel, which holds all
     * else already. */
    const void *(*derive)(struct job *job, const struct spec *spec, const struct kernel *kernel);

    /* Shows these numbers in an object of --dump plan. */
    void (*show)(struct job *job, const struct kernel *kernel, struct value *object);

    /* Counts the tiles along K that are in local memory at once. */
    long long (*stages)(const struct kernel *kernel);

    /* Adds the values of the family's own options to the configuration of a plan. */
    void (*configure)(struct job *job, const struct spec *spec, struct value *config);

    /* How often work-items meet in a bank of local memory. */
    struct bank_conflicts (*conflicts)(const struct spec *spec, const struct operand *operand);
};
