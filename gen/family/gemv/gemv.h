/*
 * The gemv family's own options and numbers.
 */
#ifndef GEN_FAMILY_GEMV_H
#define GEN_FAMILY_GEMV_H

#include "gen/family/main_loop.h"

/* What a request says of this family alone. */
struct gemv_spec {
    bool thin_m;          /* canonical M is the thin side and B the large operand; else N and A */
    long long sum_vector; /* elements of a vector of sums along K, at most */
};

const struct gemv_spec *gemv_spec(const struct spec *spec);

const struct operand *gemv_large(const struct spec *spec);
const struct operand *gemv_thin(const struct spec *spec);

/* Elements of a tile along the large operand's places, and the tiles that a work-item computes there in sequence. */
long long gemv_long_side(const struct spec *spec);
long long gemv_tiles(const struct spec *spec);

/* Elements of a vector of sums: along K at most as many as somebody asks for, else those of a load. */
long long gemv_sum_vector(const struct spec *spec);

/* What its view needs beside the kernel. */
struct gemv_plan {
    struct main_loop main;
    bool thin_m;
    bool aligned; /* a loop of aligned loads, too */
    bool
        along_k; /* the large operand lies along K: sums are vectors along K; else along its places */
    bool crosses;    /* such a load may reach beyond the edge of C */
    long long tiles; /* that a work-item computes in sequence, along the large operand's places */
    long long
        run; /* elements of the large operand along K for which an iteration reads a scale; 0: none */
    bool sums_runs;       /* sums of their products are multiplied by it, else each of them is */
    long long vector;     /* elements of a load of the large operand, */
    long long sum_vector; /* and of a vector of sums, which divide these */
    struct shape cells;   /* vectors of sums that a work-item has */
};

/* Whether it is read by vectors of its elements, which may lie at multiples of their size: blocks are read otherwise. */
static inline bool gemv_reads_vectors(const struct operand *operand)
{
    return operand->vector > 1 && !in_blocks(operand);
}

#endif
