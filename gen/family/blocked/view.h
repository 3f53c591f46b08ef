/*
 * The view of templates/blocked.cl under way.
 */
#pragma once

#include "gen/family/blocked/blocked.h"
#include "gen/family/page.h"
#include "gen/request/product.h"

/* Where a line of copied rows begins. */
const struct term *blocked_line(const struct page *page, const struct term *place);

/* Appends to list `line_tables` where at `most` so many lines of an operand by an index function begin, and to `index_copies` what copies a block of K of them. `guards`: the last tile
 * may reach beyond the edge. */
void blocked_add_index_copy(const struct page *page, const struct operand *operand, bool guards,
                            long long most);

/* Of how many steps that lie in a row a block of K has whole ones; 1: any steps. */
long long blocked_run(const struct page *page, const struct operand *operand);

/* Lists `line_tables` and `index_copies`, and `whole_runs`, of which a block of K has whole ones: elements in a row that an index function finds; false: any steps. */
void blocked_add_index_lists(const struct page *page);
