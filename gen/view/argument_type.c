/*
 * The type of an argument in a kernel, and which ones a step reads and writes.
 */
#include <string.h>

#include "gen/view/steps.h"

const struct argument *view_written_argument(const struct plan *plan, const struct step *step)
{
    size_t i = step->argument_count - 1;
    while (step->arguments[i].kind != ARGUMENT_BUFFER ||
           plan->buffers[step->arguments[i].buffer].access == ACCESS_READ)
        i--;
    return &step->arguments[i];
}

const struct argument *view_copied_argument(const struct step *step)
{
    size_t i = 0;
    while (step->arguments[i].kind != ARGUMENT_BUFFER)
        i++;
    return &step->arguments[i];
}

bool view_moves_bits(const struct plan *plan, const struct step *step)
{
    const struct argument *const target = view_written_argument(plan, step);
    const struct element *const element = element_find(plan->buffers[target->buffer].element_type);
    const struct buffer *const to = &plan->buffers[target->buffer];
    const char *const extension = element->same ? element->same->extension : NULL;
    const struct buffer *const from = &plan->buffers[view_copied_argument(step)->buffer];
    bool arithmetic = !extension || element_find(from->element_type)->blocks;
    for (size_t i = 0; i < plan->requirement.extension_count; i++)
        arithmetic |= extension && strcmp(plan->requirement.extensions[i], extension) == 0;
    return step != plan_main_step(plan) && to->role == ROLE_WORKSPACE && !to->image && !arithmetic;
}

/* Of a buffer that has several bytes of each block. */
static const char *part_type(struct job *job, const struct plan *plan, const struct buffer *buffer)
{
    const enum role role = (buffer->role - ROLE_SCALES_A) % 2 ? ROLE_B : ROLE_A;
    const struct operand *const operand =
        plan->kernel->a.role == role ? &plan->kernel->a : &plan->kernel->b;
    return arena_printf(job->arena, "%s%s", kernel_stored(job, plan->kernel, operand->given),
                        buffer->name + strlen(operand->name));
}

const char *view_argument_type(struct job *job, const struct plan *plan, const struct step *step,
                               const struct argument *argument)
{
    if (argument->kind != ARGUMENT_BUFFER)
        return symbol_is_scalar(argument->symbol)   ? number_find(argument->type)->name
               : strcmp(argument->type, "i64") == 0 ? "long"
                                                    : "int";
    const struct buffer *const buffer = &plan->buffers[argument->buffer];
    if (buffer->role >= ROLE_OFFSETS_A)
        return buffer->role >= ROLE_OFFSETS ? "int" : "long";
    const struct element *const element = element_find(buffer->element_type);
    if (buffer->role >= ROLE_SCALES_A && buffer->element_bytes > element->bytes)
        return part_type(job, plan, buffer);
    const bool quants = element->quants && sums_scaled(&plan->kernel->a);
    return quants                        ? element_find(element->quants)->name
           : view_moves_bits(plan, step) ? element_bits(element)
                                         : kernel_stored(job, plan->kernel, element);
}
