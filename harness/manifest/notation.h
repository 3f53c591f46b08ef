/*
 * The product of a manifest in index notation: how elements of operands follow from indices.
 */
#pragma once

#include "harness/base/json_read.h"

enum {
    NOTATION_INDICES = 12,
    NOTATION_SIZES = 60, /* of indices, and extents and strides */
    NOTATION_AXES = 8,
    NOTATION_TERMS = 6,
    NOTATION_CLASSES = 4, /* M, N, K and the batch */
    NOTATION_OPERANDS =
        7 /* of attention also V, a mask, and lengths of queries and keys; some are without positions where there is none */
};

/* A position of an operand: plus and the sum of factor x index; outside [0, extent) there is no element. */
struct notation_axis {
    uint64_t extent, stride;
    int64_t plus;
    size_t count;
    int index[NOTATION_TERMS];
    int64_t factor[NOTATION_TERMS];
};

#define NOTATION_OPEN UINT64_MAX

struct notation {
    const char *text;
    bool
        attends; /* it is of attention: there are more operands, and these have all elements of their axes, members and heads too */
    bool known;  /* all sizes are numbers; else extents, strides and elements are none yet */
    size_t size_count;
    const char *name[NOTATION_SIZES];
    uint64_t size[NOTATION_SIZES];        /* NOTATION_OPEN: an argument of the launch */
    bool said[NOTATION_SIZES];            /* an argument of the launch whose number is known */
    size_t order_count[NOTATION_CLASSES]; /* indices of a class, from outer to inner */
    int order[NOTATION_CLASSES][NOTATION_INDICES];
    struct {
        const char *name;
        bool
            by_index; /* its buffer has all elements of its extents; else those of a matrix, from the first to the last */
        uint64_t elements; /* of all extents of a member, from the first one to one past the last */
        size_t axis_count;
        struct notation_axis axes[NOTATION_AXES];
    } operand[NOTATION_OPERANDS];
};

/* Members of `operands` of a manifest: "a", "mask". */
extern const char *const notation_words[NOTATION_OPERANDS];

/* Reads the member `product` of a problem, into malloc'd memory; NULL in *notation: there is none. */
bool notation_read(const struct place *problem, struct notation **notation);

/* The product of the sizes of a class (0 M, 1 N, 2 K, 3 the batch) where all are known. */
uint64_t notation_count(const struct notation *notation, int class);

/* The elements between neighbours of a class in an operand where its indices of it nest; 0: it has none that moves it. */
uint64_t notation_apart(const struct notation *notation, int operand, int class);

/* The number of a size by its name, size_count where none is called so. */
size_t notation_find(const struct notation *notation, const char *name, size_t length);

/* The same of attention, by the name: "lq". */
uint64_t notation_size(const struct notation *notation, const char *name);

/* Whether index functions want sizes, and all that are open are extents and strides, which can be chosen. */
bool notation_lacks_extents(const struct notation *notation);

/* "n, x_1": the sizes that are open. */
void notation_list_open(const struct notation *notation, char *list, size_t room);

/* A number, or the product of a number and sizes, "2 * x_1 * c", in *number; false: one is not known, or it does not fit. */
bool notation_measure(const struct notation *notation, const json_t *value, uint64_t *number);

/* Which element of a member of an operand (0 A, 1 B, 2 C) each place (row, column) of its matrix is, rows x columns of them in malloc'd memory;
 * NOTATION_OUTSIDE where it is none. *elements: from the first one to one past the last; 0: there is none. NULL without memory. */
#define NOTATION_OUTSIDE UINT64_MAX
/* An operand of attention (3 is V) is a matrix of the elements of its last axis, a row for each place on the others, the last of them fastest. */
void notation_shape(const struct notation *notation, int operand, uint64_t *rows,
                    uint64_t *columns);
uint64_t *notation_places(const struct notation *notation, int operand, uint64_t *elements);
