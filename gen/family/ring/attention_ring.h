/*
 * Attention on an engine that reads local memory by itself: what is asked of it, and the numbers of a kernel.
 */
#pragma once

#include "gen/family/matrix/matrix.h"

enum {
    RING_ROW_STAGES = 2, /* tiles of Q in local memory: the next one comes while one is used */
    RING_OPERANDS = 3    /* Q, K and V, which have a map each */
};

/* What the family adds to a spec, as `own`. */
struct ring_spec {
    const struct engine *engine;
    bool emulated; /* any device computes what the engine does */
    const struct fragment
        *fragment;      /* of the type of Q; where the engine has none, its first one */
    bool serves;        /* whether it has one */
    long long stages;   /* blocks of K and V each in local memory at once */
    long long per_unit; /* work-groups of a compute unit */
    bool in_turns;      /* two sub-groups take turns at the engine */
};

const struct ring_spec *ring_spec(const struct spec *spec);

/* Numbers of a kernel. Tiles of Q, K and V are panels with `span` elements of each row. */
struct ring_plan {
    const struct engine *engine;
    struct fragment scores, sums; /* of Q K^T, and of weights and V */
    bool emulated, in_turns;
    long long stages;
    long long rows, keys, head; /* of a work-group, of a block, elements of a row */
    long long sub_groups;       /* that multiply */
    struct matrix_tile q, k, v; /* in local memory */
    long long kept,
        taken;        /* registers of work-items that copy, and of the others; 0: as they start */
    long long beside; /* contiguous elements of a row of O that a lane stores at once */
};

struct ring_plan ring_plan_of(const struct spec *spec);
