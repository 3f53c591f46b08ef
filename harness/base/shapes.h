/*
 * Lists of problem shapes, which clgemm_shapes_read reads.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "harness/base/fault.h"

enum {
    SHAPE_AT = 240
};

enum shape_kind {
    SHAPE_OF_MATRICES,
    SHAPE_OF_TEXT,    /* of a product in index notation that is one of matrices, ... */
    SHAPE_OF_INDICES, /* ... or whose operands index functions find */
};

struct shape {
    enum shape_kind kind;
    uint64_t m, n, k; /* at least 1; of one with `at` 0 until they are found */
    bool says_transpose;
    bool transpose[2]; /* A, B */
    uint64_t members;  /* of a batch, each of these sizes; 0: it is none */
    double products;   /* that are added up, of all members, where they are no m n k; else 0 */
    char at[SHAPE_AT]; /* sizes of a product in index notation, "n=16,x_1=56"; "": it has none */
    size_t line;       /* of the file that has those; 0: it is none */
};

struct shapes {
    struct shape *list;
    size_t count;
};

/* Reads a file ("-": standard input). Errors: FAULT_IO; FAULT_REFUSED with the line and the column
 * at fault. */
int shapes_read(const char *path, struct shapes *shapes, struct fault *fault);

/* The same of a file whose columns are sizes of a product in index notation, by their names, which are not looked at. */
int shapes_read_named(const char *path, struct shapes *shapes, struct fault *fault);

/* The shapes that are asked for. */
struct shapes_source {
    const char *path;     /* a file; NULL: the one shape of ... */
    const uint64_t *size; /* ... these, m x n x k, ... */
    const char *at;       /* ... or of a product in index notation with these; NULL: it is none */
    bool named;           /* columns of the file are its sizes */
};

/* The list of a file, or the one shape. Errors: those of shapes_read; FAULT_USAGE: a size of the one
 * shape is too large. */
int shapes_wanted(const struct shapes_source *source, struct shapes *shapes, struct fault *fault);

/* Errors: FAULT_IO (memory). */
int shapes_copy(const struct shapes *from, struct shapes *shapes, struct fault *fault);

/* Leaves out a shape that comes again, and brings those of one transposition together; else they
 * keep their order. Errors: FAULT_IO (memory). */
int shapes_group(struct shapes *shapes, struct fault *fault);

void shapes_release(struct shapes *shapes);

/* "nn", "nt", "tn" or "tt": A, B as --transpose says it; "": the shape does not say it. */
const char *shape_transpose(const struct shape *shape);

/* Members of a batch; 1: it is none. */
uint64_t shape_members(const struct shape *shape);

/* "1024 x 512 x 64", or "1024" where all are the same. */
void shape_words(const struct shape *shape, char *text, size_t room);
