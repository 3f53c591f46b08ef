/*
 * What the families of attention have alike (--chain attention): rules, and members of the view. Q, K, V and O are operands A, B, D and C.
 */
#pragma once

#include "gen/base/value.h"
#include "gen/rules/rules.h"

struct page;
struct term;

/* Refusals, or NULL: of all that is no attention; of two masks; of a type of a mask where none is added; of O of another type than
 * engines store; of a part of a block that is written out; of parts of the keys; of edges that are not guarded. */
const struct refusal *attends_alone(struct job *job, const struct spec *spec);
const struct refusal *attends_one_mask(struct job *job, const struct spec *spec);
const struct refusal *attends_type_of_mask(struct job *job, const struct spec *spec);
const struct refusal *attends_result(struct job *job, const struct spec *spec);
const struct refusal *attends_unroll(struct job *job, const struct spec *spec);
const struct refusal *attends_whole(struct job *job, const struct spec *spec);
const struct refusal *attends_edges(struct job *job, const struct spec *spec);

/* Element `at` of row `line` of an operand, from its first row on: "key * k_row + at". */
const struct term *attends_place(const struct page *page, const struct operand *operand,
                                 const char *line, const struct term *at);

/* Members of an object: how the mask's number for a key is read, and of a matrix for a row; both as the mask's pointer counts them. */
void attends_view_mask(const struct page *page, const struct term *row, const struct term *key,
                       struct value *mask);

/* Members `causal`, `lengths`, `masked`, `lq` and `lk`, names of the numbers of rows and keys; `packed_heads` and `key_parts`, or false; list `pointers`:
 * each operand moves to its member, its head and the first of its rows. */
void attends_view_problem(const struct page *page);

/* Adds the options that say what is computed to the configuration of a plan. */
void attends_configure(struct job *job, const struct spec *spec, struct value *config);
