/*
 * Where a kernel finds its part of K, and what adds the parts.
 */
#include "gen/view/steps.h"

void view_add_split(struct job *job, const struct kernel *kernel, struct value *view)
{
    if (kernel->split_k == 1) {
        value_set_bool(job, view, "split", false);
        return;
    }
    struct value *const split = value_set_object(job, view, "split");
    value_set_unless(job, split, "turn", kernel->turn_k, 1);
    value_set_integer(job, split, "turn_of_all", kernel->turn_k * kernel->split_k);
    struct value *const pointers = value_set_list(job, split, "pointers");
    const struct operand *const operands[] = {&kernel->a, &kernel->b};
    for (int i = 0; i < 2; i++) {
        const bool along = operands[i]->form.axes.along == SYMBOL_K;
        struct value *item = view_add_pointers(job, operands[i], operands[i]->form.memory,
                                               operands[i]->element->covers, pointers);
        for (; item; item = item->next)
            value_set_text(job, item, "times", along ? NULL : symbol_in_kernel(operands[i]->ld));
    }
    const struct form *const form = &kernel->c.form;
    value_set_text(job, split, "memory", form->memory);
    value_set_text(job, split, "ld", symbol_in_kernel(kernel->c.ld));
    view_set_extent(job, split, view_extent(job, kernel, form->axes.lines, form->multiple.height));
}

void view_add_sum_of_parts(struct job *job, const struct kernel *kernel, const struct extent *lines,
                           struct value *rewrite)
{
    if (kernel->split_k == 1) {
        value_set_bool(job, rewrite, "sums", false);
        return;
    }
    struct value *const sums = value_set_object(job, rewrite, "sums");
    value_set_integer(job, sums, "count", kernel->split_k);
    view_set_extent(job, sums, view_extent(job, kernel, lines->n.symbol, lines->rounded_to));
}
