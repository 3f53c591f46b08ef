/*
 * The numbers of a kernel of attention.
 */
#pragma once

#include "gen/plan/kernel.h"

/* Lengths of arrays in numbers. */
struct attention_plan {
    bool
        shared; /* the work-items of a group share arrays in local memory; else one has them for itself */
    long long rows, keys;             /* of a work-group, and of a block */
    long long head;                   /* elements of a row */
    long long masks;                  /* what is added to scores of a block's keys; 0: nothing is */
    long long query_line, score_line; /* so far apart are rows of Q and of scores in these arrays */
};

struct attention_plan attention_plan_of(const struct spec *spec);

/* Bytes of all arrays. */
long long attention_bytes(const struct spec *spec);
