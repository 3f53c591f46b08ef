/*
 * What can be asked and what cannot: named rules, each with its sentence.
 */
#pragma once

#include "gen/rules/refusal.h"
#include "gen/spec/spec.h"

/* What a rule reads: lists of options, ended by NULL; and where it is one list. */
#define PARTS(...) ((const enum option_id *const[]){__VA_ARGS__, NULL})
#define READS(...) PARTS(OPTIONS(__VA_ARGS__))

/* In place of a list: what the rule reads of a kernel is what its family lists as `local_reads`; where that is NULL, it has nothing
 * to check. */
extern const enum option_id *const rule_reads_local[];

/* In place of parts: what chooses the family, with each of the options that rules_own_option tells, one after the other. */
extern const enum option_id *const rule_reads_of_families[];

struct interface;

/* What the requests of a space may be at all. */
struct premises {
    const struct profile *profile;
    bool blocks; /* A or B stored in blocks of quantised elements */
    bool complex;
    bool images;                       /* A or B read from an image */
    bool products;                     /* in index notation */
    bool chains;                       /* two products in a kernel */
    bool interfaces;                   /* a host's own */
    const struct interface *interface; /* which one all have; NULL: they may differ, or have none */
    bool edged;                        /* without guards along some axis: --edges exact or shift */
};

struct rule {
    const char *name;
    /* NULL where the spec keeps the rule; else one sentence with the numbers, and what to ask instead. */
    const struct refusal *(*broken)(struct job *job, const struct spec *spec);
    /* The options whose values decide, directly or by what follows from them: READS(OPTION_TILE, OPTION_WG). NULL: all.
     * A family's rules also read what chooses the family. PARTS(OPTIONS(OPTION_WG, OPTION_LOAD_SHAPE_A), OPTIONS(OPTION_WG,
     * OPTION_LOAD_SHAPE_B)): a rule of parts, which is kept where each part is, with what only the others read unsaid. Walks
     * over the parameter space trust it. */
    const enum option_id *const *reads;
    /* Whether nothing that requests may be is for the rule to check. NULL: it always checks. */
    bool (*idle)(const struct premises *premises);
};

enum {
    RULE_TABLES = 14
};

/* The tables of rules in the order in which they are checked, and which of them is the family's own. */
struct rule_tables {
    const struct rule *of[RULE_TABLES];
    const struct rule *own;
};

struct rule_tables rules_tables(const struct family *family);

/* The options that the bytes of local memory of a family hang on; NULL: it uses none. */
const enum option_id *rules_local_reads(const struct family *family);

/* Whether the tables of families name the option: all of these but --barrier, which has a rule of its own. */
bool rules_own_option(enum option_id option);

/* For `idle` of rules on blocks of quantised elements, on complex numbers, on images, on products in index notation, on two products in a kernel and on hosts' interfaces. */
bool rule_without_blocks(const struct premises *premises);
bool rule_without_complex(const struct premises *premises);
bool rule_without_images(const struct premises *premises);
bool rule_without_product(const struct premises *premises);
bool rule_without_chain(const struct premises *premises);
bool rule_without_interface(const struct premises *premises);

/* A rule that a spec breaks. */
struct broken_rule {
    const struct rule *rule;
    const struct refusal *refusal;
    struct broken_rule *next;
};

/* Checks all rules, in order: those that are broken, in the job's arena; NULL: none is. Rules that count with what earlier ones make sure of are
 * not asked where those are broken. */
const struct broken_rule *rules_broken(struct job *job, const struct spec *spec);

/* Fails the job where a rule is broken, with the first one. */
void rules_check(struct job *job, const struct spec *spec);

/* The error of a broken rule. */
struct clgemm_error rules_error(const struct rule *rule, const struct refusal *refusal);

/* An option and its value as a sentence names them, and who said that value where the user did not: "--vec-c 8 (from
 * --for cpu)". What --access says of A and B is named so. */
const char *option_and_value(struct job *job, const struct spec *spec, enum option_id id,
                             const char *format, ...) ARENA_PRINTF(4, 5);

/* The same of a number; and of the value that it has, with the words of the request: NULL is none. */
const char *option_number(struct job *job, const struct spec *spec, enum option_id id,
                          long long number);
const char *option_said(struct job *job, const struct spec *spec, enum option_id id);

/* Both sides of --tile, --block-tiles or --wg in the same way, and one of them: "--tile width 6 (from --preset kepler_4)". */
const char *option_shape(struct job *job, const struct spec *spec, enum option_id id);
const char *option_side(struct job *job, const struct spec *spec, enum option_id id, bool height);

/* Who sets a limit that --wg-limit or --local-limit may have lowered: "profile generic", "--wg-limit", "the device". */
const char *option_limits(struct job *job, const struct spec *spec, enum option_id id,
                          long long limit);

/* The options of one kind for A, B and C stand side by side in the table: that of an operand, from A's. */
enum option_id option_of(const struct operand *operand, enum option_id of_a);

/* Proposes a longer tile that is whole vectors: along K, or its height or width. */
const struct refusal *propose_longer(struct refusal *refusal, const struct spec *spec, bool along_k,
                                     bool height, long long vector);

/* Refuses a width that is none of OpenCL C's vectors. */
const struct refusal *refuse_vector(struct job *job, const struct spec *spec, enum option_id option,
                                    long long width);

bool is_power_of_two(long long number);
