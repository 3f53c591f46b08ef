/*
 * The main loop over K of tiled families, in their plans.
 */
#pragma once

#include "gen/plan/kernel.h"

/* The main loop over K, of whole turns. Along an axis of C that it needs whole it reads beyond the edge of a tile that
 * crosses it, and leaves such a tile to the remainder. */
struct main_loop {
    bool of_group; /* the tile of a work-group must be whole, else that of a work-item */
    bool whole_m, whole_n;
    bool idle; /* it would never run, and is left out */
};

/* It is idle where K ends within the first turn, or the matrix within the first tile that must be whole. */
struct main_loop main_loop_of(const struct kernel *kernel, bool of_group, bool whole_m,
                              bool whole_n);

/* What --dump plan shows of it. */
void main_loop_show(struct job *job, const struct main_loop *main, struct value *object);

/* Whether it leaves tiles to the remainder. */
bool main_loop_leaves_tiles(const struct main_loop *main);
