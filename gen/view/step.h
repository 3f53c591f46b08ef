/*
 * What the views of steps share. Each kind of step has a page, as templates/pad.cl.mustache.
 */
#pragma once

#include "gen/view/steps.h"

/* A step under way. */
struct step_view {
    struct job *job;
    const struct kernel *kernel;
    const struct plan *plan;
    const struct operand *operand;
    const struct step *step;
    const struct argument *source; /* the operand's own argument, or that of its workspace */
    const struct buffer *from, *to;
    struct value *view;   /* of the whole file */
    struct value *object; /* of this kernel */
    struct value *constants, *offsets;
    struct value *moves; /* NULL: there is no batch */
};

/* Says which page the kernel is on. */
void step_set_page(const struct step_view *s, const char *page);

/* Adds those of two sizes that are fixed, leading dimension, offset and place in the batch of the operand as the caller has it. */
void step_add_caller(const struct step_view *s, enum symbol first, enum symbol second);

/* Adds the place in the batch of what is written, whose leading dimension the kernel calls `ld`. */
void step_add_written(const struct step_view *s, const char *ld);

const struct term *step_name(const struct step_view *s, const char *name);

/* Writes "(long)line * ld + place", as wide as places in memory are. */
const struct term *step_place(const struct step_view *s, const char *line, const char *ld,
                              const struct term *place);

/* Fill the view of a kind of step. */
void step_view_image(const struct step_view *s);
void step_view_rewrite(const struct step_view *s);
void step_view_packing(const struct step_view *s);
void step_view_decoding(const struct step_view *s);
void step_view_repacking(const struct step_view *s);
