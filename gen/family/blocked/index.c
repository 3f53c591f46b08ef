/*
 * Operands of the blocked family that an index function finds: functions that copy a block of K of them into local memory, rows of canonical A into lines, columns of B
 * into panels.
 */
#include "gen/family/blocked/view.h"

const struct term *blocked_line(const struct page *page, const struct term *place)
{
    return term_times(page->job, place, page->kernel->block_k);
}

/* Where the element at `at` of `line` goes. */
static const struct term *cell_of(const struct page *page, const struct operand *operand)
{
    struct job *const job = page->job;
    const long long side = kernel_side(page->kernel, operand);
    const struct term *const line = page_name(page, "line"), *const at = page_name(page, "at");
    if (blocked_in_lines(operand))
        return term_add(job, blocked_line(page, line), at);
    const struct term *const panel = term_times(job, term_over(job, line, side), side);
    return term_add(
        job,
        term_add(job, term_mul(job, panel, page_name(page, "steps")), term_times(job, at, side)),
        term_rest(job, line, side));
}

void blocked_add_index_copy(const struct page *page, const struct operand *operand, bool guards,
                            long long most)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long side = kernel_side(kernel, operand), width = operand->vector;
    const char *const word = kernel_axis_word(kernel, is_a(operand));
    const struct term *const places = page_printed(page, "%ss", word);
    const struct term *const at = page_name(page, "at");
    struct value *const copies = value_child(page->view, "index_copies");
    struct value *const loads = page_operand(page, copies, operand);
    struct value *const copy = copies->last;
    page_add_line_table(page, value_child(page->view, "line_tables"), operand, most, guards);
    page_set_step(page, operand,
                  kernel->in_blocks ? term_add(job, page_name(page, "first_k"), at) : at, false,
                  copy);
    page_load(page, loads, operand, NULL, width,
              (struct fetch){
                  .get = operand_read(operand, width),
                  .address = page_name(page, "from"),
                  .inside = product_is_checked(operand->places) ? page_name(page, "inside") : NULL,
              });
    value_set_text(job, copy, "operand", operand->name);
    value_set_term(job, copy, "letter", page_letter(page, operand));
    value_set_text(job, copy, "place", word);
    value_set_bool(job, copy, "in_lines", blocked_in_lines(operand));
    value_set_text(job, copy, "to", blocked_in_lines(operand) ? "copied" : "panels");
    value_set_integer(job, copy, "side", side);
    value_set_integer(job, copy, "most", most);
    value_set_bool(job, copy, "guards", guards);
    value_set_integer(job, copy, "width", width);
    value_set_bool(job, copy, "wide", width > 1);
    value_set_term(job, copy, "cell", cell_of(page, operand));
    value_set_term(
        job, copy, "end",
        guards ? term_times(job, term_over(job, term_plus(job, places, side - 1), side), side)
               : places);
}
