/*
 * Vectors of C that are aligned in memory where its lines are not. Part of the view of the matrix family: see view.c.
 *
 * After trades the four lanes of a row have vectors of it one after the other. Where lines of C begin `past` elements behind a place where vectors
 * are aligned, all elements move so many places on in their row, those of its end to its begin: what a lane has is then aligned in memory, but for
 * the first vector, which is the end and the begin of the row.
 */
#include "gen/family/matrix/matrix.h"

#include "gen/family/page.h"

/* What functions call the accumulators of a vector. */
static const char *const parts[] = {"first", "second", "third", "fourth"};

bool matrix_aligns(const struct kernel *kernel)
{
    const struct matrix_plan *const own = kernel->own;
    return own->traded > 1 && !kernel->problem.gate && !kernel->problem.adds &&
           !kernel->problem.scatters && kernel->members == 1 && kernel->edges == EDGES_GUARD &&
           stores_part(kernel, false);
}

/* Elements from the last place where vectors are aligned to the lane's line of C: those of all of its lines, which are multiples of
 * 8 lines apart. */
static const struct term *past(const struct page *page)
{
    struct job *const job = page->job;
    const struct operand *const c = &page->kernel->c;
    const struct term *const begin = term_over(
        job, term_cast(job, "size_t", page_name(page, c->form.memory)), c->element->bytes);
    const struct term *const line = term_mul_as(job, "size_t", page_place(page, true, 0, false),
                                                page_name(page, symbol_in_kernel(c->ld)));
    return term_cast(job, "int", term_rest(job, term_add(job, begin, line), c->vector));
}

const struct term *matrix_aligned(const struct page *page, struct value *places,
                                  const struct term *column)
{
    const struct term *const name = page_name(page, "past");
    page_declare(page, places, name, past(page));
    return term_sub(page->job, column, name);
}

const struct term *matrix_lines_aligned(const struct page *page, const char *comparison)
{
    struct job *const job = page->job;
    const struct operand *const c = &page->kernel->c;
    const struct term *const begin = term_cast(job, "size_t", page_name(page, c->form.memory));
    const struct term *const line = term_times(
        job, term_cast(job, "size_t", page_name(page, symbol_in_kernel(c->ld))), c->element->bytes);
    const struct term *const bits = term_bits(job, begin, "|", line);
    return term_test(job, term_rest(job, bits, c->vector * c->element->bytes), comparison,
                     term_number(job, 0));
}

const struct stored_end *matrix_ends_of_row(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *const is_first = page_name(page, "is_first"), *const beyond =
                                                                         page_name(page, "past");
    const struct term *const begin = term_add(job, page_place(page, false, 0, false), beyond);
    const struct term *const end = page_place(
        page, false, kernel->tile.width * matrix_own(kernel)->engine->lanes.width, false);
    struct stored_end *const ends = arena_array(job->arena, 2, sizeof *ends);
    ends[0] =
        (struct stored_end){is_first, begin,
                            term_min(job, term_sub(job, page_limit(page, false), begin),
                                     term_sub(job, term_number(job, kernel->c.vector), beyond))};
    ends[1] = (struct stored_end){
        is_first, end, term_min(job, term_sub(job, page_limit(page, false), end), beyond)};
    return ends;
}

/* List `name` of a call of the function that moves elements: what a lane has of a vector of row i, from one accumulator on. */
static void add_vector(const struct page *page, struct value *call, const char *name, long long i,
                       const struct term *from, long long begin)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const sums = value_set_list(job, call, name);
    for (long long j = 0; j < matrix_own(kernel)->traded; j++)
        value_set_term(job, value_add(sums, value_object(job)), "sum",
                       matrix_sum(job, kernel, 0, i, from, begin + j));
}

/* List `lasts` of a row: its last vector as it was, `name` and `sum`, which the first one follows. */
static void add_last(const struct page *page, struct value *row, long long i, long long begin)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const lasts = value_set_list(job, row, "lasts");
    for (long long j = 0; j < matrix_own(kernel)->traded; j++) {
        struct value *const last = value_add(lasts, value_object(job));
        value_set_term(job, last, "name", page_printed(page, "last_%lld_%s", i, parts[j]));
        value_set_term(job, last, "sum", matrix_sum(job, kernel, 0, i, NULL, begin + j));
    }
    value_mark_ends(job, lasts);
}

/* List `moves` of a row: calls of the function that moves elements, of what is `moved` by what it has `before`, from the last vector on; where rows are
 * arrays one call in a loop that begins at `loops_from`. */
static void add_moves(const struct page *page, struct value *row, long long i, long long last)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const bool loops = own->engine->described;
    const struct term *const from = loops ? page_name(page, "j") : NULL;
    struct value *const moves = value_set_list(job, row, "moves");
    for (long long j = last; j > 0; j = loops ? 0 : j - own->traded) {
        struct value *const move = value_add(moves, value_object(job));
        value_set_unless(job, move, "loops_from", loops ? j : 0, 0);
        add_vector(page, move, "moved", i, from, loops ? 0 : j);
        add_vector(page, move, "before", i, from, (loops ? 0 : j) - own->traded);
    }
}

/* Lists of the function that moves elements: `parts`, what an accumulator is called there, and which components of a vector it is; and `moving`,
 * the elements that may go on to the next lane, all but the first one: component of a vector, and of which part. */
static void add_parts(const struct page *page, struct value *aligns)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct number *const number = kernel->numbers.accumulate;
    const long long vector = kernel->c.vector;
    const long long beside = matrix_own(kernel)->engine->beside;
    struct value *const list = value_set_list(job, aligns, "parts");
    struct value *const moving = value_set_list(job, aligns, "moving");
    for (long long i = 0; i < vector; i += beside) {
        struct value *const part = value_add(list, value_object(job));
        value_set_text(job, part, "part", parts[i / beside]);
        value_set_text(job, part, "components", number_component(job, number, vector, i, beside));
    }
    value_mark_ends(job, list);
    for (long long i = 1; i < vector; i++) {
        struct value *const element = value_add(moving, value_object(job));
        value_set_text(job, element, "component", number_component(job, number, vector, i, 1));
        value_set_text(job, element, "part", parts[i / beside]);
        value_set_text(job, element, "of_part", i % beside == 0 ? "x" : "y");
    }
}

void matrix_view_aligns(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const long long last = kernel->tile.width / own->engine->beside - own->traded;
    struct value *const aligns =
        value_set_object_if(job, page->view, "aligns", matrix_aligns(kernel));
    if (!aligns)
        return;
    value_set_text(job, aligns, "vector", accumulator_type(job, kernel, kernel->c.vector));
    value_set_term(job, aligns, "unaligned", matrix_lines_aligned(page, "!="));
    value_set_term(job, aligns, "room",
                   term_sub(job, page_limit(page, false), page_place(page, false, 0, false)));
    value_set_integer(job, aligns, "traded", own->traded);
    value_set_bool(job, aligns, "eight", own->traded > 2);
    add_parts(page, aligns);
    struct value *const rows = value_set_list(job, aligns, "rows");
    for (long long i = 0; i < kernel->tile.height; i++) {
        struct value *const row = value_add(rows, value_object(job));
        value_set_integer(job, row, "i", i);
        value_set_term(job, row, "first_vector", matrix_vector(job, kernel, 0, i, 0));
        add_last(page, row, i, last);
        add_moves(page, row, i, last);
        add_vector(page, row, "first_of_row", i, NULL, 0);
    }
}
