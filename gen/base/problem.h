/*
 * The terms of a matrix product, as all stages and what is emitted name them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum role {
    ROLE_A,
    ROLE_B,
    ROLE_C,
    ROLE_D,         /* the second B of a gated product, V of attention, */
    ROLE_MASK,      /* what is added to its scores, */
    ROLE_LENGTHS_Q, /* rows and keys of its members */
    ROLE_LENGTHS_K,
    ROLE_BIAS, /* operands of the epilogue */
    ROLE_SCALE,
    ROLE_RESIDUAL,
    ROLE_WORKSPACE,
    ROLE_SCALES_A, /* of quantised elements, one a group or block of them */
    ROLE_SCALES_B,
    ROLE_ZEROS_A, /* and zero points of groups */
    ROLE_ZEROS_B,
    ROLE_LEASTS_A, /* least values of blocks */
    ROLE_LEASTS_B,
    ROLE_PART_SCALES_A, /* scales of their parts */
    ROLE_PART_SCALES_B,
    ROLE_UPPERS_A, /* upper bits of their quants */
    ROLE_UPPERS_B,
    ROLE_OFFSETS_A, /* where the members of a batch begin, one number a member */
    ROLE_OFFSETS_B,
    ROLE_OFFSETS_C,
    ROLE_OFFSETS, /* where the groups of a batch begin and the last one ends */
    ROLE_EXPERTS, /* which matrix of B each of them has */
    ROLE_INDEX_A, /* which row of A, and of C, each of their rows is */
    ROLE_INDEX_C,
    ROLE_IDS /* of a host: matrices, of which its formulas choose those of members */
};

/* The role of what of A or B lies in a buffer of its own: scales (`kind` 0), zero points, least values, scales of parts, upper bits. */
enum role role_of_companion(enum role operand, int kind);

/* What a host knows only at launch. */
enum symbol {
    SYMBOL_NONE,
    SYMBOL_M,
    SYMBOL_N,
    SYMBOL_K,
    SYMBOL_LDA,
    SYMBOL_LDB,
    SYMBOL_LDC,
    SYMBOL_OFFSET_A,
    SYMBOL_OFFSET_B,
    SYMBOL_OFFSET_C,
    SYMBOL_LDR, /* of the epilogue's first residual, and of three more */
    SYMBOL_LDR_LAST = SYMBOL_LDR + 3,
    SYMBOL_LDD, /* of a gated product */
    SYMBOL_OFFSET_D,
    SYMBOL_ALPHA,
    SYMBOL_BETA,
    SYMBOL_SCALE, /* the epilogue's first scalar, and three more */
    SYMBOL_SCALE_LAST = SYMBOL_SCALE + 3,
    SYMBOL_BATCH, /* members */
    SYMBOL_STRIDE_A,
    SYMBOL_STRIDE_B,
    SYMBOL_STRIDE_C,
    SYMBOL_MATRICES, /* of B, among which groups have theirs by number */
    SYMBOL_ROWS_A,   /* of A and of C, among which lists name those of groups */
    SYMBOL_ROWS_C,
    SYMBOL_ELEMENTS_A, /* of a member of an operand that an index function finds, of attention of all */
    SYMBOL_ELEMENTS_B,
    SYMBOL_ELEMENTS_C,
    SYMBOL_ELEMENTS_D,
    SYMBOL_ELEMENTS_MASK,
    SYMBOL_ELEMENTS_LENGTHS_Q,
    SYMBOL_ELEMENTS_LENGTHS_K,
    SYMBOL_HEADS, /* of attention: those of queries, and of keys, of all members together */
    SYMBOL_KV_HEADS,
    SYMBOL_COUNT
};

/* Whether it is a scalar: alpha, beta, or one of the epilogue. */
bool symbol_is_scalar(enum symbol symbol);

/* Where the members of a batch begin in the buffer of an operand; members with rows of one matrix are groups. */
enum batch {
    BATCH_NONE,    /* one product */
    BATCH_STRIDED, /* each a stride behind the one before */
    BATCH_OFFSETS, /* where a list says */
    BATCH_GROUPS   /* each has rows of one A and one C, which a list says, and a B of its own */
};

/* How a request and a manifest say it: "strided"; and back, for a word that a request may say. */
const char *batch_word(enum batch batch);
enum batch batch_find(const char *word);

/* The symbol's name in a manifest: "m", "lda", "offset_a"; and the symbol of a name, SYMBOL_NONE: it is of none. */
const char *symbol_name(enum symbol symbol);
enum symbol symbol_find(const char *name);

/* A whole number or a symbol (SYMBOL_NONE: the number). */
struct count {
    enum symbol symbol;
    long long number;
};

enum {
    TERM_LIMIT = 5,  /* of a sum of products of symbols */
    FACTOR_LIMIT = 4 /* of such a product */
};

/* factor x product of symbols (SYMBOL_NONE: 1). */
struct summand {
    double factor;
    enum symbol product[FACTOR_LIMIT];
};

/* One value of the problem: fixed in the kernel, or given at launch. */
struct setting {
    enum {
        GIVEN_AT_LAUNCH,
        FIXED,
        TIGHT
    } how;            /* TIGHT: a leading dimension equal to the contiguous extent */
    long long whole;  /* FIXED sizes, leading dimensions, offsets */
    double real;      /* FIXED alpha and beta */
    const char *text; /* the same: the shortest that reads back as that number, in the C locale */
};

/* What attention adds to scores. */
enum mask {
    MASK_NONE,
    MASK_KEYS,  /* a vector for each member */
    MASK_MATRIX /* a matrix for each head of it */
};

/* C = epilogue(alpha op(A) op(B) + beta C), in the user's terms; of a gated product C = gate(alpha op(A) op(B)) * (alpha op(A) op(D)).
 * Of attention C = softmax(alpha A B^T) D for each head: M rows of Q and O, N elements of a head, K rows of K and V. */
struct problem {
    const char *types[3]; /* of A, B and C: "f32" */
    const char *product;  /* in which products of their elements are calculated */
    bool in_parts;        /* each as the sum of several products of shorter numbers */
    const char *
        factors; /* to which elements in blocks are rounded first, and weights of attention; NULL: they are not */
    const char *accumulate; /* in which products are summed */
    long long
        sum_digits; /* binary digits of sums that an engine makes first; 0: it makes none of fewer */
    long long sum_depth; /* elements of K of which it makes one, before it is added; 0: all */
    const char *scalar;  /* of alpha and beta */
    bool complex;        /* it and all elements are complex numbers */
    const char *layout;  /* "row", "column" */
    bool transpose_a, transpose_b;
    bool conjugate_a, conjugate_b;       /* of the transposed ones: the conjugate transpose */
    struct setting values[SYMBOL_COUNT]; /* by symbol */
    const char *edges;                   /* "exact", "guard", "pad", "shift" */
    const struct epilogue *epilogue;     /* gen/base/epilogue.h; never NULL in a plan */
    const struct epilogue *gate; /* what is done to the first of two products; NULL: there is one */
    bool attends;                /* attention: A, B, D and C are Q, K, V and O, */
    bool causal;                 /* of which row i of M sees keys up to i + K - M; */
    enum mask mask;              /* what is added to scores, in numbers of */
    const char *mask_type;       /* "f32"; */
    const char *masks;           /* both as a request says them: "causal,keys"; */
    bool lengths;                /* and whether each member has numbers of rows and keys */
    long long packed_heads;      /* heads of Q that read the same one of K and V; 1: any number */
    enum batch batch;            /* of one product the values say 1 member, and strides of 0 */
    enum symbol ragged; /* of groups: M, rows of A and C; N, columns of B and C; K, parts of K */
    bool experts;       /* of groups: a list says which matrix of B each has, */
    bool gathers;       /* another one which row of A each row is, */
    bool scatters;      /* and one which row of C, */
    bool adds;          /* which rows are added to */
};

/* Whether it has a fourth operand, D. */
bool problem_has_d(const struct problem *problem);

/* Whether members of the batch are groups that have parts of unequal sizes of this axis. */
bool problem_is_ragged(const struct problem *problem, enum symbol axis);

/* Whether they are such as have rows or columns of one C. */
bool problem_shares_c(const struct problem *problem);

/* Whether members of A, B, C or D, which lie as those of B, of the batch lie a stride apart: not those that a list places, nor a matrix that groups have parts of. */
bool problem_has_stride(const struct problem *problem, enum role operand);

/* The symbol's name in kernels: "M", "lda", "alpha". */
const char *symbol_in_kernel(enum symbol symbol);

/* Words that one bank of local memory has to deliver one after another when a sub-group stores or
 * reads an element of a tile, at worst: 1 without conflict; 0: not known. */
struct bank_conflicts {
    long long store, read;
};

/* What a kernel has a matrix engine do. */
struct engine_use {
    const char *name;       /* "mma"; NULL: it uses none */
    const char *factors;    /* what the engine multiplies: "bf16", "tf32" */
    long long instructions; /* of a sub-group in an iteration of the main loop over K */
    long long
        reads; /* elements of A and B that a sub-group reads for each element of K; 0: not told */
    const char *announced; /* extension by which devices announce it; NULL: none */
    const char *extension; /* of OpenCL C, which the types of its operands need; NULL: none */
    const char *
        nearest; /* template of the function that rounds to bf16 by an instruction of its devices; NULL: they have none */
    const char *
        finalize; /* what the host does to the built program to have them: "ptx:sm_90a"; NULL: nothing */
};

/* A shape that was measured, and the kernel that was fastest. */
struct dispatch_shape {
    long long sizes[3]; /* m, n, k; at least 1 */
    size_t kernel;
    double gflops; /* 0: not told */
};
