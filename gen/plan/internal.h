/*
 * What the parts of the planner share; only files of this folder include it.
 */
#ifndef GEN_PLAN_INTERNAL_H
#define GEN_PLAN_INTERNAL_H

#include "gen/plan/planner.h"

struct argument_list {
    struct argument *arguments;
    size_t count;
};

struct argument_list plan_arguments(struct job *job);

/* Adds the symbol where it is given at launch. */
void plan_add_value(const struct spec *spec, struct argument_list *list, enum symbol symbol,
                    const char *type, const char *meaning);

/* Adds both sizes of a matrix, those given at launch, in the order M, N, K. */
void plan_add_sizes(const struct spec *spec, struct argument_list *list, enum symbol one,
                    enum symbol other);

void plan_add_buffer(struct argument_list *list, const struct buffer *buffers, size_t buffer,
                     const char *meaning);

/* Adds the caller's memory of an operand: buffer, offset and leading dimension. */
void plan_add_operand(struct job *job, const struct spec *spec, struct argument_list *list,
                      const struct buffer *buffers, size_t buffer, const struct operand *operand);

/* Appends to the plan what brings A or B from the caller's buffer `from` into the workspace that the
 * multiplication reads: padding, transposition, or both. Returns the workspace. */
size_t plan_pack(struct job *job, const struct spec *spec, struct plan *plan,
                 const struct operand *operand, size_t from);

/* Appends the workspace that the multiplication writes C to; and the step that takes C from there. */
size_t plan_padded_c(const struct spec *spec, struct plan *plan);
void plan_unpad(struct job *job, const struct spec *spec, struct plan *plan, size_t from);

/* Adds what the sizes at launch must keep; what the device must have, and the build options. Buffers
 * and steps are planned. */
void plan_constraints(struct job *job, const struct spec *spec, struct plan *plan);
void plan_requirement(const struct spec *spec, struct plan *plan);

#endif
