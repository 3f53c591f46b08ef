/*
 * Blocks of quantised elements in the view: members `formats` and `formats_in_halves`, of which templates/common/before makes types and
 * functions.
 */
#pragma once

#include "gen/base/value.h"
#include "gen/plan/kernel.h"

/* Adds the type of the blocks of an element, once. */
void view_add_blocks(struct job *job, const struct kernel *kernel, const struct element *element,
                     struct value *view);

/* Lists of the buffers that belong to an operand of that element, each with a `name` and the `type` of its elements in the kernel: `companions`, and those `of_quants` and
 * `of_scale` among them. */
void view_add_companions(struct job *job, const struct kernel *kernel,
                         const struct element *element, struct value *object);

/* Adds the function that loads `width` elements of such blocks as singles, once; of blocks in global memory, or `in_local` memory. */
void view_add_format(struct job *job, const struct kernel *kernel, struct value *view,
                     const struct element *element, long long width, bool in_local);

/* Adds the functions that load `width` elements of such blocks but for their scale, and the scale of the element at a place; both of a line in
 * global memory, once. */
void view_add_unscaled(struct job *job, const struct kernel *kernel, struct value *view,
                       const struct element *element, long long width);

/* Adds the function of the scale alone, once. */
void view_add_scale(struct job *job, const struct kernel *kernel, struct value *view,
                    const struct element *element);

/* Adds the functions by which lanes of a matrix engine read blocks that are repacked for them. */
void view_add_lanes(struct job *job, const struct kernel *kernel, struct value *view,
                    const struct element *element);

/* Adds the function that calculates 16 elements of such blocks as halves, once; see element_made_in_halves. */
void view_add_format_in_halves(struct job *job, const struct kernel *kernel, struct value *view,
                               const struct element *element, bool in_local);

/* Members of what makes `width` elements at once of singles that blocks are read as: their `vector_type`, which of halves is one of bits, how
 * what is read is `converted`, and whether templates/stores/halves is needed (`rounds_to_halves`); and in the view, what that calls. */
void view_add_conversion(struct job *job, const struct kernel *kernel, const struct element *blocks,
                         const struct element *made, long long width, struct value *object,
                         struct value *view);

/* The same, and the piece that reads them with their scale, `get`. */
void view_add_made(struct job *job, const struct kernel *kernel, const struct element *blocks,
                   const struct element *made, long long width, bool in_local, struct value *object,
                   struct value *view);
