/*
 * A manifest (schemas clgemm-manifest/1 and /2, doc/manifest.md) as structs.
 *
 * Reading validates: types, ranges, names, indices, references between members. The result can be
 * executed without looking at JSON again. Strings point into the JSON tree that the manifest keeps
 * alive.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "harness/manifest/element.h"
#include "harness/base/fault.h"

enum symbol {
    SYMBOL_M,
    SYMBOL_N,
    SYMBOL_K,
    SYMBOL_LDA,
    SYMBOL_LDB,
    SYMBOL_LDC,
    SYMBOL_OFFSET_A,
    SYMBOL_OFFSET_B,
    SYMBOL_OFFSET_C,
    SYMBOL_ALPHA,
    SYMBOL_BETA,
    SYMBOL_BATCH,
    SYMBOL_STRIDE_A,
    SYMBOL_STRIDE_B,
    SYMBOL_STRIDE_C,
    SYMBOL_LDR, /* of the epilogue's first residual, and of three more */
    SYMBOL_LDR_LAST = SYMBOL_LDR + 3,
    SYMBOL_SCALE, /* the epilogue's first scalar, and three more */
    SYMBOL_SCALE_LAST = SYMBOL_SCALE + 3,
    SYMBOL_MATRICES, /* of B, among which groups have theirs by number */
    SYMBOL_ROWS_A,   /* of A and of C, among which lists name those of groups */
    SYMBOL_ROWS_C,
    SYMBOL_ELEMENTS_A, /* of a member of an operand that an index function finds */
    SYMBOL_ELEMENTS_B,
    SYMBOL_ELEMENTS_C,
    SYMBOL_LDD, /* of a gated product */
    SYMBOL_OFFSET_D,
    SYMBOL_ELEMENTS_D, /* of attention: elements of V, of a mask and of lengths, heads of Q and of K, of all members */
    SYMBOL_ELEMENTS_MASK,
    SYMBOL_ELEMENTS_LENGTHS_Q,
    SYMBOL_ELEMENTS_LENGTHS_K,
    SYMBOL_HEADS,
    SYMBOL_KV_HEADS,
    SYMBOL_COUNT,
    SYMBOL_NONE = SYMBOL_COUNT
};

/* Name of a symbol as manifests spell it. */
const char *symbol_word(enum symbol symbol);

/* The symbol of a name; SYMBOL_NONE where it is none. */
enum symbol symbol_find(const char *name);

/* Whether it is a real number: alpha, beta, a scalar of the epilogue. */
bool symbol_is_scalar(enum symbol symbol);

/* A whole number, or a symbol whose value is known at launch. */
struct count {
    enum symbol symbol; /* SYMBOL_NONE: `number` counts */
    uint64_t number;
};

/* The operands, as indices of arrays. */
enum {
    OPERAND_A,
    OPERAND_B,
    OPERAND_C,
    OPERAND_COUNT
};

struct given_size {
    enum {
        GIVEN_AT_LAUNCH,
        GIVEN_FIXED,
        GIVEN_TIGHT
    } kind;
    uint64_t number;
};

struct given_scalar {
    bool fixed;
    double number;
};

enum {
    EPILOGUE_LIMIT = 16,
    OPERATION_NUMBERS = 2,
    EXPRESSION_LIMIT = 4096 /* characters of an expression */
};

/* The caller's buffers, as indices: A, B, C, those of the epilogue's operations, and the
 * companions: scales of A and B, zero points of A and B, and so on (enum companion_kind). */
enum {
    COMPANION_LIMIT = 2 * COMPANION_KINDS,
    OPERAND_COMPANIONS = OPERAND_COUNT + EPILOGUE_LIMIT,
    OPERAND_LIMIT = OPERAND_COMPANIONS + COMPANION_LIMIT
};

/* The operation that multiplies by the second product of a gated one; no list of a manifest has it. */
#define OPERATION_GATE "gate"
/* The operations of attention: V, a mask, numbers of rows and keys of its members; no list of a manifest has these either. */
#define OPERATION_ATTENTION "attention"
#define OPERATION_MASK "mask"
#define OPERATION_LENGTHS_Q "lengths_q"
#define OPERATION_LENGTHS_K "lengths_k"

/* An operation on C before it is stored. */
struct operation {
    const char *name; /* "leaky_relu" */
    enum {
        AXIS_NONE,
        AXIS_ROW,
        AXIS_COLUMN
    } axis;              /* its operand has one element for each row, or each column, of C */
    bool many;           /* of groups: such a vector for each matrix of B */
    const char *operand; /* NULL: none */
    bool has_buffer;     /* the operand is */
    size_t buffer;       /* that buffer, else */
    enum symbol symbol;  /* that scalar; SYMBOL_NONE */
    double number[OPERATION_NUMBERS];
    size_t number_count;
    int of_notation;        /* the operand, among those of attention */
    const char *expression; /* of value, row and column, in OpenCL C; NULL: none */
};

struct problem {
    enum element_type type[OPERAND_COUNT];
    const char *type_name[OPERAND_COUNT];
    struct arithmetic arithmetic;
    bool column_layout;
    bool transpose[2];                       /* A, B */
    bool conjugate[2];                       /* the product has the conjugates of their elements */
    struct given_size size[3];               /* m, n, k */
    struct given_size ld[OPERAND_COUNT];     /* elements */
    struct given_size offset[OPERAND_COUNT]; /* elements */
    struct given_scalar alpha, beta;
    enum batch {
        BATCH_NONE,
        BATCH_STRIDED,
        BATCH_OFFSETS,
        BATCH_GROUPS /* of unequal sizes: each has a part of one axis */
    } batch;
    enum symbol ragged; /* of groups: M, rows of A and C; N, columns of B and C; K, parts of K */
    struct given_size members;               /* of the batch; of one product 1 */
    bool experts, gathers, scatters;         /* of groups: there are lists of these roles */
    bool adds;                               /* rows are added to those of C that a list says */
    struct given_size stride[OPERAND_COUNT]; /* of members, in elements; strided */
    struct operation epilogue[EPILOGUE_LIMIT];
    size_t epilogue_count;
    /* A gated product has as its epilogue an operation on A B, and the product with A D: the name of
     * the first one, "none" where there is nothing, and how D lies. NULL: there is one product. */
    const char *gate;
    struct given_size gate_ld, gate_offset;
    bool attends; /* attention: A, B and C are Q, K and O, its first operation has V, */
    bool causal;  /* of which row i sees keys up to i + lk - lq, */
    enum mask {
        MASK_NONE,
        MASK_KEYS,
        MASK_MATRIX
    } mask;                /* scores have this added, */
    const char *mask_type; /* of elements of such a type, */
    bool lengths;          /* and each member its own numbers of rows and keys; */
    uint64_t heads;        /* q_heads is a multiple of so many times kv_heads */
    const char *edges;
    struct notation
        *notation; /* in which it was asked (harness/manifest/notation.h); NULL: in none; owned */
    const char *interface; /* a host's own, as it was asked for; NULL: none */
};

struct program {
    const char *file;   /* relative to the manifest */
    const char *hash;   /* "fnv1a64:" and 16 hex digits */
    const char *source; /* NULL: in `file` */
    const char *build_options;
    const char *finalize; /* NULL: nothing to be done */
    unsigned opencl_c;    /* 102 is OpenCL C 1.2 */
    const char **extensions;
    size_t extension_count;
    const char *device_type, *device_vendor; /* whose compilers take the options; NULL: any */
    bool images;
    uint64_t local_bytes, work_group_size;
};

enum role {
    ROLE_A,
    ROLE_B,
    ROLE_C,
    ROLE_BIAS,
    ROLE_SCALE,
    ROLE_RESIDUAL,
    ROLE_WORKSPACE,
    ROLE_COUNTERS, /* a workspace that is zero before each run and after it */
    ROLE_SCALES_A, /* of quantised elements, one a group of them: harness/manifest/groups.h */
    ROLE_SCALES_B,
    ROLE_ZEROS_A, /* and zero points */
    ROLE_ZEROS_B,
    ROLE_LEASTS_A, /* least values of blocks, scales of their parts and upper bits of their quants */
    ROLE_LEASTS_B,
    ROLE_PART_SCALES_A,
    ROLE_PART_SCALES_B,
    ROLE_UPPERS_A,
    ROLE_UPPERS_B,
    ROLE_OFFSETS_A, /* where the members of a batch begin: a 64-bit number each */
    ROLE_OFFSETS_B,
    ROLE_OFFSETS_C,
    ROLE_OFFSETS, /* where the groups of a batch begin and the last one ends: 32-bit numbers */
    ROLE_EXPERTS, /* which matrix of B each has: the same */
    ROLE_INDEX_A, /* which row of A, and of C, each of their rows is: the same */
    ROLE_INDEX_C,
    ROLE_D,    /* the second B of a gated product, V of attention, */
    ROLE_MASK, /* what is added to its scores, numbers of rows and keys of its members */
    ROLE_LENGTHS_Q,
    ROLE_LENGTHS_K,
    ROLE_IDS /* of a host: matrices, of which `member_of` chooses: 32-bit numbers */
};
enum lifetime {
    LIFETIME_CALLER,
    LIFETIME_RUN,
    LIFETIME_WEIGHTS
};

enum {
    EXTENT_LIMIT = 4,
    DIMENSION_LIMIT = 3
};

struct extent {
    struct count n;      /* matrix elements */
    uint64_t rounded_to; /* at least 1 */
    struct count stride; /* matrix elements */
    bool dense;          /* the stride is the product of the rounded extents after this one */
    struct count more;   /* so many times `rounded_to` beside n */
};

/* Content of a channel of a texel. */
enum channel {
    CHANNEL_FLOAT,
    CHANNEL_HALF_FLOAT,
    CHANNEL_UNSIGNED_INT32,
    CHANNEL_SIGNED_INT32
};

struct buffer {
    const char *name;
    enum role role;
    enum element_type type;
    uint64_t element_bytes, covers;
    uint64_t lines;                     /* that share an element; 1: none do */
    struct extent extent[EXTENT_LIMIT]; /* slowest axis first */
    size_t extent_count;
    struct count offset; /* matrix elements */
    bool image;
    unsigned image_channels; /* of a texel: 1, 2 or 4 */
    enum channel image_channel;
    uint64_t pitch_bytes;
    enum lifetime lifetime;
    bool zeroed; /* set to zero before each run */
};

/* factor x product of symbols; a list of them is a sum. */
struct summand {
    double factor;
    enum symbol product[SYMBOL_COUNT];
    size_t product_count;
};

struct argument {
    const char *name;
    enum {
        ARGUMENT_VALUE,
        ARGUMENT_LITERAL,
        ARGUMENT_BUFFER,
        ARGUMENT_LOCAL,
        ARGUMENT_SUM, /* of products of symbols, as a host passes it */
        ARGUMENT_SIZE /* of the product in index notation */
    } kind;
    enum element_type type; /* value, literal, sum; whole numbers without a sign count as signed */
    enum symbol symbol;     /* value */
    double literal;
    int64_t literal_whole; /* of a size too */
    size_t buffer;         /* index into buffers */
    uint64_t local_bytes;
    struct summand *terms; /* sum */
    size_t term_count;
};

struct global_size {
    bool persistent;
    uint64_t groups_per_unit; /* persistent */
    struct count dim;
    uint64_t rounded_to, per_group;
    uint64_t times;      /* work-groups for each of these */
    struct count more;   /* so many work-groups beside these */
    uint64_t most;       /* work-groups of one launch at most; 0: all */
    const json_t *count; /* work-groups, as a formula of m, n and k; NULL: as `dim` says */
    /* Tiles that work-groups compute in sequence: their count, and how much is a tile; 0: they do
     * not. */
    struct count in_sequence;
    uint64_t per_tile;
};

struct step {
    const char *name;
    enum {
        STEP_KERNEL,
        STEP_COPY_TO_IMAGE,
        STEP_FILL
    } kind;
    size_t program;    /* index; kernel */
    const char *entry; /* kernel */
    struct argument *arguments;
    size_t argument_count;
    size_t dimensions; /* 1 to 3; kernel */
    uint64_t local[DIMENSION_LIMIT];
    struct global_size global[DIMENSION_LIMIT];
    uint64_t sub_group_size;      /* 0: no demand */
    bool sub_group_multiple;      /* a multiple of sub_group_size will do */
    const char *engine;           /* matrix engine that it multiplies on; NULL: none */
    const char *engine_factors;   /* that the engine multiplies: "bf16", "tf32" */
    uint64_t engine_instructions; /* of a sub-group in an iteration of the loop over K */
    size_t from, to;              /* indices of buffers; copy_to_image, fill */
    enum symbol nonzero[SYMBOL_COUNT];
    size_t nonzero_count;
    bool prepare;
    struct count repeat;
    struct summand *flops, *bytes;
    size_t flops_count, bytes_count;
};

struct constraint {
    const char *rule, *sentence;
    enum symbol left[SYMBOL_COUNT];
    size_t left_count;
    enum {
        OP_MULTIPLE_OF,
        OP_AT_LEAST,
        OP_AT_MOST,
        OP_EQUAL
    } op;
    struct count right;
};

/* A symbol that a host does not pass: its value follows from those of others. */
struct derived {
    enum symbol symbol;
    struct summand *terms;
    size_t term_count;
    const json_t *formula; /* of symbols; NULL: the sum of `terms` */
};

struct sum {
    struct summand *terms;
    size_t count;
};

/* A check passes these as an argument of a host in place of what the host says, one in each turn. */
struct tried {
    const char *argument;
    struct sum *sums;
    size_t count;
};

struct manifest {
    json_t *root;
    json_t *unsaid; /* as it was before the sizes of a launch were said; NULL: none were */
    const char *name;
    const char *command; /* canonical command line of the generator; NULL where not told */
    char *folder;        /* that `file` of programs is relative to; NULL: the current one */
    struct problem problem;
    struct program *programs;
    size_t program_count;
    struct buffer *buffers;
    size_t buffer_count;
    /* Indices of the caller's A, B and C in `buffers`, then those of the operations that have a
     * buffer, and of the companions that there are. */
    size_t operand[OPERAND_LIMIT];
    struct step *steps;
    size_t step_count;
    struct constraint *constraints;
    size_t constraint_count;
    struct derived *derived; /* in the order in which they are calculated */
    size_t derived_count;
    /* The member of a batch that an operand has, by the host's arguments and `member`; NULL: that one. */
    const json_t *member_of[OPERAND_COUNT];
    struct tried *trials;
    size_t trial_count, turns; /* turns: until the longest trial begins anew */
    const char *label; /* the kernel's parameters in the words of their source; NULL: none */
    const char *peak_profile, *peak_formula; /* NULL: no peak is stated */
    double peak_operations_per_cycle;        /* a compute unit */
};

/* Reads `length` bytes of JSON. On success the manifest is the caller's to release; on failure
 * nothing is. Errors: FAULT_REFUSED with the path of the member at fault. */
int manifest_parse(const char *text, size_t length, struct manifest *manifest, struct fault *fault);

/* The argument of that name; NULL: there is none. */
const struct argument *manifest_argument(const struct manifest *manifest, const char *name);

/* Reads a manifest whose reference it takes; the same errors. */
int manifest_take(json_t *root, struct manifest *manifest, struct fault *fault);

/* Reads the file `path` ("-": standard input): its only kernel (`kernel` 0), or that of a number
 * from 1 where it has several. Errors: FAULT_IO, and those of manifest_parse with the path in
 * front. */
int manifest_load(const char *path, size_t kernel, struct manifest *manifest, struct fault *fault);

/* The names of the kernels of a manifest that has several; count 0: it has one. The list is the
 * caller's to free, also after an error: those of manifest_load. */
struct manifest_names {
    char (*list)[256];
    size_t count;
};
int manifest_names(const char *path, struct manifest_names *names, struct fault *fault);

/* Gives the sizes, extents and strides of a product that are arguments of a launch their numbers: those of `at`, "n=16,x_1=56" (NULL: none); an extent that is not
 * in it is as large as the positions without the padding, a stride that is not makes the operand tight. These stand in `chosen`, "x_1=56"; "": there are none.
 * Errors: FAULT_USAGE where a name is none of them, or a size of an index is missing; those of manifest_take. *manifest is released then. */
int manifest_say_sizes(struct manifest *manifest, const char *at, char *chosen, size_t room,
                       struct fault *fault);

/* The kernels of a manifest of several, each as manifest_take takes it; NULL: it has one, or *fault. A new reference; errors as of
 * manifest_parse. */
json_t *manifest_kernels(const char *text, size_t length, struct fault *fault);

void manifest_release(struct manifest *manifest);

/* The operand of which groups have a matrix each, where they have parts of that axis. */
int operand_of_groups(enum symbol ragged);
