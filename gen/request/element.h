/*
 * Element types: how the elements of A, B and C are stored, calculated with and summed.
 *
 * One table of the numbers that OpenCL C knows; an element gives each role one of them. Families
 * ask for types, loads and stores by role and never name a type.
 */
#ifndef GEN_REQUEST_ELEMENT_H
#define GEN_REQUEST_ELEMENT_H

#include <stdbool.h>

#include "gen/base/job.h"

/* A floating type of OpenCL C. */
struct number {
    const char *type;      /* in manifests and options: "f32" */
    const char *name;      /* in kernels: "float" */
    const char *suffix;    /* of its literals: "f" */
    const char *precision; /* in words: "single" */
    long long bytes;
    const char *extension;       /* that its arithmetic needs; NULL: core */
    const char *bits;            /* the whole number of as many bits: "uint" */
    const char *read_image;      /* function that reads a texel of them; as bits for doubles */
    const char *write_image;     /* and that writes one */
    const char *channel;         /* of such an image, without CL_: "FLOAT" */
    const char *block_read;      /* Intel's block read of as many bits, without its width */
    const char *block_extension; /* what it needs beside cl_intel_subgroups; NULL: nothing */
};

struct element {
    const struct number *storage;    /* of A, B and C in memory */
    const struct number *compute;    /* of registers of A and B, and of products */
    const struct number *accumulate; /* of sums of products */
    const struct number *scalar;     /* of alpha and beta, and of what becomes of C with them */
};

/* The number of that name ("f32"), which must be one of the table. */
const struct number *number_find(const char *type);

/* Elements stored as `type`; `compute` and `accumulate` NULL: the standard ones of that type. */
struct element element_of(const char *type, const char *compute, const char *accumulate);

/* Whether elements become other numbers when they are read and written: by vload_half and
 * vstore_half, which every device has. */
bool element_converts(const struct element *element);

/* Whether products are rounded before they are summed in a wider type. */
bool element_sums_wider(const struct element *element);

/* Elements that one texel may hold: the fewest and the most. A double takes half a texel of four
 * whole numbers. */
long long element_least_texel(const struct element *element);
long long element_most_texel(const struct element *element);

/* "float8"; "float" for width 1. */
const char *number_vector(struct job *job, const struct number *number, long long width);

/* The number that `text` says ("2.5", "3", "1e+10") as a literal: "2.5f", "3.0f", "1e+10f". */
const char *number_literal(struct job *job, const struct number *number, const char *text);

/* "s3": element `index` of a vector of that width; NULL for width 1. */
const char *component_name(struct job *job, long long width, long long index);

/* The template that reads an element from memory into a register, and the one for a vector. */
const char *element_read(const struct element *element);
const char *element_read_vector(const struct element *element);

#endif
