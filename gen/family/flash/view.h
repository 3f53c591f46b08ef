/*
 * The parts of the view of the flash family.
 */
#pragma once

#include "gen/family/flash/flash.h"
#include "gen/family/page.h"

/* A view under way. */
struct flash_draft {
    struct page page;
    struct page scores,
        sums; /* of the kernel as that of one product, for views of the matrix family */
    const struct flash_plan *own;
    bool pairs;      /* two fragments of K or V are loaded at once */
    long long width; /* elements of an accumulator */
    long long rows;  /* of a line: 1, or of an engine in columns those of an accumulator */
};

/* List `lines` of a lane, each with the names of its accumulators of scores and sums, and of the numbers of its rows; `distances` between the
 * lanes that share a row. */
void flash_view_lines(const struct flash_draft *d);

/* Objects `mask_of_keys` and `mask_of_rows`, or false: what is added to each score. */
void flash_view_masks(const struct flash_draft *d);

/* List `stored_lines`: where parts of the keys have the largest score, the sum of weights and sums of each line. */
void flash_view_parts(const struct flash_draft *d);

/* How weights are rounded, and put into a tile; list `stores`: rows of O of a lane, and the vectors of each. */
void flash_view_stores(const struct flash_draft *d);
