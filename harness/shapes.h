/* Lists of problem shapes. */
#ifndef HARNESS_SHAPES_H
#define HARNESS_SHAPES_H

#include <stddef.h>
#include <stdint.h>

#include "harness/error.h"

struct shape {
    uint64_t m, n, k;  /* op(A) is m x k, op(B) k x n */
    char transpose[3]; /* "nn", "nt", "tn", "tt"; "": not said */
};

struct shapes {
    struct shape *list;
    size_t count;
};

/* Reads a table in CSV whose first line names its columns: m, n and k, and maybe trans_a and
 * trans_b (n or t); other columns are not looked at. A shape that comes again is left out. Shapes
 * of one transposition stand together afterwards, else they keep their order. Errors: FAULT_IO,
 * FAULT_REFUSED with the line. */
int shapes_read(const char *path, struct shapes *shapes, struct fault *fault);

/* The list of a single shape. */
int shapes_single(uint64_t m, uint64_t n, uint64_t k, struct shapes *shapes, struct fault *fault);

void shapes_release(struct shapes *shapes);

#endif
