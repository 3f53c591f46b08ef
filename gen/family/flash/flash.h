/*
 * Attention on a matrix engine: what is asked of it, and the numbers of a kernel.
 */
#pragma once

#include "gen/family/matrix/matrix.h"

/* What the family adds to a spec, as `own`. */
struct flash_spec {
    const struct engine *engine;
    bool emulated;                   /* its lanes exchange through local memory */
    const struct fragment *fragment; /* where the engine has none of the type, its first one */
    bool serves;                     /* whether it has one */
    long long stages;                /* blocks of K and V in local memory at once */
    bool async;                      /* they are on their way while others are multiplied */
};

const struct flash_spec *flash_spec(const struct spec *spec);

/* Numbers of a kernel. Lines of tiles in local memory are `pitch` elements apart. */
struct flash_plan {
    const struct engine *engine;
    const struct fragment *fragment;
    bool emulated, async;
    long long stages;
    long long rows, keys, head; /* of a work-group, of a block, elements of a row */
    long long sub_groups;       /* along rows */
    struct shape cells;         /* fragment_cells */
    long long fragments;        /* of rows of a sub-group */
    long long lines; /* that a lane has: rows, or of an engine in columns vectors of these */
    long long pitch;
    bool
        weights_in_tile; /* lanes find the weights that they multiply in local memory, else in registers */
    long long weight_pitch;          /* of that tile */
    long long exchanged;             /* cells in which a sub-group exchanges fragments; 0: none */
    struct matrix_plan scores, sums; /* both products, as the matrix family's views know one */
};

struct flash_plan flash_plan_of(const struct spec *spec);
