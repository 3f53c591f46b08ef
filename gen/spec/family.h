/*
 * Kernel families, as the stages before them know them: each is a struct of functions in gen/family/.
 */
#ifndef GEN_SPEC_FAMILY_H
#define GEN_SPEC_FAMILY_H

#include "gen/spec/spec.h"
#include "gen/base/value.h"

struct rule;
struct refusal;
struct kernel;

/* Register bytes that a family's fragments need, counted for one work-item. */
struct fragments {
    long long a, b, c;
};

/* One bit of family.shares. */
#define SHARED_BY(share) (1U << (share))

struct family {
    const char *name;
    const char *help;
    const char *standard;        /* option line: what counts when nobody says otherwise */
    const char *kernel_template; /* its page: "register.cl" */
    const char *(*page)(const struct kernel *kernel); /* that of a kernel; NULL: the one page */
    const struct rule *rules;                         /* the family's own, ended by a NULL name */
    unsigned shares; /* SHARED_BY(...): how work-items may share operands; the least is meant
                                  * where nobody says */
    const enum option_id
        *options; /* those that it reads of the ones that not every family does; NULL: none */
    bool complex; /* multiplies complex numbers too */
    bool vectors; /* has vectors of complex numbers, and reads texels that hold several elements */
    bool quantised; /* reads blocks of quantised elements too */
    bool groups;    /* and such as have their scales in a buffer of their own */
    bool repacks;   /* and blocks that --prepared has repacked */

    /* Fills spec->tile_k, unroll_k and vector widths that nobody asked (0 in the spec); and spec->own, where the family
     * reads options that no other does: a struct of its own in the job's arena, as they are asked and completed. */
    void (*complete)(struct job *job, struct spec *spec);

    /* Whether an option that it reads means nothing for this kernel. It looks at what `idle_reads` of the option's row in
     * gen/space/space.def lists. NULL: none does. */
    bool (*ignores)(const struct spec *spec, enum option_id option);

    /* Whether the lanes of a sub-group exchange registers. NULL: never. */
    bool (*exchanges)(const struct spec *spec);

    struct fragments (*fragments)(const struct spec *spec);

    /* Bytes of local memory that the emitted kernel may use. */
    long long (*local_bytes)(const struct spec *spec);

    /* The options that these hang on, as a rule's `reads`. NULL: it uses none. */
    const enum option_id *local_reads;

    /* Takes the next step to a smaller kernel, where local memory (`local_memory`) or registers are short;
     * false where there is none left. It asks spec_may_shrink. Work-groups of fewer rows save local memory, but no registers. What it changes of
     * spec->own it changes in a copy, as another spec may have the same. */
    bool (*shrink)(struct job *job, struct spec *spec, bool local_memory);

    /* Adds to the last proposal of a refusal what `to`, which has been shrunk, has otherwise than `from` of what is the
     * family's alone. NULL where it has nothing. */
    void (*propose)(struct refusal *refusal, const struct spec *from, const struct spec *to);

    /* Adds the values of the family's own options to the configuration of a plan. NULL where it has none. */
    void (*configure)(struct job *job, const struct spec *spec, struct value *config);

    /* Completes the form of an operand that lies in panels. NULL where the family reads none. */
    void (*lay_panels)(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand);

    /* How often work-items meet in a bank of local memory; NULL where the family keeps no tiles
     * there. */
    struct bank_conflicts (*conflicts)(const struct spec *spec, const struct operand *operand);

    /* What the kernel has a matrix engine do. NULL: the family has none. */
    struct engine_use (*engine)(const struct spec *spec);

    /* Derives the numbers that are the family's alone, once: a struct of its own, for `own` of the kernel, which holds all
     * else already. NULL where the family has none. */
    const void *(*plan)(struct job *job, const struct spec *spec, const struct kernel *kernel);

    /* Shows these numbers in an object of --dump plan. */
    void (*show)(struct job *job, const struct kernel *kernel, struct value *object);

    /* Fills the view with what the family's own templates name. It reads the kernel's plan and nothing else. */
    void (*view)(struct job *job, const struct kernel *kernel, struct value *view);
};

/* All of them, the simplest first; NULL ends them (gen/family/table.c). */
extern const struct family *const family_table[];

/* The same in the order in which a request that names none gets one: the first that serves what it says. NULL ends them. */
extern const struct family *const family_order[];

/* The family of that name; NULL where there is none. */
const struct family *family_find(const char *name);

/* The families in the order of the table; NULL past the last one. */
const struct family *family_at(size_t index);

/* The first of family_order that can share operands so. */
const struct family *family_by_share(enum share share);

/* How it shares operands where nobody says. */
enum share family_share(const struct family *family);

/* Whether its kernels multiply on a matrix engine. Its panels, and what --decode makes, hold elements as callers have them; those of
 * other families hold the numbers that are calculated with. */
bool family_has_engine(const struct family *family);

/* What --prepared makes for it of blocks that are multiplied with elements of `other`, in the order of the lanes of an engine where there
 * is such; NULL: nothing. */
const struct element *family_repacked(const struct family *family, const struct element *blocks,
                                      const struct element *other);

/* Whether the family reads an option that not every family does. */
bool family_reads(const struct family *family, enum option_id option);

/* Whether others read such an option, and the family does not. */
bool family_lacks(const struct family *family, enum option_id option);

/* Whether a value asks for a family that reads the option, where not all do: one that says what a kernel does. The default of
 * most options says what it does not do ("--stages 1"), which holds of every family. */
bool family_is_asked(enum option_id option, const struct option_value *value);

#endif
