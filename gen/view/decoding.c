/*
 * The views of templates/decode.cl, which makes a matrix of blocks of quantised elements, and of templates/repack.cl, which makes larger blocks of
 * them.
 */
#include "gen/view/formats.h"
#include "gen/view/step.h"

/* Members `block`, `group` and `place`: the line, the line of scales, which several share, and the place in both. */
static void set_line_of_groups(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct element *const given = s->operand->given;
    const struct term *const length =
        term_over(job, step_name(s, symbol_in_kernel(s->operand->ld)), given->group);
    const struct term *const line = step_name(s, "line");
    const struct term *const shared = term_over(job, line, given->group_lines);
    value_set_term(job, s->object, "block", term_mul_as(job, "long", line, length));
    value_set_term(job, s->object, "group", term_mul(job, shared, length));
    value_set_term(job, s->object, "place", step_name(s, "k"));
}

/* Says how work-items make elements: as halves, 16 of a block at once, or from singles. */
static void add_elements(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct operand *const operand = s->operand;
    struct value *const decoding = s->object;
    const bool in_halves = decoded_in_halves(operand);
    const struct term *const from =
        step_place(s, "line", symbol_in_kernel(operand->ld), step_name(s, "k"));
    value_set_bool(job, decoding, "in_halves", in_halves);
    value_set_term(job, decoding, "address", from);
    value_set_text(job, decoding, "stored", kernel_stored(job, s->kernel, operand->given));
    view_add_companions(job, s->kernel, operand->given, decoding);
    value_set_integer(job, decoding, "covers", operand->given->covers);
    if (operand->given->group_lines)
        set_line_of_groups(s);
    else
        value_set_term(job, decoding, "block", term_over(job, from, operand->given->covers));
    if (!in_halves) {
        const struct term *const item = term_call(job, "get_global_id", term_number(job, 0));
        view_add_made(job, s->kernel, operand->given, operand->element, decoded_at_once(operand),
                      false, decoding, s->view);
        value_set_term(job, decoding, "first_k", term_times(job, item, decoded_at_once(operand)));
        return;
    }
    value_set_bool(job, decoding, "rounds_to_halves", false);
    view_add_format_in_halves(job, s->kernel, s->view, operand->given, false);
}

void step_view_decoding(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct form *const form = &s->operand->form;
    struct value *const decoding = s->object;
    const bool whole = form->multiple.height > 1 || form->multiple.width > 1;
    const char *const stride = whole ? "stride" : symbol_in_kernel(SYMBOL_K);
    step_set_page(s, "decode.cl");
    step_add_caller(s, form->axes.lines, SYMBOL_K);
    if (whole) {
        view_add_constant(job, s->constants, stride,
                          view_extent(job, s->kernel, SYMBOL_K, form->multiple.width));
        view_add_constant(job, s->constants, "lines",
                          view_extent(job, s->kernel, form->axes.lines, form->multiple.height));
    }
    step_add_written(s, stride);
    value_set_text(job, decoding, "memory", s->operand->name);
    value_set_text(job, decoding, "blocks", s->operand->given->name);
    value_set_text(job, decoding, "limit", symbol_in_kernel(form->axes.lines));
    value_set_text(job, decoding, "to", s->to->name);
    value_set_text(job, decoding, "stride", stride);
    value_set_bool(job, decoding, "pads", whole);
    value_set_bool(job, decoding, "grouped", s->operand->given->group > 0);
    value_set_text(job, decoding, "precision", s->operand->element->precision);
    value_set_term(job, decoding, "target", step_place(s, "line", stride, step_name(s, "k")));
    add_elements(s);
}

/* Finds the block that element `first` of a line is in, among those of `covers` elements. */
static const struct term *block_at(const struct step_view *s, const struct term *line,
                                   const char *length, long long covers)
{
    struct job *const job = s->job;
    const struct term *const first = term_mul_as(job, "long", line, step_name(s, length));
    return term_over(job, term_add(job, first, step_name(s, "first")), covers);
}

void step_view_repacking(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct operand *const operand = s->operand;
    const struct element *const given = operand->given, *const made = operand->element;
    const enum symbol lines = operand->form.axes.lines;
    struct value *const repacking = s->object;
    const struct term *const line = step_name(s, "line");
    const struct term *const left =
        term_sub(job, step_name(s, symbol_in_kernel(SYMBOL_K)), step_name(s, "first"));
    const struct term *const blocks = term_over(job, left, given->covers);
    step_set_page(s, "repack.cl");
    step_add_caller(s, lines, SYMBOL_K);
    view_add_constant(job, s->constants, "stride",
                      view_extent(job, s->kernel, SYMBOL_K, operand->form.multiple.width));
    step_add_written(s, "stride");
    value_set_text(job, repacking, "limit", symbol_in_kernel(lines));
    value_set_text(job, repacking, "blocks", given->name);
    value_set_text(job, repacking, "to", s->to->name);
    value_set_integer(job, repacking, "made", made->covers);
    value_set_unless(job, repacking, "lines_of_block", made->lines, 0);
    value_set_text(job, repacking, "line_word", kernel_axis_word(s->kernel, is_a(operand)));
    value_set_term(job, repacking, "source",
                   block_at(s, line, symbol_in_kernel(operand->ld), given->covers));
    value_set_term(job, repacking, "target",
                   block_at(s, made->lines ? term_over(job, line, made->lines) : line, "stride",
                            made->covers));
    value_set_term(job, repacking, "several",
                   term_min(job, blocks, term_number(job, made->covers / given->covers)));
    view_add_blocks(job, s->kernel, given, s->view);
}
