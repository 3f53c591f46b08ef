/*
 * Where a kernel finds its part of K.
 */
#include "gen/view/steps.h"

/* Blocks of K of a whole panel, of A or B; NULL: it has no panels. */
static const struct term *blocks_of_panel(struct job *job, const struct operand *operand,
                                          const struct term *k)
{
    const long long block = operand->form.block;
    return in_panels(operand) ? term_over(job, term_plus(job, k, block - 1), block) : NULL;
}

void view_add_split(struct job *job, const struct kernel *kernel, struct value *view)
{
    struct value *const split =
        value_set_object_if(job, view, "split", kernel->split_k > 1 && !kernel->problem.attends);
    if (!split)
        return;
    const struct term *const k = term_name(job, symbol_in_kernel(SYMBOL_K));
    const struct term *const group = view_group_of_batch(job, kernel);
    const struct term *const first = term_name(job, "first_of_part");
    value_set_term(job, split, "part",
                   kernel->problem.batch == BATCH_NONE ? group
                                                       : term_rest(job, group, kernel->split_k));
    const struct term *const turns =
        term_over(job, term_plus(job, k, -1), kernel->turn_k * kernel->split_k);
    value_set_term(job, split, "steps", term_times(job, term_plus(job, turns, 1), kernel->turn_k));
    struct value *const pointers = value_set_list(job, split, "pointers");
    value_set_term(job, split, "blocks", blocks_of_panel(job, kernel->factors[0], k));
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = kernel->factors[i];
        const char *const ld = symbol_in_kernel(operand->ld);
        /* An index function is told where the part begins. */
        if (in_panels(operand) || by_index(operand))
            continue;
        view_add_pointers(job, operand, operand->form.memory, operand->element->covers,
                          contiguous_along_k(operand) ? first : view_lines(job, kernel, first, ld),
                          pointers);
    }
    if (kernel->sums_in_launch)
        return;
    const struct form *const form = &kernel->c.form;
    const struct term *const lines =
        term_mul_as(job, "long", term_name(job, "part_of_k"),
                    view_extent(job, kernel, form->axes.lines, form->multiple.height));
    view_add_pointers(job, &kernel->c, form->memory, 1,
                      term_mul(job, lines, term_name(job, symbol_in_kernel(kernel->c.ld))),
                      pointers);
}
