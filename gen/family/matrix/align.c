/*
 * Vectors of C that are aligned in memory where its lines are not. Part of the view of the matrix family: see view.c.
 *
 * After a trade the four lanes of a row have vectors of it one after the other. Where lines of C begin `past` elements behind a place where vectors
 * are aligned, all elements move so many places on in their row, those of its end to its begin: what a lane has is then aligned in memory, but for
 * the first vector, which is the end and the begin of the row.
 */
#include "gen/family/matrix/matrix.h"

#include "gen/family/page.h"

bool matrix_aligns(const struct kernel *kernel)
{
    const struct matrix_plan *const own = kernel->own;
    return own->trades && !kernel->problem.adds && !kernel->problem.scatters &&
           kernel->members == 1 && kernel->edges == EDGES_GUARD && stores_part(kernel, false);
}

/* Elements from the last place where vectors are aligned to the lane's line of C: those of all of its lines, which are multiples of
 * 8 lines apart. */
static const struct term *past(const struct page *page)
{
    struct job *const job = page->job;
    const struct operand *const c = &page->kernel->c;
    const struct term *const begin =
        term_div(job, term_cast(job, "size_t", page_name(page, c->form.memory)),
                 term_number(job, c->element->bytes));
    const struct term *const line = term_mul_as(job, "size_t", page_place(page, true, 0, false),
                                                page_name(page, symbol_in_kernel(c->ld)));
    return term_cast(job, "int",
                     term_mod(job, term_add(job, begin, line), term_number(job, c->vector)));
}

const struct term *matrix_aligned(const struct page *page, struct value *places,
                                  const struct term *column)
{
    const struct term *const name = page_name(page, "past");
    page_declare(page, places, name, past(page));
    return term_sub(page->job, column, name);
}

/* Whether any line is not aligned: the same for all work-items. */
static const struct term *unaligned(const struct page *page)
{
    struct job *const job = page->job;
    const struct operand *const c = &page->kernel->c;
    const struct term *const begin = term_cast(job, "size_t", page_name(page, c->form.memory));
    const struct term *const line = term_times(
        job, term_cast(job, "size_t", page_name(page, symbol_in_kernel(c->ld))), c->element->bytes);
    const struct term *const bits = term_bits(job, begin, "|", line);
    return term_test(job, term_mod(job, bits, term_number(job, c->vector * c->element->bytes)),
                     "!=", term_number(job, 0));
}

const struct stored_end *matrix_ends_of_row(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *const is_first = page_name(page, "is_first"), *const beyond =
                                                                         page_name(page, "past");
    const struct term *const begin = term_add(job, page_place(page, false, 0, false), beyond);
    const struct term *const end = page_place(
        page, false,
        kernel->tile.width * ((const struct matrix_plan *)kernel->own)->engine->lanes.width, false);
    struct stored_end *const ends = arena_array(job->arena, 2, sizeof *ends);
    ends[0] =
        (struct stored_end){is_first, begin,
                            term_min(job, term_sub(job, page_limit(page, false), begin),
                                     term_sub(job, term_number(job, kernel->c.vector), beyond))};
    ends[1] = (struct stored_end){
        is_first, end, term_min(job, term_sub(job, page_limit(page, false), end), beyond)};
    return ends;
}

void matrix_view_aligns(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const long long last = kernel->tile.width / own->engine->beside - 2;
    if (!matrix_aligns(kernel)) {
        value_set_bool(job, page->view, "aligns", false);
        return;
    }
    struct value *const aligns = value_set_object(job, page->view, "aligns");
    value_set_text(job, aligns, "vector", accumulator_type(job, kernel, kernel->c.vector));
    value_set_text(job, aligns, "number", accumulator_type(job, kernel, 1));
    value_set_term(job, aligns, "unaligned", unaligned(page));
    value_set_term(job, aligns, "room",
                   term_sub(job, page_limit(page, false), page_place(page, false, 0, false)));
    value_set_integer(job, aligns, "last_even", last);
    value_set_integer(job, aligns, "last_odd", last + 1);
    value_set_bool(job, aligns, "several", last > 0);
    struct value *const rows = value_set_list(job, aligns, "rows");
    for (long long i = 0; i < kernel->tile.height; i++) {
        struct value *const row = value_add(rows, value_object(job));
        value_set_integer(job, row, "i", i);
        struct value *const moves = value_set_list(job, row, "moves");
        for (long long j = last; j > 0; j -= 2) {
            struct value *const item = value_add(moves, value_object(job));
            value_set_integer(job, item, "even", j);
            value_set_integer(job, item, "odd", j + 1);
            value_set_integer(job, item, "even_before", j - 2);
            value_set_integer(job, item, "odd_before", j - 1);
        }
    }
}
