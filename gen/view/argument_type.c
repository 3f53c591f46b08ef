/*
 * How a kernel declares an argument: its type.
 */
#include <string.h>

#include "gen/view/steps.h"

const char *view_argument_type(struct job *job, const struct plan *plan, const struct step *step,
                               const struct argument *argument)
{
    if (argument->kind == ARGUMENT_VALUE)
        return symbol_is_scalar(argument->symbol)   ? number_find(argument->type)->name
               : strcmp(argument->type, "i64") == 0 ? "long"
                                                    : "int";
    const struct buffer *const buffer = &plan->buffers[argument->buffer];
    if (buffer->role >= ROLE_OFFSETS_A)
        return "long";
    const struct element *const element = element_find(buffer->element_type);
    return view_moves_bits(plan, step) ? element_bits(element)
                                       : kernel_stored(job, plan->kernel, element);
}
