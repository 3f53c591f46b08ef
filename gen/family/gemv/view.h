/*
 * What the files of the gemv family's view share.
 */
#pragma once

#include "gen/family/gemv/gemv.h"
#include "gen/family/page.h"

/* The view under way. */
struct gemv_draft {
    struct page page;
    const struct gemv_plan *own;
    const struct operand *large, *thin;
    const struct operand *second; /* large, too: of a gated product; NULL: there is none */
};

/* The tile's side along an operand's places. */
long long gemv_side(const struct gemv_draft *d, const struct operand *operand);

/* Work-items of a group along the large operand. */
long long gemv_items(const struct gemv_draft *d);

/* List `products` of a loop: its multiply-adds, to `part` of each sum (NULL: all of it). `width`: elements of
 * a sum; registers of both along K may hold several pieces of that, which are multiplied one after another. `thin_width`: elements of the
 * thin operand's registers, of which one is multiplied at a time. */
void gemv_add_products(const struct gemv_draft *d, struct value *turn, const char *part,
                       long long width, long long pieces, long long thin_width, long long depth);

/* Lists `own_sums` and `totals` where products are summed by runs (`sums_runs`), and each such sum is multiplied by the scale as it is added to that of
 * the tile. */
void gemv_add_runs(const struct gemv_draft *d, struct value *turn);

/* Runs of an iteration, and the register of the scale that a place of the large operand has in one, with the least value: "scale_of_b_0". */
long long gemv_runs(const struct gemv_draft *d);
const char *gemv_scale_name(const struct gemv_draft *d, long long place, long long run);

/* Members for what becomes of the sums: `sum_of` and `exchange`, or those of tiles in sequence (`loops`: they have a main loop); then the stores. */
void gemv_add_sums(const struct gemv_draft *d, bool loops);
