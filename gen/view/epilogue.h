/*
 * The view of the epilogue: functions, and what they are given.
 */
#ifndef GEN_VIEW_EPILOGUE_H
#define GEN_VIEW_EPILOGUE_H

#include "gen/kernel/term.h"
#include "gen/plan/kernel.h"

/* Member `takes` of what declares or calls a function of the epilogue: false, or an object with `lines` of declared arguments
 * and `names` of given ones. `applies`: there is an epilogue here. */
void view_add_takes(struct job *job, const struct kernel *kernel, struct value *object,
                    bool applies);

/* Member `given` of what calls such a function for the element of C at (row, column): what it takes, or false. */
void view_add_given(struct job *job, const struct kernel *kernel, struct value *object,
                    const struct term *row, const struct term *column);

/* What a function is told of a vector that is stored in part: names for its templates. */
struct part_words {
    const char *told; /* "room", "first"; NULL: it is stored whole */
    const char *all;  /* the test whether that is all of it */
    const char
        *place; /* where an element is read instead of one that is another's, or beyond the edge */
    const char *far; /* words for the comment */
};

/* Adds to the view's list `epilogues`, once, the functions that apply the epilogue to `width` elements along a line of C. */
void view_add_epilogue(struct job *job, const struct kernel *kernel, long long width,
                       struct part_words part, struct value *view);

/* Members `lanes` and `part_told` of what calls the epilogue, for write/finished. */
void view_add_epilogue_call(struct job *job, const struct kernel *kernel, struct value *object,
                            long long width, const char *told);

/* Members of a comment's `object` for formula/...: `base`, the template of what the operations are applied to, and `formula`,
 * the template of the last one, in which the others are nested. `sum`: the base is a sum, or a product. */
void view_add_formula(struct job *job, const struct kernel *kernel, struct value *object,
                      const char *base, bool sum);

#endif
