/*
 * The view of the kernels that decode operands: of blocks of quantised elements they make a matrix.
 */
#include "gen/view/formats.h"
#include "gen/view/steps.h"

/* How its work-items make elements: as halves, 16 of a block at once, or from singles. */
static void add_elements(struct job *job, const struct kernel *kernel,
                         const struct operand *operand, struct value *decoding, struct value *view)
{
    const bool in_halves = decoded_in_halves(operand);
    value_set_text(job, decoding, "decode", in_halves ? "decode/halves" : "decode/elements");
    value_set_text(job, decoding, "address", "at/decoded_from");
    value_set_text(job, decoding, "blocks", operand->given->name);
    value_set_text(job, decoding, "stored", kernel_stored(job, kernel, operand->given));
    value_set_integer(job, decoding, "covers", operand->given->covers);
    if (!in_halves) {
        view_add_made(job, kernel, operand->given, operand->element, decoded_at_once(operand),
                      false, decoding, view);
        return;
    }
    value_set_bool(job, decoding, "rounds_to_halves", false);
    view_add_format_in_halves(job, kernel, view, operand->given, false);
}

/* What it reads and writes: names, sizes, and where the members of a batch begin. */
static void add_ends(struct job *job, const struct kernel *kernel, const struct plan *plan,
                     const struct operand *operand, const struct step *step, struct value *decoding)
{
    const struct form *const form = &operand->form;
    const struct argument *const source = view_copied_argument(step);
    const struct buffer *const to = &plan->buffers[view_written_argument(plan, step)->buffer];
    const enum symbol sizes[] = {form->axes.lines, SYMBOL_K};
    const bool whole = form->multiple.height > 1 || form->multiple.width > 1;
    const char *const stride = whole ? "stride" : symbol_in_kernel(SYMBOL_K);
    struct value *const constants = value_set_list(job, decoding, "constants");
    struct value *const offsets = value_set_list(job, decoding, "offsets");
    for (int i = 0; i < 2; i++)
        if (kernel->fixed[sizes[i]] >= 0)
            view_add_constant(job, constants, symbol_in_kernel(sizes[i]),
                              view_extent(job, kernel, sizes[i], 1));
    view_add_ld(job, kernel, operand, constants);
    view_add_offset(job, kernel, operand, offsets);
    if (whole) {
        view_add_constant(job, constants, stride,
                          view_extent(job, kernel, SYMBOL_K, form->multiple.width));
        view_add_constant(job, constants, "lines",
                          view_extent(job, kernel, form->axes.lines, form->multiple.height));
    }
    struct value *const moves = view_add_members(job, kernel, false, decoding);
    view_add_member_start(job, kernel, operand, &plan->buffers[source->buffer],
                          symbol_in_kernel(operand->ld), moves);
    view_add_member_start(job, kernel, operand, to, stride, moves);
    value_set_text(job, decoding, "operand", operand->name);
    value_set_text(job, decoding, "memory", operand->name);
    value_set_text(job, decoding, "meaning", source->meaning);
    value_set_text(job, decoding, "ld", symbol_in_kernel(operand->ld));
    value_set_text(job, decoding, "limit", symbol_in_kernel(form->axes.lines));
    value_set_text(job, decoding, "to", to->name);
    value_set_text(job, decoding, "stride", stride);
    value_set_bool(job, decoding, "pads", whole);
    value_set_bool(job, decoding, "grouped", operand->given->group > 0);
    value_set_text(job, decoding, "precision", operand->element->precision);
}

void view_add_decoding(struct job *job, const struct kernel *kernel, const struct plan *plan,
                       const struct operand *operand, const struct step *step, struct value *view)
{
    struct value *const list = value_child(view, "decodings");
    struct value *const decoding = value_add(list, value_object(job));
    view_add_signature(job, kernel, plan, step, decoding);
    view_add_sub_group(job, decoding, false, 0);
    value_set_bool(job, decoding, "prepares", step->prepares);
    add_ends(job, kernel, plan, operand, step, decoding);
    add_elements(job, kernel, operand, decoding, view);
}
