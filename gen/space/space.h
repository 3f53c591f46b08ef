/*
 * The parameter space: parameters with their values, and the rules that tell which points are kernels.
 *
 * A rule names the options that it reads (gen/rules/rules.h). Seen from the space it is a function of the parameters
 * among them, and of those from which the unsaid ones among them follow; so it is evaluated once for every
 * combination of their values, as soon as the last of them is decided, and what it said is kept.
 */
#pragma once

#include <stdint.h>

#include "gen/rules/rules.h"

enum {
    SPACE_MOST_PARAMETERS = 128,
    SPACE_MOST_ENGINES = 16
};

struct interface;

struct space_parameter {
    enum option_id id;
    const struct option_value *values;
    size_t count;
    bool (*idle)(const struct spec *spec, enum option_id id); /* NULL: never */
    const enum option_id *idle_reads; /* options that decide it; NULL: it is never idle */
    /* Bits of lists: 0 of all kernels, 1 + e of those of the profile's e-th engine. */
    unsigned lists;         /* that name the option */
    const unsigned *listed; /* by value: lists that have it; NULL: it stands in all */
};

/* A set of parameters: a bit of the words stands for each. */
struct space_set {
    uint64_t words[SPACE_MOST_PARAMETERS / 64];
};

/* The values of some parameters at a point as one number: the sum of value times weight. */
struct space_key {
    const unsigned char *parameters; /* ascending */
    const uint64_t *weights;
    size_t count;
    uint64_t most; /* so many numbers there are; 0: more than SPACE_MOST_KEYS */
};

#define SPACE_MOST_KEYS (UINT64_C(1) << 54)

struct space_rule {
    const struct rule *rule; /* NULL: `parameter` has a value that it cannot have at the point */
    const struct family *family; /* whose rule it is; NULL: of all */
    const enum option_id
        *part;     /* of what the rule reads, this one of its parts; NULL: everything */
    bool in_parts; /* the rule has several */
    size_t parameter;
    struct space_set reads;
    struct space_key key; /* of what it reads */
    unsigned char
        *verdicts; /* by key: 0 not asked yet, else a verdict; NULL: too many for an array */
};

/* Numbers by key. */
struct space_table {
    struct space_entry {
        uint64_t key; /* 0: free */
        double value;
    } * entries;
    size_t room, count;
};

struct clgemm_space {
    struct arena arena;
    struct option_value base[OPTION_COUNT]; /* what is fixed */
    const struct interface *interface;      /* a host's own, which the request says; NULL: none */
    const struct profile_source *source;
    struct space_parameter parameters[SPACE_MOST_PARAMETERS];
    size_t count;
    int (*stop)(void *self); /* asked while points are looked for; NULL: nobody is */
    void *stopper;
    unsigned looks;           /* points looked at, modulo 2^32 */
    size_t asked, most_asked; /* rules that were asked, and may be; 0: no limit */
    const char
        *engines[SPACE_MOST_ENGINES]; /* that have lists of values of their own; NULL ends them */

    /* Follow from the parameters; made anew when one has changed. */
    bool ready;
    struct arena derived;
    struct space_rule *rules; /* in the order in which they are due */
    size_t rule_count;
    size_t due[SPACE_MOST_PARAMETERS +
               2]; /* rules due once p parameters are decided: due[p] .. due[p + 1] */
    struct space_key
        frontier[SPACE_MOST_PARAMETERS + 1]; /* of the first p, those that later rules read */
    struct space_table verdicts;             /* of rules without an array */
    struct space_table counts;               /* valid completions */
};

/* Makes what follows from the parameters unless it is there. */
void space_prepare(struct job *job, struct clgemm_space *space);
void space_forget(struct clgemm_space *space);

/* Whether the request says the option, which is no parameter then. */
bool space_says(const struct clgemm_space *space, enum option_id id);
bool space_has_parameter(const struct clgemm_space *space, enum option_id id);

/* The parameter of an option; made, at its place in the order, where it is none yet. */
struct space_parameter *space_parameter_of(struct clgemm_space *space, enum option_id id);

/* Adds the standard parameters of some ranges that the request does not say. */
void space_add_rows(struct job *job, struct clgemm_space *space, unsigned ranges);

/* Whether an option names or chooses a kernel as a whole, as numbers of a preset do. */
bool space_said_once(enum option_id id);

/* Reads a list of values into a parameter; "-" is the option not said. `whose`: "--param ", or "" of a profile's. */
void space_read_values(struct job *job, struct space_parameter *parameter, const char *list,
                       const char *separators, const char *whose);

/* Reads a member of a profile's space; false: the request says it, or names a family that does not read it. */
bool space_read_member(struct job *job, const struct clgemm_space *space, const struct value *value,
                       struct space_parameter *parameter);

/* Adds what the profile lists for kernels of engines, of those that the request leaves open. */
void space_add_engines(struct job *job, struct clgemm_space *space);

/* Leaves of each parameter the values by which the host of the space's interface can launch the kernel. */
void space_keep_launch(struct job *job, struct clgemm_space *space);

/* The name of an engine whose instructions "emulated:NAME" replaces by others. */
const char *space_engine_word(const char *text);

/* Whether a set has the p-th parameter; adds it. */
bool space_has(const struct space_set *set, size_t p);
void space_include(struct space_set *set, size_t p);

/* The key of a set's parameters. */
struct space_key space_key_of(struct clgemm_space *space, const struct space_set *set);

/* The number of a point, of a key that has no more than SPACE_MOST_KEYS. */
uint64_t space_number(const struct space_key *key, const unsigned *point);

/* Whether a point whose first `decided` parameters are decided keeps the rules that are due by the
 * last of them. */
bool space_keeps(struct job *job, struct clgemm_space *space, const unsigned *point,
                 size_t decided);

/* Number of valid points that begin like `point`, whose first `decided` parameters keep their rules.
 * The rest of `point` is overwritten. */
double space_completions(struct job *job, struct clgemm_space *space, unsigned *point,
                         size_t decided);

/* That number where it was counted before, else NULL. */
const double *space_known(struct clgemm_space *space, const unsigned *point, size_t decided);

/* All points, where no rule is broken whatever is decided; and those of the product of all lists. */
double space_count_all(struct job *job, struct clgemm_space *space);
double space_product(const struct clgemm_space *space);

/* Refuses a point with an index past the values of a parameter. */
void space_check_point(struct job *job, const struct clgemm_space *space, const unsigned *point);

/* Whether a value is none of the list that stands at a point, or not the first one of it where the option means nothing. */
bool space_value_unfit(const struct clgemm_space *space, const struct spec *spec, size_t p,
                       unsigned value);

bool space_contains(struct job *job, struct clgemm_space *space, const unsigned *point);

/* The same for a valid point whose parameter `changed` has got another value. */
bool space_still_contains(struct job *job, struct clgemm_space *space, const unsigned *point,
                          size_t changed);

/* A random valid point, all equally likely, of a space that has one. */
void space_draw(struct job *job, struct clgemm_space *space, uint64_t *state, unsigned *point);

/* Which pairs of values valid points have: row and column of a value among those of all parameters, each row
 * `words` words of 64 columns. Filled where the column's parameter comes before the row's. */
struct space_pairs {
    size_t first[SPACE_MOST_PARAMETERS]; /* row of a parameter's first value */
    size_t values, words;
    uint64_t *rows;
};

struct space_pairs space_find_pairs(struct job *job, struct clgemm_space *space);

/* The next number of a pseudo-random sequence (splitmix64). */
uint64_t space_random(uint64_t *state);

/* The value's place, made where it is missing. */
double *space_table_find(struct space_table *table, uint64_t key);
double *space_table_add(struct job *job, struct space_table *table, uint64_t key);
void space_table_clear(struct space_table *table);
