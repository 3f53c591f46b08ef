/*
 * The plan: everything that follows from a request, each number derived once.
 *
 * A plan is immutable once made. Its first part is what a host executes (programs, buffers,
 * steps: what the manifest says, see doc/manifest.md); its second part is what the kernel is made
 * of, for the views. Artifact writers read the first part only. All texts live in the arena of the
 * generation.
 *
 * Sizes, operands and names of the host part are in the user's terms, of the kernel part in
 * canonical ones: row-major, a column-major request having become the row-major one with A and B
 * swapped, and M and N.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gen/base/declaration.h"
#include "gen/base/problem.h"
#include "gen/base/storage.h"

/* What a plan has place for. */
enum {
    EXTENT_LIMIT = 4,    /* axes of a buffer */
    DIMENSION_LIMIT = 3, /* of a launch */
    NONZERO_LIMIT = 7,   /* symbols that a step hangs on */
};

/* Members of a batch that one launch covers: as many work-groups as every device takes along dimension 2. */
enum {
    PLAN_MOST_MEMBERS = 65535
};

/* Groups of a batch: with the tiles of all rows they are numbers of 32 bits. */
enum {
    PLAN_MOST_GROUPS = 1 << 24
};

/* What the workspace of a kernel that adds the parts of K is called. */
#define PLAN_PARTS "C_parts"

struct formula;
struct interface;
struct job;
struct notation;

struct requirement {
    const char *opencl_c; /* "1.2" */
    const char *const *extensions;
    size_t extension_count;
    const char *device_type; /* "gpu": whose compiler takes the build options; NULL: any does */
    const char *vendor;      /* a part of its vendor's name; NULL: any */
    bool images;
    long long local_bytes;
    long long work_group_size; /* work-items of the largest work-group */
};

struct extent {
    struct count n;
    long long rounded_to;
    struct count stride;
    bool dense;       /* the stride is what the extents after this one, rounded up, amount to */
    enum symbol more; /* so many times `rounded_to` beside n; SYMBOL_NONE: no more */
};

enum access {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_READ_WRITE
};

struct image_format {
    const char *order;     /* "R", "RGBA" */
    const char *type;      /* "FLOAT", "HALF_FLOAT", "UNSIGNED_INT32" */
    long long pitch_bytes; /* rows are a multiple of this */
};

struct buffer {
    const char *name; /* "A", "A_image" */
    enum role role;
    enum role operand; /* of a workspace: whose elements it holds */
    bool prepared;     /* steps of phase prepare fill it, for many runs */
    bool
        notes; /* each work-group of the step that reads it fills its part, or finds what it filled it with in a run before */
    bool counters; /* a number for each tile of C: zero before a launch and after it */
    long long panel,
        block; /* of panels: places along the tile of each, steps of K of a block; 0: a matrix */
    const char *reader; /* of panels: the engine in whose order they are; NULL: step after step */
    const char *element_type;      /* "f32" */
    const struct storage *storage; /* of matrices and vectors of the caller: how a host has them */
    long long element_bytes;       /* of one storage element (a texel) */
    long long covers;              /* matrix elements in one storage element, */
    long long lines;               /* which are of so many lines; 0: of one */
    struct extent extents[EXTENT_LIMIT]; /* slowest axis first; the last two are rows and columns */
    size_t extent_count;
    struct count offset;
    const struct image_format *image; /* NULL: a buffer */
    enum access access;
};

enum argument_kind {
    ARGUMENT_VALUE,
    ARGUMENT_SIZE, /* of a product in index notation */
    ARGUMENT_BUFFER,
    ARGUMENT_SUM,  /* what only a host passes: a number, or a sum of products of symbols */
    ARGUMENT_LOCAL /* local memory of a host, which no kernel reads */
};

struct argument {
    const char *name; /* as in the kernel */
    enum argument_kind kind;
    enum symbol symbol; /* of a value */
    const char
        *type; /* of a value or a size: "i32", "i64", "f32", "f64"; of a host's "u32", "u64" too */
    size_t buffer;       /* index into the plan's buffers */
    const char *meaning; /* "rows of A and C" */
    bool unread; /* the kernel takes it, as all kernels of the problem do, and does not read it */
    const struct summand *sum; /* of a sum, or the bytes of local memory; a factor of 0 ends it */
    const struct declaration *declared; /* as a host does; NULL: as clgemm does */
    const char *size; /* of a size: as the text calls it, "p", "x_1", "x_stride_0" */
};

/* One dimension of the launch: ceil(round_up(dim, rounded_to) / per_group) work-groups, where a dim
 * of 0 with rounded_to > 1 counts as 1; or `times` as many. */
struct launch_dimension {
    struct count dim;
    long long rounded_to;
    long long per_group;
    long long local;  /* work-items of a work-group along it */
    long long times;  /* how many work-groups each of these is, one behind the other; 0: one */
    enum symbol more; /* so many work-groups beside these; SYMBOL_NONE: no more */
    long long
        most; /* work-groups that one launch has along it at most, the others follow in further launches by a
                        global work offset; 0: all are in one */
    long long
        per_unit; /* work-groups that compute tiles in sequence: so many for each compute unit; 0: one each */
    bool in_sequence; /* those walk along this dimension too: it has one */
    const struct formula *
        count; /* so many work-groups, of m, n and k, which compute tiles in sequence; NULL: one each */
};

struct step {
    const char *name;  /* "copy_a", "multiply" */
    const char *entry; /* kernel function */
    enum role operand; /* the one of which it makes or takes a copy; of the product: C */
    bool prepares;     /* it runs once for the operand's values, not with each product */
    const struct argument *arguments;
    size_t argument_count;
    long long sub_group_size; /* that the launched kernel must have; 0: any */
    bool sub_group_equal;     /* exactly that size; else a multiple */
    long long local_bytes;    /* of local memory, beside what the family counts */
    struct engine_use engine; /* of the product */
    struct launch_dimension dimensions[DIMENSION_LIMIT]; /* fastest first */
    size_t dimension_count;
    enum symbol
        nonzero[NONZERO_LIMIT]; /* the step runs when all of them are non-zero; SYMBOL_NONE ends */
    struct summand flops[TERM_LIMIT]; /* factor 0 ends */
    struct summand bytes[TERM_LIMIT];
};

/* What the sizes at launch must keep. */
enum size_rule {
    SIZES_EXACT,
    SIZES_SHIFT,
    SIZES_PROMISED, /* by a host */
    SIZE_LIMIT,
    SIZE_IN_IMAGES,
    LEADING_DIMENSION_LIMIT,
    INDEX_WIDTH,
    MEMBERS_OF_C,
    WHOLE_BLOCKS
};

/* The rule's name in a manifest: "exact-sizes", "index-width". */
const char *size_rule_name(enum size_rule rule);

struct constraint {
    enum size_rule rule;
    const char *sentence; /* "M must be a multiple of 32" */
    enum symbol left[2];  /* the second: SYMBOL_NONE, or of a product, which is AT_MOST a number */
    enum relation {
        MULTIPLE_OF,
        AT_LEAST,
        AT_MOST
    } operator;
    long long right;
};

/* What a launcher has beyond the product. */
struct launcher_parts {
    bool cache;     /* of built programs */
    bool events;    /* of each step */
    bool log;       /* of the compiler */
    bool calibrate; /* of the kernels of a dispatch, where the program runs */
};

/* A symbol that a host does not pass: its value follows from those of others. */
struct derived {
    enum symbol symbol;
    const struct summand *sum;   /* a factor of 0 ends it; NULL: `formula` says it */
    const struct value *formula; /* of symbols (doc/manifest.md) */
};

/* What a runner passes as an argument in place of what the host's interface says, one after another. */
struct tried {
    const char *argument;
    const struct summand *const *sums; /* a factor of 0 ends each */
    size_t count;
};

/* The host whose interface the multiplying kernel has: its step has the host's arguments and dimensions. */
struct host {
    const struct interface *interface; /* for views (gen/request/interface.h) */
    const char *name;                  /* of the interface, as it is asked for */
    const struct argument *own;        /* what the text of the kernel calls its arguments */
    size_t own_count;
    const struct argument *arguments; /* the host's, as many as the interface has */
    int place[DIMENSION_LIMIT];       /* the host's dimension of each of the kernel's own */
    long long local[DIMENSION_LIMIT]; /* work-items of a work-group along the kernel's own */
    long long items[DIMENSION_LIMIT]; /* and along the host's */
    bool flat;                        /* the host has all of them along dimension 0 */
    const struct derived *derived;
    size_t derived_count;
    const struct value *members; /* {"a": formula}: which member an operand has (doc/manifest.md) */
    const struct tried *trials;
    size_t trial_count;
    const struct define *defines;
    size_t define_count;
    long long multiples
        [3]; /* of which macros of the host that have no number here must be: for M, N, K; 0: of none */
};

/* What a host's interface calls one of the kernel's own arguments: "A", "lda". */
const char *host_name(const struct argument *own);

struct plan {
    const char *name;    /* C identifier: entry point, prefix of constants */
    const char *stem;    /* of the file names; the name unless asked otherwise */
    const char *version; /* of the generator */
    const char *command; /* canonical command line for a shell, also in a comment of C */
    const char *
        by_itself; /* options that make a kernel of a host's text by itself, in place of --variants; NULL: it is by itself */

    struct problem problem;
    const struct notation
        *product; /* in index notation, as it was asked (gen/request/product.h); NULL: it was not */
    bool by_names; /* a launch says sizes of that by their names, from which M, N and K follow */
    const struct value *config; /* resolved configuration: option name to text */
    const char *build_options;  /* "" or compiler options */
    struct requirement requirement;
    struct launcher_parts launcher;

    const struct buffer *buffers;
    size_t buffer_count;
    const struct step *steps;
    size_t step_count;
    size_t main_step;        /* the product itself, whose kernel carries the plan's name */
    const struct host *host; /* NULL: it is called as clgemm calls it */
    const struct constraint *constraints;
    size_t constraint_count;

    long long register_bytes; /* estimate, a work-item */
    long long local_bytes;
    struct bank_conflicts conflicts[2]; /* of the user's A and B */

    const struct kernel *kernel; /* for views (gen/plan/kernel.h) */

    long long
        deep_k; /* the least K whose loop has every branch but the rest: of each part of K several iterations, more than are under way */
    long long
        uneven_k; /* of a kernel that divides K into equal parts, one that leaves a single step to the last; else 1 */
    long long
        rests; /* sizes in a row that leave each rest of a work-item's tile: 8, or 16 where that is wider */

    const char *profile;         /* whose peak: name */
    bool unmeasured;             /* its kernels were not, on its devices */
    const char *peak_formula;    /* in words; NULL: not stated */
    double operations_per_cycle; /* per compute unit */
};

/* A formula for a manifest: a number, a name, or a list of an operator or function and what it is of, of "[]" an array and an index. Casts are left out, as a runner counts in 64 bits.
 * Of arguments of `host`, by the names that the manifest has; NULL: of symbols. */
struct value *plan_host_formula(struct job *job, const struct host *host,
                                const struct formula *formula);

/* The buffer of that name, which the plan has; and the first one of a role, NULL: there is none. */
const struct buffer *plan_buffer(const struct plan *plan, const char *name);
const struct buffer *plan_buffer_of(const struct plan *plan, enum role role);

/* The first argument of a step that is that symbol, of that type (NULL: of any); NULL: there is none. */
const struct argument *plan_passing(const struct plan *plan, enum symbol symbol, const char *type);

/* Two extents of a buffer that holds a matrix: of its lines, and along them. */
const struct extent *buffer_lines(const struct buffer *buffer);

/* The step of the product itself. */
const struct step *plan_main_step(const struct plan *plan);
