/*
 * The gemv family's own numbers.
 */
#pragma once

#include "gen/family/main_loop.h"
#include "gen/family/sides.h"

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
