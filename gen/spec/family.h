/*
 * Kernel families, as every stage knows them: what each serves. What a stage calls of them is a struct of its own: of the spec this one,
 * of the others gen/rules/family.h, gen/plan/family.h and gen/view/family.h.
 */
#pragma once

#include "gen/spec/spec.h"

/* One bit of family.shares. */
#define SHARED_BY(share) (1U << (share))

struct family {
    const char *name;
    const char *help;
    const char *standard;     /* option line: what counts when nobody says otherwise */
    const char *standard_cpu; /* the same where the profile is that of a CPU; NULL: no other one */
    unsigned shares; /* SHARED_BY(...): how work-items may share operands; the least is meant
                                  * where nobody says */
    const enum option_id
        *options; /* those that it reads of the ones that not every family does; NULL: none */
    bool complex; /* multiplies complex numbers too */
    bool vectors; /* has vectors of complex numbers, and reads texels that hold several elements */
    bool quantised;   /* reads blocks of quantised elements too */
    bool groups;      /* and groups of such, which have their scales in a buffer of their own */
    bool scales_sums; /* multiplies numbers of 8 bits of groups, and sums of them by their scales */
    bool repacks;     /* and blocks that --prepared has repacked */
    bool gathers;     /* reads each row of A where a list says */
    bool by_index;    /* finds elements of A, B and C by index functions (--product) */
    bool in_runs;     /* and reads those of A and B at once that lie in a row along K */
    bool parts_by_index;  /* multiplies a part of K of those */
    bool gates;           /* multiplies the two products of a gated one (--chain gate:...) */
    bool attends;         /* computes attention (--chain attention), and nothing else */
    bool parts_of_panels; /* multiplies a part of K of panels */
    bool
        numbers; /* its kernels number the work-items of a work-group themselves, by view_item: only their count follows from --wg */
    bool walks;  /* its work-groups may take tiles in sequence, see spec_walks */
    bool orders_groups; /* --tile-order is that of work-groups, not that of a work-item's tiles */
    bool alone; /* its kernels have one work-item a work-group; others of a host's launch return */

    const struct family_spec *spec;
    const struct family_rules *rules;
    const struct family_plan *plan;
    const struct family_view *view;
};

/* What the spec calls. NULL: the family has none of it. */
struct family_spec {
    /* Fills spec->tile_k, unroll_k and vector widths that nobody asked (0 in the spec); and spec->own, where the family
     * reads options that no other does: a struct of its own in the job's arena, as they are asked and completed. */
    void (*complete)(struct job *job, struct spec *spec);

    /* Whether an option that it reads means nothing for this kernel. It looks at what `idle_reads` of the option's row in
     * gen/space/space.def lists. */
    bool (*ignores)(const struct spec *spec, enum option_id option);

    /* Completes the form of an operand that lies in panels. */
    void (*lay_panels)(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand);

    /* See spec_exchanges, spec_fragments, spec_local_bytes, spec_engine and spec_shrink, which call them. */
    bool (*exchanges)(const struct spec *spec);
    struct fragments (*fragments)(const struct spec *spec);
    long long (*local_bytes)(const struct spec *spec);
    struct engine_use (*engine)(const struct spec *spec);
    bool (*shrink)(struct job *job, struct spec *spec, bool local_memory);
};

/* All of them, the simplest first; NULL ends them (gen/family/table.c). */
extern const struct family *const family_table[];

/* The same in the order in which a request that names none gets one: the first that serves what it says. NULL ends them. */
extern const struct family *const family_order[];

/* The family of that name; NULL where there is none. */
const struct family *family_find(const char *name);

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

/* Whether an option is one that the tables of families name, as not every family reads it. */
bool family_is_own(enum option_id option);

/* Whether others read such an option, and the family does not. */
bool family_lacks(const struct family *family, enum option_id option);

/* Whether a value asks for a family that reads the option, where not all do: one that says what a kernel does. The default of
 * most options says what it does not do ("--stages 1"), which holds of every family. */
bool family_is_asked(enum option_id option, const struct option_value *value);
