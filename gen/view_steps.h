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

/* Members `beta_...`: how the old C is added, for the templates that store. */
void view_add_beta(struct job *job, const struct spec *spec, struct setting beta,
                   struct value *view);

/* Members `copies` and `packs`: the kernels of the other steps. */
void view_add_steps(struct job *job, const struct spec *spec, const struct plan *plan,
                    struct value *view);

#endif
