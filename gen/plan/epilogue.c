/*
 * The operands of the epilogue: buffers of the caller, and arguments of the step that stores C.
 */
#include "gen/plan/internal.h"

static struct buffer buffer_of(struct job *job, const struct spec *spec,
                               const struct operation *operation)
{
    const struct element *const element = element_beside(spec->c.given);
    const enum symbol axis = operation->reads == READS_PER_ROW ? SYMBOL_M
                             : operation->reads == READS_PER_COLUMN
                                 ? SYMBOL_N
                                 : spec_contiguous_axis(spec, &spec->c);
    struct buffer buffer = {
        .name = operation->operand,
        .role = operation->row->role,
        .operand = ROLE_C,
        .element_type = element->type,
        .storage = element_storage(job, element),
        .element_bytes = element->bytes,
        .covers = element->covers,
        .offset = {SYMBOL_NONE, 0},
        .access = ACCESS_READ,
    };
    if (operation->reads == READS_MATRIX)
        buffer.extents[buffer.extent_count++] =
            plan_extent(spec_line_axis(spec, &spec->c), 1, plan_count(spec, operation->symbol));
    buffer.extents[buffer.extent_count++] = plan_extent(axis, 1, (struct count){SYMBOL_NONE, 1});
    /* Members of a batch share vectors, or matrices of B have one each; their matrices lie as those of C do. */
    if (operation->reads == READS_MATRIX)
        plan_add_member_axis(spec, spec->c.stride, &buffer);
    if (operation->many) {
        buffer.extents[buffer.extent_count++] = buffer.extents[0];
        buffer.extents[0] =
            plan_extent(spec_matrices_of(spec, ROLE_B), 1, (struct count){SYMBOL_N, 0});
    }
    return buffer;
}

void plan_epilogue_buffers(struct draft *d)
{
    const struct epilogue *const epilogue = d->spec->problem.epilogue;
    for (size_t i = 0; i < epilogue->count; i++)
        if (operation_has_buffer(&epilogue->list[i]))
            draft_add_buffer(d, buffer_of(d->job, d->spec, &epilogue->list[i]));
}

/* "bias: one element for each column of C": what an operand is. */
static const char *meaning_of(struct job *job, const struct spec *spec,
                              const struct operation *operation)
{
    const char *const verb = operation->row->role == ROLE_SCALE ? "scales the result" : "is added";
    switch (operation->reads) {
    case READS_PER_ROW:
        return arena_printf(job->arena, "%s, one element for each row of C (M)", verb);
    case READS_PER_COLUMN:
        return arena_printf(job->arena, "%s, one element for each column of C (N)%s", verb,
                            operation->many ? ", of each matrix of B" : "");
    case READS_MATRIX:
        return arena_printf(job->arena, "%s, M x N, %s-major", verb,
                            spec->column_major ? "column" : "row");
    default:
        return verb;
    }
}

static void add_operand(struct argument_list *list, size_t buffer,
                        const struct operation *operation)
{
    const struct spec *const spec = list->draft->spec;
    struct job *const job = list->draft->job;
    const char *const meaning = meaning_of(job, spec, operation);
    if (operation->reads == READS_SCALAR)
        plan_add_value(list, operation->symbol, spec->numbers.scalar->type, meaning);
    if (!operation_has_buffer(operation))
        return;
    plan_add_buffer(list, buffer, meaning);
    if (operation->reads == READS_MATRIX)
        plan_add_value(list, operation->symbol, "i32",
                       arena_printf(job->arena, "leading dimension of %s, in elements (>= %s)",
                                    operation->operand,
                                    symbol_in_kernel(spec_contiguous_axis(spec, &spec->c))));
}

void plan_add_epilogue(struct argument_list *list, struct step *step)
{
    const struct epilogue *const epilogue = list->draft->spec->problem.epilogue;
    const double bytes = (double)element_beside(list->draft->spec->c.given)->bytes;
    size_t buffer = ROLE_C + 1, terms = 0;
    double per_row = 0, per_column = 0;
    while (step->bytes[terms].factor != 0)
        terms++;
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        add_operand(list, buffer, operation);
        buffer += operation_has_buffer(operation);
        per_row += operation->reads == READS_PER_ROW ? bytes : 0;
        per_column += operation->reads == READS_PER_COLUMN ? bytes : 0;
        /* As often as what is written, the step's last term. */
        if (operation->reads == READS_MATRIX)
            step->bytes[terms - 1].factor += bytes;
    }
    if (per_row > 0)
        step->bytes[terms++] = (struct summand){per_row, {SYMBOL_M}};
    if (per_column > 0)
        step->bytes[terms++] = (struct summand){per_column, {SYMBOL_N}};
}
