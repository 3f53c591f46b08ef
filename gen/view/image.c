/*
 * The view of templates/copy_to_image.cl: a copy of an operand into an image.
 */
#include "gen/view/step.h"

/* Finds an element of a texel in the line that a work-item copies: "4 * x + 1". */
static const struct term *place_of(const struct step_view *s, long long element)
{
    const struct term *const width = term_number(s->job, s->operand->vector);
    return term_plus(s->job, term_mul(s->job, width, step_name(s, "x")), element);
}

/* Finds it in memory: "(long)y * lda + 4 * x + 1"; of a transposed operand "(long)(4 * x + 1) * lda + y", and "(long)4 * x * lda + y". */
static const struct term *address(const struct step_view *s, long long element)
{
    struct job *const job = s->job;
    const char *const ld = symbol_in_kernel(s->operand->ld);
    const long long width = s->operand->vector;
    if (!s->operand->transposed)
        return step_place(s, "y", ld, place_of(s, element));
    if (element > 0 || width == 1)
        return term_add(job, view_lines(job, s->kernel, place_of(s, element), ld),
                        step_name(s, "y"));
    const char *const wide = s->kernel->index_bits == 64 ? "long" : NULL;
    const struct term *const line =
        term_mul(job, term_cast(job, wide, term_number(job, width)), step_name(s, "x"));
    return term_add(job, term_mul(job, line, step_name(s, ld)), step_name(s, "y"));
}

/* Sets members of an element of a texel: whether it lies inside the matrix, how it is read, and its name in the texel. */
static void add_element(const struct step_view *s, struct value *item, enum symbol columns,
                        long long element)
{
    struct job *const job = s->job;
    value_set_term(
        job, item, "inside",
        term_test(job, place_of(s, element), "<", step_name(s, symbol_in_kernel(columns))));
    value_set_term(job, item, "address", address(s, element));
    value_set_text(job, item, "part", component_name(job, s->operand->vector, element));
}

/* Sets the four numbers that are written: `texel`, or where a texel has fewer the value and as many `zeros`. */
static void add_written(const struct step_view *s, const struct number *number)
{
    struct job *const job = s->job;
    const long long width = s->operand->vector;
    const bool pairs = s->operand->element->most_texel == 2;
    const struct term *const value = step_name(s, "value");
    const bool whole = pairs || width == 4;
    struct value *const zeros = value_set_list(job, s->object, "zeros");
    value_set_term(job, s->object, "texel",
                   !whole  ? NULL
                   : pairs ? term_call(job, "as_uint4", value)
                           : value);
    for (long long i = width; i < 4 && !whole; i++)
        value_add(zeros, value_object(job));
    value_set_text(job, s->object, "texel_type", number_vector(job, number, 4));
}

void step_view_image(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct operand *const operand = s->operand;
    struct value *const copy = s->object;
    const bool a = is_a(operand);
    const enum symbol rows = a ? s->kernel->m : SYMBOL_K;
    const enum symbol columns = a ? SYMBOL_K : s->kernel->n;
    const struct number *const number =
        element_arrives(operand->element, s->kernel->numbers.compute);
    const long long width = operand->vector;

    step_set_page(s, "copy_to_image.cl");
    step_add_caller(s, rows, columns);
    value_set_text(job, copy, "image", s->to->name);
    value_set_text(job, copy, "rows", symbol_in_kernel(rows));
    value_set_text(job, copy, "line", kernel_axis_word(s->kernel, true));
    value_set_text(job, copy, "texels",
                   width == 4   ? "texel/of_four"
                   : width == 2 ? "texel/of_two"
                                : "texel/of_one");
    value_set_text(job, copy, "type", number_vector(job, number, width));
    value_set_text(job, copy, "zero", number_literal(job, number, "0"));
    value_set_text(job, copy, "number", number->name);
    value_set_text(job, copy, "write_image", number->write_image);
    value_set_text(job, copy, "memory", operand->name);
    value_set_text(job, copy, "get", element_reads(operand->given, number, 1));
    view_add_reading(job, operand->given, 1, s->view);
    add_written(s, number);

    struct value *const elements = value_set_list(job, copy, "elements");
    for (long long i = 0; i < width && width > 1; i++)
        add_element(s, value_add(elements, value_object(job)), columns, i);
    if (width > 1)
        value_set_bool(job, copy, "single", false);
    else
        add_element(s, value_set_object(job, copy, "single"), columns, 0);
}
