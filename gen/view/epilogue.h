/*
 * The view of the epilogue: functions, and what they are given.
 */
#pragma once

#include "gen/kernel/term.h"
#include "gen/plan/kernel.h"

/* Member `takes` of what declares a function that applies the epilogue: false, or an object with `lines` of arguments. `applies`: there is
 * an epilogue here. */
void view_add_takes(struct job *job, const struct kernel *kernel, struct value *object,
                    bool applies);

/* Whether it is told where along a line an element is. */
bool view_takes_place(const struct kernel *kernel);

/* Appends an `argument` of a call to a list; and those that such a function takes for the element of C at a place of a line in memory. List
 * `given` of what calls it: these. */
void view_give(struct job *job, struct value *list, const struct term *argument);
void view_give_epilogue(struct job *job, const struct kernel *kernel, struct value *list,
                        const struct term *line, const struct term *place);
void view_add_given(struct job *job, const struct kernel *kernel, struct value *object,
                    bool applies, const struct term *line, const struct term *place);

/* What a function is told of a vector of which a part may be stored: "room", the elements from its first one on that are stored, or where
 * tiles are moved inside "first", the index of the first one that is. And the tests whether all of `width` elements are stored, none of
 * them, and the one of that index. */
const char *view_told(const struct kernel *kernel);
const struct term *view_stores_all(struct job *job, const struct kernel *kernel, long long width);
const struct term *view_stores_none(struct job *job, const struct kernel *kernel, long long width);
const struct term *view_stores_one(struct job *job, const struct kernel *kernel, long long index);

/* Adds to the view's list `epilogues`, once, the functions that apply the epilogue to `width` elements along a line of C; `in_part`: they are
 * told how much of it is stored. */
void view_add_epilogue(struct job *job, const struct kernel *kernel, long long width, bool in_part,
                       struct value *view);

/* Members `lanes` and `part_told` of what calls the epilogue, for write/finish. */
void view_add_epilogue_call(struct job *job, const struct kernel *kernel, struct value *object,
                            long long width, const char *told);

/* What a gated product calls what it does to the first of its products, "silu"; NULL: nothing. And member `gate` of a function that stores
 * `width` elements: that `word` and what is done, or false. */
const char *view_gate_word(const struct problem *problem);
void view_add_gate(struct job *job, const struct kernel *kernel, long long width,
                   struct value *store);

/* Members of a comment's `object` for formula/...: `base`, the template of what the operations are applied to, and `formula`,
 * the template of the last one, in which the others are nested. `sum`: the base is a sum, or a product. */
void view_add_formula(struct job *job, const struct kernel *kernel, struct value *object,
                      const char *base, bool sum);
