/*
 * The view of the kernels that pack operands into panels.
 */
#include "gen/view/steps.h"

#include <string.h>

#include "gen/kernel/term.h"

static const struct term *lines_of(struct job *job, const struct kernel *kernel,
                                   const struct term *lines, const char *length)
{
    return term_mul_as(job, kernel->index_bits == 64 ? "long" : NULL, lines,
                       term_name(job, length));
}

void view_add_begins(struct job *job, const struct kernel *kernel, const struct operand *operand,
                     const char *stride, struct value *object)
{
    const struct operand source = packed_from(operand);
    const char *const ld = symbol_in_kernel(operand->ld);
    const char *const word = kernel_axis_word(kernel, is_a(operand));
    const struct term *const place = term_name(job, arena_printf(job->arena, "first_%s", word));
    const struct term *const k =
        kernel->in_blocks ? term_name(job, "first_k") : term_number(job, 0);
    value_set_term(job, object, "block_begins",
                   lies_along_k(&source) ? term_add(job, lines_of(job, kernel, place, ld), k)
                                         : term_add(job, lines_of(job, kernel, k, ld), place));
    value_set_term(
        job, object, "panels_begin",
        term_add(job, lines_of(job, kernel, k, stride), lines_of(job, kernel, place, "steps")));
}

/* What such a kernel reads and writes: names, sizes, and where the members of a batch begin. */
static void add_ends(struct job *job, const struct kernel *kernel, const struct plan *plan,
                     const struct operand *operand, const struct step *step, struct value *packing)
{
    const struct form *const form = &operand->form;
    const struct operand source = packed_from(operand);
    const enum symbol sizes[] = {form->axes.along, form->axes.lines};
    const struct argument *const caller = view_copied_argument(step);
    view_add_signature(job, kernel, plan, step, packing);
    view_add_sub_group(job, packing, false, 0);
    value_set_text(job, packing, "operand", operand->name);
    value_set_bool(job, packing, "prepares", step->prepares);
    value_set(packing, "letter", value_printf(job, "%c", operand_letter(operand)));
    value_set_text(job, packing, "memory", source.form.memory);
    value_set_text(job, packing, "meaning", caller->meaning);
    value_set_text(job, packing, "ld", symbol_in_kernel(operand->ld));
    value_set_text(job, packing, "panels", form->memory);
    value_set_text(job, packing, "stride", "stride");
    value_set_bool(job, packing, "along_k", lies_along_k(&source));
    value_set_text(job, packing, "place", kernel_axis_word(kernel, is_a(operand)));
    value_set_text(job, packing, "limit", symbol_in_kernel(form->axes.along));

    struct value *const constants = value_set_list(job, packing, "constants");
    struct value *const offsets = value_set_list(job, packing, "offsets");
    for (int i = 0; i < 2; i++)
        if (kernel->fixed[sizes[i]] >= 0)
            view_add_constant(job, constants, symbol_in_kernel(sizes[i]),
                              view_extent(job, kernel, sizes[i], 1));
    view_add_ld(job, kernel, operand, constants);
    view_add_offset(job, kernel, operand, offsets);
    struct value *const moves = view_add_members(job, kernel, false, packing);
    view_add_member_start(job, kernel, operand, &plan->buffers[caller->buffer],
                          symbol_in_kernel(operand->ld), moves);
    view_add_member_start(job, kernel, operand,
                          &plan->buffers[view_written_argument(plan, step)->buffer], "stride",
                          moves);
    if (kernel->in_blocks || moves)
        view_add_constant(job, constants, "stride",
                          view_extent(job, kernel, form->axes.along, form->multiple.width));
}

/* Whether panels reach beyond the matrix that they are packed from. */
static bool guards(const struct kernel *kernel, const struct form *form)
{
    const long long along = kernel->fixed[form->axes.along],
                    lines = kernel->fixed[form->axes.lines];
    const bool whole =
        along >= 0 && along % form->panel == 0 && lines >= 0 && lines % form->block == 0;
    return kernel->edges != EDGES_EXACT && !whole;
}

/* Members of a swizzled order, and of one whose elements become two numbers: `components`, each as many of a load as make a word of such numbers. */
static void add_swizzled(struct job *job, const struct operand *operand, struct value *packing)
{
    enum {
        ALIKE = 8, /* lines after which pieces change positions alike */
        WORD_BYTES = 4
    };
    const struct form *const form = &operand->form;
    const long long together = WORD_BYTES / operand->element->bytes;
    const struct fragment_order *const order = form->fragments;
    const bool parts = form->parts > 1;
    value_set_bool(job, packing, "swizzled", order->swizzled);
    value_set_bool(job, packing, "parts", parts);
    value_set_bool(job, packing, "several_lines", form->block > order->steps);
    if (order->swizzled)
        value_set_unless(job, packing, "lines_alike", ALIKE / order->lanes_of_place, 1);
    struct value *const components = value_set_list(job, packing, "components");
    for (long long i = 0; parts && i < order->count; i += together)
        value_set_text(job, value_add(components, value_object(job)), "component",
                       number_component(job, operand->given->same, order->count, i, together));
    value_mark_ends(job, components);
    value_set_integer(job, packing, "words_of_load", (long long)components->count);
}

/* Members of a packing into fragments, and its `elements`, which a work-item puts together for a lane. */
static void add_fragments(struct job *job, const struct kernel *kernel, const struct plan *plan,
                          const struct operand *operand, const struct step *step,
                          struct value *packing)
{
    const struct form *const form = &operand->form;
    const struct fragment_order *const order = form->fragments;
    const bool bits = view_moves_bits(plan, step);
    const char *const moved = bits ? element_bits(operand->element) : operand->element->name;
    value_set_text(job, packing, "source",
                   bits ? element_bits(operand->given) : operand->given->name);
    value_set(packing, "vector", value_printf(job, "%s%lld", moved, order->count));
    value_set_bool(job, packing, "guards", guards(kernel, form));
    value_set_integer(job, packing, "side", form->panel);
    value_set_integer(job, packing, "block", form->block);
    value_set_integer(job, packing, "last_of_block", form->block - 1);
    value_set_integer(job, packing, "elements_of_block",
                      form->panel * form->block * (form->parts > 1 ? form->parts : 1));
    value_set_integer(job, packing, "loads_of_block", form->panel * form->block / order->count);
    value_set_integer(job, packing, "loads_of_fragment", order->lanes * order->loads);
    value_set_integer(job, packing, "items", step->dimensions[0].local);
    value_set_integer(job, packing, "fragment_side", order->places);
    value_set_unless(job, packing, "fragment_k", order->steps, 1);
    value_set_integer(job, packing, "steps_of_fragment", order->steps);
    value_set_unless(job, packing, "fragments_of_panel", form->panel / order->places, 1);
    value_set_integer(job, packing, "lanes", order->lanes);
    value_set_unless(job, packing, "lanes_of_place", order->lanes_of_place, 1);
    value_set_unless(job, packing, "lanes_apart", order->apart, 1);
    value_set_unless(job, packing, "together", order->together, 1);
    value_set_bool(job, packing, "several", order->loads > 1);
    value_set_integer(job, packing, "loads", order->loads);
    value_set_integer(job, packing, "further", order->further);
    value_set_integer(job, packing, "count", order->count);
    struct value *const elements = value_set_list(job, packing, "elements");
    for (long long i = 0; i < order->count; i++) {
        struct value *const item = value_add(elements, value_object(job));
        value_set_unless(job, item, "down", order->elements[i].down, 0);
        value_set_unless(job, item, "deep", order->elements[i].deep, 0);
    }
    value_mark_ends(job, elements);
    add_swizzled(job, operand, packing);
}

void view_add_packing(struct job *job, const struct kernel *kernel, const struct plan *plan,
                      const struct operand *operand, const struct step *step, struct value *list)
{
    struct value *const packing = value_add(list, value_object(job));
    add_ends(job, kernel, plan, operand, step, packing);
    if (operand->form.fragments) {
        add_fragments(job, kernel, plan, operand, step, packing);
        return;
    }
    view_add_begins(job, kernel, operand, "stride", packing);
    value_set_integer(job, packing, "places", step->dimensions[0].per_group);
    value_set_text(job, packing, "depth", symbol_in_kernel(operand->form.axes.lines));
}
