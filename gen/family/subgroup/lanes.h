/*
 * The view of the subgroup family under way: the lanes of a row of the work-group and their
 * registers.
 */
#pragma once

#include "gen/family/page.h"
#include "gen/family/subgroup/subgroup.h"

struct lanes {
    const struct page *page;
    const struct subgroup_plan *own;
};

/* First row of a vector of accumulators, by its number, from the tile's first; its rows are row_step apart. */
long long lanes_vector_row(const struct lanes *d, long long number);
long long lanes_row_step(const struct lanes *d);

/* The place of one of the lane's columns, from its first; and whether each has a variable, "column_1", in which it is clamped. */
long long lanes_column(const struct lanes *d, long long column);
bool lanes_names_columns(const struct lanes *d);
const struct term *lanes_own_column(const struct lanes *d, long long column);

/* "lane", the number of the work-item in its row. */
const struct term *lanes_lane(const struct lanes *d);

/* Of wide lanes, appends to a list the lane's own lines in the blocks of A: W lanes read `depth` rows of W steps. */
void lanes_add_own_lines(const struct lanes *d, struct value *lines);

/* Registers of A that a lane fills: where lanes hold steps of K, one for each vector (wide lanes: each
 * block of rows) and each `lanes` steps; where they hold rows, one for each step and each block of
 * rows. */
long long lanes_a_registers(const struct lanes *d);
const char *lanes_a_register(const struct lanes *d, long long index);

/* What of B is multiplied at step k into a vector of accumulators: the scalar of the lane's column, or
 * of wide lanes the vector of that number of its contiguous columns. */
const struct term *lanes_b_value(const struct lanes *d, long long k, long long column);

/* The loads of the registers of A; of those of B, all of an iteration; and of wide lanes, rows from step k of the iteration on. */
void lanes_load_a(const struct lanes *d, struct value *loads);
void lanes_load_b(const struct lanes *d, struct value *loads);
void lanes_load_b_rows(const struct lanes *d, struct value *loads, long long k, long long rows);

/* Of a single step of K, shared with nobody: all rows of A, a register for each vector, "a_1"; and the columns of B, those of lanes_b_value
 * where lanes are wide, else "b_1". */
void lanes_load_all_of_a(const struct lanes *d, struct value *loads);
void lanes_load_step_of_b(const struct lanes *d, struct value *loads);
const char *lanes_single(const struct lanes *d, const struct operand *operand, long long number);

/* Names for the exchange itself: what is declared before, published and required. */
void lanes_add_exchange(const struct lanes *d);
