/*
 * The view of the subgroup family under way: the lanes of a row of the work-group and their
 * registers.
 */
#ifndef GEN_FAMILY_LANES_H
#define GEN_FAMILY_LANES_H

#include "gen/family/subgroup.h"
#include "gen/family/tiled_view.h"

struct lanes {
    struct job *job;
    const struct kernel *kernel;
    const struct subgroup_plan *own;
    struct value *view;
    /* As in the plan. */
    bool blocks;
    long long lanes, group, groups, depth, columns;
    bool turned, wide;
    bool guard_m, guard_n;
};

/* First row of a group, from the tile's first; rows of a group are row_step apart. */
long long lanes_group_row(const struct lanes *d, long long group);

long long lanes_row_step(const struct lanes *d);

/* Registers of A that a lane fills: where lanes hold steps of K, one for each group (wide lanes: each
 * block of rows) and each `lanes` steps; where they hold rows, one for each step and each block of
 * rows. */
long long lanes_a_registers(const struct lanes *d);

const char *lanes_a_register(const struct lanes *d, long long index);

void lanes_add_a_load(const struct lanes *d, struct value *loads, long long index);

/* The load of the rows of a group at one step of K, all by the lane itself. */
void lanes_add_a_group(const struct lanes *d, struct value *loads, const char *name,
                       long long group);

/* Whether the lane's columns have a variable each, in which they are clamped. */
bool lanes_names_columns(const struct lanes *d);

/* The place of one of the lane's columns, from its first. */
long long lanes_column(const struct lanes *d, long long column);

/* The element of B in one of the lane's own columns, at k + `k`. */
struct reading lanes_b_element(const struct lanes *d, long long column, long long k);

/* Whether one block read brings a step of K for all columns of a lane. */
bool lanes_b_by_rows(const struct lanes *d);

void lanes_add_b_loads(const struct lanes *d, struct value *loads);

/* What of B is multiplied at step k into a vector of accumulators: the scalar of the lane's column, or
 * of the vector of that number of its contiguous columns. */
struct factor lanes_b_value(const struct lanes *d, long long k, long long column);

/* Appends to the member `groups` of the main loop a part of the multiplication under a comment, the template `about`: rows
 * `first` to `last` of the tile, or of that of B. The caller fills its members `loads` and `shares`. */
struct value *lanes_add_group(const struct lanes *d, struct value *main, const char *about,
                              long long first, long long last);

/* Appends to such a part the exchange of what one lane holds in a register, whose multiply-adds go to the list `steps`
 * of the object that is returned; `shared` is the name of what comes of it. */
struct value *lanes_add_share(const struct lanes *d, struct value *group, long long holder,
                              long long lane, const char **shared);

/* Names for the exchange itself: what is declared before, published and required. */
void lanes_add_exchange(const struct lanes *d);

/* ------------------------------------------------------------------- of wide lanes alone */

/* Members of A: `own_lines`, the lane's own places in the blocks of A (W lanes read depth rows of W steps), none where
 * they are not `named`; how they lie, `own_place` and `own_k`; and numbers of lanes for that. */
void lanes_add_own_lines(const struct lanes *d, bool named);

/* The load of a register of A: of a block of rows, from step k on. */
void lanes_add_wide_a(const struct lanes *d, struct value *loads, const char *name, long long block,
                      long long k);

/* The loads of B's rows from step k of the iteration on. */
void lanes_add_b_rows(const struct lanes *d, struct value *loads, long long k, long long rows);

/* Row by row where the rows of B are all there; else step by step, so that few of them are. */
void lanes_add_wide_shares(const struct lanes *d, struct value *main);

/* Stores of vectors along a row of C. */
void lanes_add_wide_stores(const struct lanes *d);

#endif
