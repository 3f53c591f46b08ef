/*
 * The second part of a plan: what the multiplying kernel is made of. Views read it and nothing before it.
 *
 * Canonical terms: C (m x n) = op(a) (m x k) op(b) (k x n), row-major. Numbers count elements, steps of K or work-items.
 */
#pragma once

#include "gen/base/epilogue.h"
#include "gen/base/problem.h"
#include "gen/base/value.h"
#include "gen/spec/spec.h"

struct host;

struct kernel {
    const char *name;       /* of the plan: what each name at file scope begins with */
    struct problem problem; /* in the user's terms */
    struct setting beta;    /* of this kernel: 0 where a later step adds the old C */
    bool finishes;          /* it applies the epilogue of the problem, else a later step does */
    struct numbers numbers; /* what is calculated with */
    const char
        *extensions[SPEC_MOST_EXTENSIONS]; /* that its types need, see spec_type_extensions */
    size_t extension_count;
    bool column_major, exchanged;   /* see struct spec */
    const struct notation *product; /* of index functions; NULL: there are none */
    struct operand a, b, c, d;      /* d: of a gated product, on the side of the caller's B */
    const struct operand *factors
        [3]; /* of a and b the caller's A, then B: the order in which a kernel has both; then d */
    int factor_count; /* 2; of a gated product 3 */
    enum symbol m, n; /* what the user calls canonical M and N */
    long long fixed
        [SYMBOL_COUNT]; /* sizes, leading dimensions and members that are compiled in; -1: given at launch */
    bool names[SYMBOL_K + 1];      /* sizes that the kernel names, see spec_names_size */
    enum symbol along[ROLE_D + 1]; /* contiguous axis of the user's A, B, C and D, by role */
    long long image_side;          /* texels that the profile's images have a side */
    int index_bits;                /* of places in memory: 32 or 64 */

    enum share share;
    struct shape tile;     /* of C, that of a work-item */
    struct shape wg;       /* work-items of a work-group */
    struct shape items;    /* those of them that have a tile of their own */
    long long members;     /* of a batch, that a work-group multiplies side by side */
    long long split_k;     /* parts of K that different work-groups multiply */
    bool sums_in_launch;   /* the last work-group of a tile adds its parts */
    long long row_numbers; /* of attention, that a part of the keys stores of a row */
    enum ordering ordering;
    bool walks;         /* work-groups take tiles in sequence, see spec_walks */
    bool numbered;      /* work-groups find their tiles by number, see struct spec */
    long long per_unit; /* work-groups for each compute unit, see struct spec */
    bool in_turns;      /* a work-group has the work-items of wg twice, see struct spec */
    long long copiers;  /* work-items of a work-group beside these, which only copy */
    long long parts;    /* how many compute one tile together, each of them a part of K */
    struct shape tiles; /* that a work-item computes in sequence */
    struct shape group; /* of C, that of a work-group: tile x wg, of each of its tiles */
    long long block_k;  /* steps of K after which C is updated; 0: all of them */
    bool
        in_blocks; /* its loop goes through blocks of K; the sums of all but the first are added to those before */
    bool
        stands; /* the work-items of a column of C lie along dimension 0 of the launch, see spec_stands */
    long long tile_k, unroll_k, turn_k;
    const char *loop_order; /* "jkl"; NULL: vectors, row by row */
    bool
        group_ids; /* places come from get_group_id, else from get_global_id alone; where there are groups from both */
    bool h_first; /* dimension 0 of the launch is along H, see struct spec */
    bool aligned; /* vectors are moved whole where they lie at multiples of their size */

    enum edges edges;
    bool guard_m, guard_n; /* a work-group's tile may cross the end of that axis */
    bool shift_m, shift_n; /* one that would is moved inside */
    bool guard_k;          /* the last iteration of the loop over K may be partial */
    bool turns_none;       /* K ends within the first one */

    const char *mad; /* "mad", "fma", "plain" */
    bool of_cpu;     /* the profile is that of a CPU */
    enum spelling spelling;
    bool exchanges;      /* lanes of a sub-group exchange registers */
    const char *nearest; /* see struct engine_use */
    long long sg_size;

    struct fragments fragments; /* register bytes of a work-item */

    const struct host
        *host; /* whose launch it finds its places in (gen/plan/plan.h); NULL: clgemm's own */
    const struct family *family;
    const void *own; /* the family's numbers: a struct of its header; NULL: it has none */
};

/* The kernel of a spec, of that name, for a host or NULL, in the job's arena. */
const struct kernel *kernel_plan(struct job *job, const struct spec *spec, const char *name,
                                 const struct host *host);

/* The type of an element as it is stored, in the kernel: "ushort"; of a block, which the kernel defines, "NAME_q8_0". */
const char *kernel_stored(struct job *job, const struct kernel *kernel,
                          const struct element *element);

/* Whether C is updated after each block of K; else after the last one. */
bool kernel_updates_often(const struct kernel *kernel);

/* How many products there are: of a gated one 2. */
int kernel_products(const struct kernel *kernel);

/* What the sums of a product are called: `alone`; of a gated product "gate", and of its second one (`product` 1) "up". */
const char *kernel_sum_word(const struct kernel *kernel, int product, const char *alone);

/* The left (`left`) or right factor of product 0, or of the second one of a gated product, canonically. */
const struct operand *kernel_factor(const struct kernel *kernel, int product, bool left);

/* The operand of that role, of A, B and C. */
const struct operand *kernel_operand(const struct kernel *kernel, enum role role);

/* Adds to an object of --dump plan what is its family's alone, as a member of the family's name. */
void kernel_show_own(struct job *job, const struct kernel *kernel, struct value *object);

/* Whether its groups have different sizes along canonical M (`along_m`) or N. */
bool kernel_is_ragged(const struct kernel *kernel, bool along_m);

/* How many rows an operand has among which a list names those of groups; SYMBOL_NONE: there is no list. And the list, "index_a". */
const char *kernel_index(const struct operand *operand);
enum symbol kernel_listed_rows(const struct kernel *kernel, const struct operand *operand);

/* Whether its work-groups find tiles of all groups by number, and the group of each when they come to it. */
bool kernel_steps_through_groups(const struct kernel *kernel);

/* Whether a work-group's tile may cross the end of canonical M (`along_m`) or N, and whether one that would is moved inside. */
bool kernel_guards(const struct kernel *kernel, bool along_m);
bool kernel_shifts(const struct kernel *kernel, bool along_m);

/* Places of canonical A or B that a work-item's tile has. */
long long kernel_side(const struct kernel *kernel, const struct operand *operand);

/* The user's word for the place along canonical M (`along_m`) or N: "row" or "column". */
const char *kernel_axis_word(const struct kernel *kernel, bool along_m);

/* A member with `height` and `width`, for --dump plan. */
void value_set_shape(struct job *job, struct value *object, const char *name, struct shape shape);

/* Whether the fixed size along canonical M or N ends within the first `step` of it. */
bool kernel_ends_within(const struct kernel *kernel, enum symbol axis, long long step);
