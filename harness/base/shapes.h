/*
 * Lists of problem shapes, which clgemm_shapes_read reads.
 */
#ifndef HARNESS_BASE_SHAPES_H
#define HARNESS_BASE_SHAPES_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/base/fault.h"

struct shape {
    uint64_t m, n, k; /* at least 1 */
    bool says_transpose;
    bool transpose[2]; /* A, B */
    uint64_t members;  /* of a batch, each of these sizes; 0: it is none */
};

struct shapes {
    struct shape *list;
    size_t count;
};

/* Reads a file ("-": standard input). Errors: FAULT_IO; FAULT_REFUSED with the line and the column
 * at fault. */
int shapes_read(const char *path, struct shapes *shapes, struct fault *fault);

/* The list of a file, or (path NULL) of the one shape m x n x k. Errors: those of shapes_read;
 * FAULT_USAGE: a size of the one shape is too large. */
int shapes_wanted(const char *path, const uint64_t size[3], struct shapes *shapes,
                  struct fault *fault);

/* Errors: FAULT_IO (memory). */
int shapes_copy(const struct shapes *from, struct shapes *shapes, struct fault *fault);

/* Leaves out a shape that comes again, and brings those of one transposition together; else they
 * keep their order. Errors: FAULT_IO (memory). */
int shapes_group(struct shapes *shapes, struct fault *fault);

void shapes_release(struct shapes *shapes);

/* "nn", "nt", "tn" or "tt": A, B as --transpose says it; "": the shape does not say it. */
const char *shape_transpose(const struct shape *shape);

/* "1024 x 512 x 64", or "1024" where all are the same. */
void shape_words(const struct shape *shape, char *text, size_t room);

#endif
