/*
 * The subgroup family's own shapes.
 */
#pragma once

#include "gen/family/main_loop.h"

/* Steps of K in one register of B: the lanes, at most 8 (the largest block read). */
long long lane_depth(const struct spec *spec);

/* Whether lanes could read several elements of a line of A, and of B, at once. */
bool lines_can_be_wide(const struct spec *spec);

/* Whether a lane reads contiguous elements, of A along K and of B along its columns, so that
 * registers and accumulators go by rows. */
bool wide_lanes(const struct spec *spec);

/* In a kernel with wide lanes: whether the rows of B of one iteration are all held at once, next to A and
 * C; else they are read as the products get to them. */
bool holds_b(const struct spec *spec);

/* Whether A lies across K in its buffer, so that lanes hold rows; else lanes hold steps of K. */
bool rows_in_lanes(const struct spec *spec);

/* What the family adds to the plan of a kernel. */
struct subgroup_plan {
    long long lanes; /* of a row of the work-group */
    struct main_loop main;
    bool blocks;          /* native block reads, in a main loop that runs */
    bool barrier;         /* in each turn, to keep the sub-groups of a work-group in step */
    bool turned;          /* rows_in_lanes */
    bool wide;            /* wide_lanes */
    bool holds_b;         /* of wide lanes */
    bool fits_warps;      /* rows can exchange within NVIDIA's warps */
    long long lane_depth; /* steps of K in a register of B: lane_depth */
    struct shape vector;  /* of accumulators: rows; where lanes are wide, columns */
    struct shape vectors; /* of a tile */
    long long depth;      /* steps of K that a register of A holds contiguously; 1 unless wide */
};

/* Rows of a vector of accumulators, and of a block that is read, at most. */
enum {
    SUBGROUP_WIDEST = 8
};
