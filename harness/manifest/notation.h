/*
 * The product of a manifest in index notation: how elements of operands follow from indices.
 */
#ifndef HARNESS_MANIFEST_NOTATION_H
#define HARNESS_MANIFEST_NOTATION_H

#include "harness/base/json_read.h"

enum {
    NOTATION_INDICES = 12,
    NOTATION_SIZES = 60, /* of indices, and extents and strides */
    NOTATION_AXES = 8,
    NOTATION_TERMS = 6,
    NOTATION_CLASSES = 3 /* M, N and K */
};

/* A position of an operand: plus and the sum of factor x index; outside [0, extent) there is no element. */
struct notation_axis {
    uint64_t extent, stride;
    int64_t plus;
    size_t count;
    int index[NOTATION_TERMS];
    int64_t factor[NOTATION_TERMS];
};

struct notation {
    const char *text;
    bool known; /* all sizes, extents and strides are numbers; else only the text is to be read */
    size_t size_count;
    const char *name[NOTATION_SIZES];
    uint64_t size[NOTATION_SIZES];
    size_t order_count[NOTATION_CLASSES]; /* indices of M, N and K, from outer to inner */
    int order[NOTATION_CLASSES][NOTATION_INDICES];
    struct {
        bool
            by_index; /* its buffer has all elements of its extents; else those of a matrix, from the first to the last */
        size_t axis_count;
        struct notation_axis axes[NOTATION_AXES];
    } operand[3];
};

/* Reads the member `product` of a problem, into malloc'd memory; NULL in *notation: there is none. */
bool notation_read(const struct place *problem, struct notation **notation);

/* Which element of a member of an operand (0 A, 1 B, 2 C) each place (row, column) of its matrix is, rows x columns of them in malloc'd memory;
 * NOTATION_OUTSIDE where it is none. *elements: from the first one to one past the last. NULL without memory. */
#define NOTATION_OUTSIDE UINT64_MAX
uint64_t *notation_places(const struct notation *notation, int operand, uint64_t *elements);

#endif
