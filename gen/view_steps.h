/*
 * The parts of the view that describe kernels one by one.
 */
#ifndef GEN_VIEW_STEPS_H
#define GEN_VIEW_STEPS_H

#include "gen/spec.h"
#include "gen/value.h"

/* "local size {8, 8}, global size {8 * ceil(N / 32), ...}." */
const char *view_launch_words(struct job *job, const struct spec *spec, const struct step *step);

/* Members `entry`, `wg_width`, `wg_height` and `signature`: the arguments of a kernel, in lines. */
void view_add_signature(struct job *job, const struct plan *plan, const struct step *step,
                        struct value *view);

/* Members `constants`, `offsets`, `alpha_at_launch` and `depth` of the multiplying kernel. */
void view_add_prologue(struct job *job, const struct spec *spec, struct value *view);

/* Adds a constant to such a list: the name in the kernel and its value. */
void view_add_constant(struct job *job, struct value *list, const char *name, const char *text);

/* Adds an operand's leading dimension to `constants` where it is no argument; and its offset to
 * `offsets` where there is one. */
void view_add_ld(struct job *job, const struct spec *spec, const struct operand *operand,
                 struct value *constants);
void view_add_offset(struct job *job, const struct spec *spec, const struct operand *operand,
                     struct value *offsets);

/* A size, rounded up: "(M + 31) / 32 * 32", or the number where it is fixed. */
const char *view_extent_text(struct job *job, const struct spec *spec, enum symbol axis,
                             long long whole);

/* The buffer that a step writes is the last one. */
const struct argument *view_written_argument(const struct step *step);

/* Whether the step only moves elements which it could not calculate with: halves without
 * cl_khr_fp16. */
bool view_moves_bits(const struct plan *plan, const struct step *step);

/* Members `beta_...`: how the old C is added, for the templates that store. */
void view_add_beta(struct job *job, const struct spec *spec, struct setting beta,
                   struct value *view);

/* Members `copies` and `packs`: the kernels of the other steps. */
void view_add_steps(struct job *job, const struct spec *spec, const struct plan *plan,
                    struct value *view);

#endif
