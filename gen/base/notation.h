/*
 * A product in index notation as all stages know it: its indices, and how operands lie by them. gen/request/product.h reads it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    PRODUCT_OPERANDS = 3, /* of a text */
    NOTATION_OPERANDS =
        7, /* of attention, some of which are without positions where there is none */
    PRODUCT_INDICES = 12,
    PRODUCT_AXES = 8,  /* of an operand */
    PRODUCT_TERMS = 6, /* of a position */
    /* Sizes of indices, then extents and strides of operands. */
    PRODUCT_SIZES = PRODUCT_INDICES + 2 * PRODUCT_OPERANDS * PRODUCT_AXES,
    PRODUCT_FACTORS = 16 /* sizes of a measure */
};

/* What is known of a size at launch or is compiled in. */
struct product_size {
    const char *name;      /* "p", "x_1", "x_stride_0" */
    const char *meaning;   /* "size of index p" */
    const char *in_kernel; /* "p_size", "x_extent_1", "x_stride_0" */
    long long fixed;       /* -1: an argument of the launch */
    bool is_stride;
    bool is_read; /* by an index function */
};

/* number x product of sizes, which are numbers into the list of a product, in ascending order. */
struct measure {
    long long number;
    int count;
    unsigned char size[PRODUCT_FACTORS];
};

/* A sum of measures. */
struct measures {
    int count;
    struct measure list[PRODUCT_AXES];
};

/* The operands that have an index say what it is. In the order of the loops around the product. */
enum product_class {
    CLASS_BATCH, /* in all three */
    CLASS_M,     /* in C and A */
    CLASS_N,     /* in C and B */
    CLASS_K,     /* in A and B */
    PRODUCT_CLASSES
};

struct product_index {
    const char *name;
    enum product_class class;
    size_t at; /* where the text has it first */
};

/* A position of an operand: sum of factor x index + constant. */
struct product_axis {
    int count;
    int index[PRODUCT_TERMS];
    long long factor[PRODUCT_TERMS];
    long long constant;
    struct measure extent, stride;
    bool checked; /* the position can be outside [0, extent) */
};

struct product_operand {
    const char *name;
    int axis_count;
    struct product_axis axes[PRODUCT_AXES];
    struct measures factor
        [PRODUCT_INDICES];    /* by which an index moves on in memory; none: it has no such index */
    struct measures constant; /* of the place at which all indices are 0 */
    struct measure
        elements; /* from the first one of a member of the batch to one past its last; -1: a size is an argument */
    long long
        run; /* elements along K, of C along canonical N, that lie in a row, each so many from such a multiple on; a power of two, at most 16 */
    bool across_k; /* elements along M or N lie in a row */
    bool by_index; /* it is read or written by an index function, else it is a matrix: */
    enum product_class along, lines; /* its lines are contiguous along that class, and so many, */
    struct measure apart;            /* so far apart in elements; 1 of a single one */
    struct measure members_apart;    /* of a batch */
};

/* Indices that count as one, or one alone: those of a class are nested, the last one moves fastest. */
struct product_entry {
    int innermost; /* whose factors are those of all */
    struct measure size;
};

struct notation {
    const char *text, *fixed; /* of --product, and of --fixed; NULL: none is said */
    bool adds;                /* `+=` */
    bool attends;             /* it is of attention: nobody says a text */
    struct product_operand operands
        [NOTATION_OPERANDS]; /* A, B, C; of attention Q, K, O, V, mask, lengths_q, lengths_k: by role */
    int index_count;
    struct product_index indices[PRODUCT_INDICES];
    int size_count;
    struct product_size sizes[PRODUCT_SIZES]; /* those of the indices first */
    int order_count[PRODUCT_CLASSES];
    int order[PRODUCT_CLASSES][PRODUCT_INDICES]; /* of a class, from outer to inner */
    int entry_count[PRODUCT_CLASSES];
    struct product_entry entries[PRODUCT_CLASSES][PRODUCT_INDICES];
    struct measure extents[PRODUCT_CLASSES]; /* the product of the sizes of each class */
    bool column_major;                       /* C is contiguous along M */
    bool by_index;                           /* an operand is */
};
