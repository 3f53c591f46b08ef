/*
 * What can be asked and what cannot: named rules, each with its sentence.
 */
#ifndef GEN_RULES_RULES_H
#define GEN_RULES_RULES_H

#include "gen/spec/spec.h"

struct rule {
    const char *name;
    /* NULL where the spec keeps the rule; else one sentence with the numbers, which ends in what to
     * ask instead: "; ask --OPTION ...". */
    const char *(*broken)(struct job *job, const struct spec *spec);
    /* The options whose values decide, directly or by what follows from them: "tile wg". NULL: all. A
     * family's rules also read what chooses the family. "wg load-shape-a | wg load-shape-b": a rule of parts, which is
     * kept where each part is, with what only the others read unsaid. Walks over the parameter space trust it. */
    const char *reads;
    /* Whether a profile states nothing for the rule to check. NULL: it always checks. */
    bool (*idle)(const struct profile *profile);
};

enum {
    RULE_TABLES = 5
};

/* The tables of rules in the order in which they are checked; one is the family's own. */
struct rule_tables {
    const struct rule *of[RULE_TABLES];
};

struct rule_tables rules_tables(const struct family *family);

/* Checks all rules, in order. With a `report` every broken one is
 * passed to it and their number returned; without, the first broken one fails the job. Rules that count with
 * what earlier ones make sure of are not asked where those are broken. */
int rules_check(struct job *job, const struct spec *spec,
                void (*report)(void *self, const struct clgemm_error *broken), void *self);

/* The option that a sentence advises to change first; NULL where it advises none. */
const char *rules_advised_option(struct job *job, const char *sentence);

bool is_power_of_two(long long number);

#endif
