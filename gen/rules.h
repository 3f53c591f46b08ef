/*
 * What can be asked and what cannot: named rules, each with its sentence.
 */
#ifndef GEN_RULES_H
#define GEN_RULES_H

#include "gen/spec.h"

struct rule {
    const char *name;
    /* NULL where the spec keeps the rule; else one sentence with the numbers, which ends in what to
     * ask instead: "; ask --OPTION ...". */
    const char *(*broken)(struct job *job, const struct spec *spec);
};

/* Checks the common rules and then the family's, in order. With a `report` every broken one is
 * passed to it and their number returned; without, the first broken one fails the job. */
int rules_check(struct job *job, const struct spec *spec,
                void (*report)(void *self, const struct clgemm_error *broken), void *self);

bool is_power_of_two(long long number);

#endif
