/*
 * Definitions of kernels that are alike but for whole numbers: one stands for all, with a macro in the place of a number in which they differ. It is for texts
 * of which a host builds one kernel, which says what the macros are.
 */
#pragma once

#include "emit/definitions.h"

/* A number that kernels have in the same places, one or several. */
struct share_number {
    const char *macro;
    const struct span *values; /* of the kernels; length 0: it has none */
};

/* Those of a text. */
struct share_numbers {
    struct share_number *list;
    size_t count;
};

/* A text with a byte 2 in the place of each of its numbers, in the job's arena, and these in their order, *count of them. What stands in strings and in lines of the
 * preprocessor is no number, nor are those with a fraction or letters. */
const char *share_without_numbers(struct job *job, const char *text, const struct span **numbers,
                                  size_t *count);

/* That text of one kernel with macros NAME_1, NAME_2 and so on for numbers in which others have another one: `of_kernels`[kernel] has
 * the numbers of a kernel, NULL where it has no such definition. A macro that stands for the same numbers already is taken again;
 * new ones are added. */
const char *share_with_macros(struct job *job, struct share_numbers *numbers, const char *name,
                              struct span text, const struct span *const *of_kernels,
                              size_t kernel_count);
