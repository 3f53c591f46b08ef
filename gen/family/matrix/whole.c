/*
 * Tiles of C that are stored without tests: whole ones, of elements of 16 bits, whose old values are not read. What lanes trade (see
 * matrix_traded) they round before, two elements a word. Part of the view of the matrix family: see view.c.
 */
#include "gen/family/matrix/matrix.h"

#include <string.h>

#include "gen/family/page.h"
#include "gen/view/epilogue.h"
#include "gen/view/steps.h"

enum {
    COLUMNS = 8 /* of a fragment that lanes trade */
};

/* What an accumulator, and the word that is made of it, is called. */
static const char *const parts[] = {"first", "second", "third", "fourth"};

/* Whether C is of halves, which one built-in function rounds singles to; else it is of bf16, or of neither. */
static bool is_half(const struct kernel *kernel)
{
    return strcmp(element_writes(kernel->c.element, kernel->numbers.scalar, true),
                  "write/half_vector") == 0;
}

static bool is_bf16(const struct kernel *kernel)
{
    return strcmp(element_writes(kernel->c.element, kernel->numbers.scalar, true),
                  "write/bf16_vector") == 0;
}

/* Whether the epilogue reads a matrix: of its lines a lane has two elements, not as many as it stores together. */
static bool reads_matrix(const struct kernel *kernel)
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    for (size_t i = 0; i < epilogue->count; i++)
        if (epilogue->list[i].reads == READS_MATRIX)
            return true;
    return false;
}

/* Whether the tiles that reach over no edge may be stored so. */
static bool serves(const struct kernel *kernel)
{
    const struct matrix_plan *const own = kernel->own;
    const struct setting *const beta = &kernel->beta;
    return own->traded > 1 && (is_half(kernel) || is_bf16(kernel)) &&
           strcmp(kernel->numbers.scalar->type, "f32") == 0 &&
           kernel->numbers.accumulate == kernel->numbers.scalar && kernel->members == 1 &&
           kernel->edges != EDGES_SHIFT && (beta->how != FIXED || beta->real == 0) &&
           !reads_matrix(kernel) && !kernel->problem.gate && !kernel->problem.adds &&
           !kernel->problem.scatters && !kernel->sums_in_launch && !by_index(&kernel->c) &&
           !(kernel->in_turns && own->emulated);
}

bool matrix_stores_only_whole(const struct kernel *kernel)
{
    return serves(kernel) && kernel->beta.how == FIXED && !stores_part(kernel, true) &&
           !stores_part(kernel, false);
}

/* What is emulated trades by barriers, which must not stand in a branch that leaves the tile early: compilers for CPUs take them wrong. */
bool matrix_stores_whole(const struct kernel *kernel)
{
    const struct matrix_plan *const own = kernel->own;
    return serves(kernel) && (!own->emulated || matrix_stores_only_whole(kernel));
}

/* Whether the tile of the work-group ends inside along an axis; NULL: all do. */
static const struct term *ends_inside(const struct page *page, bool along_m)
{
    struct job *const job = page->job;
    const long long side = shape_side(page->kernel->group, along_m);
    return !stores_part(page->kernel, along_m)
               ? NULL
               : term_test(job, term_plus(job, page_axis_name(page, "first", along_m), side),
                           "<=", page_limit(page, along_m));
}

/* Row i of the lane. */
static const struct term *row_of_lane(const struct page *page, long long i)
{
    const struct matrix_plan *const own = page->kernel->own;
    return page_place(page, true,
                      i / own->cells.height * own->fragment->m +
                          i % own->cells.height * fragment_rows_apart(own->engine, own->fragment),
                      false);
}

/* Where the lane's vector of that row begins in memory, of the fragments from `column` on. */
static const struct term *place_of_vector(const struct page *page, const struct term *row,
                                          const struct term *column)
{
    struct job *const job = page->job;
    const struct operand *const c = &page->kernel->c;
    const struct term *const line = page_lines_of(page, row, c->ld);
    const struct term *const begin = term_add(job, page_name(page, c->form.memory), line);
    return term_add(job, term_add(job, begin, page_place(page, false, 0, false)),
                    term_times(job, column, COLUMNS));
}

/* List `calls` of the function that stores: of each row those of all its vectors, or where rows are arrays that of an iteration over them. */
static void add_calls(const struct page *page, struct value *whole)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const bool loops = own->engine->described;
    const long long end = loops ? own->traded : kernel->tile.width / own->engine->beside;
    struct value *const calls = value_set_list(job, whole, "calls");
    for (long long i = 0; i < kernel->tile.height; i++)
        for (long long j = 0; j < end; j += own->traded) {
            struct value *const call = value_add(calls, value_object(job));
            const struct term *const from = loops ? page_name(page, "j") : NULL;
            const struct term *const column = loops ? from : term_number(job, j);
            const struct term *const row = row_of_lane(page, i);
            value_set_term(job, call, "target", place_of_vector(page, row, column));
            view_add_given(job, kernel, call, kernel->finishes, row,
                           term_add(job, page_axis_name(page, "own", false),
                                    term_times(job, column, COLUMNS)));
            struct value *const sums = value_set_list(job, call, "sums");
            for (long long part = 0; part < own->traded; part++)
                value_set_term(job, value_add(sums, value_object(job)), "sum",
                               matrix_sum(job, kernel, 0, i, from, j + part));
            value_mark_ends(job, sums);
        }
}

/* Lists of the function that stores: the `parts` of a vector; and its `rounds`, trades of two words each by lanes that are so far `apart`. */
static void add_trades(const struct page *page, struct value *whole)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long traded = matrix_own(kernel)->traded;
    struct value *const list = value_set_list(job, whole, "parts");
    struct value *const trades = value_set_list(job, whole, "word_trades");
    for (long long i = 0; i < traded; i++) {
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "part", parts[i]);
        view_add_given(
            job, kernel, item, kernel->finishes, page_name(page, kernel_axis_word(kernel, true)),
            term_plus(job, page_name(page, kernel_axis_word(kernel, false)), i * COLUMNS));
    }
    value_mark_ends(job, list);
    for (long long apart = 1; apart < traded; apart *= 2)
        for (long long i = 0; i < traded; i++) {
            if (i / apart % 2 != 0)
                continue;
            struct value *const trade = value_add(trades, value_object(job));
            value_set_integer(job, trade, "distance", apart);
            value_set_text(job, trade, "low", parts[i]);
            value_set_text(job, trade, "high", parts[i + apart]);
        }
}

/* What the epilogue makes of the `halves` of a vector that a lane has before it trades: of two elements; and where along a line these are. */
static void add_epilogue(const struct page *page, struct value *whole)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    view_add_takes(job, kernel, whole, kernel->finishes);
    value_set_bool(job, whole, "finishes", kernel->finishes);
    value_set_term(job, whole, "own_place",
                   !view_takes_place(kernel)
                       ? NULL
                       : term_add(job,
                                  term_add(job, page_axis_name(page, "first", false),
                                           page_axis_name(page, "tile", false)),
                                  matrix_place_of_lane(page, false)));
    value_set_term(job, whole, "own_name", page_axis_name(page, "own", false));
    if (kernel->finishes)
        view_add_epilogue(job, kernel, 2, false, page->view);
}

void matrix_view_whole(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long traded = matrix_own(kernel)->traded;
    struct value *const view = page->view;
    const bool only = matrix_stores_only_whole(kernel);
    struct value *const whole =
        value_set_object_if(job, view, "whole", matrix_stores_whole(kernel));
    if (!whole)
        return;
    value_set_bool(job, whole, "in_ring", matrix_own(kernel)->ring);
    value_set_integer(job, whole, "traded", traded);
    value_set_integer(job, whole, "width", kernel->c.vector);
    value_set_integer(job, whole, "bytes", kernel->c.vector * kernel->c.element->bytes);
    value_set_text(job, whole, "element", kernel->c.element->name);
    value_set_text(job, whole, "words", vector_name(job, "uint", traded));
    value_set_bool(job, whole, "halves", is_half(kernel));
    value_set_term(job, whole, "inside",
                   only ? NULL
                        : term_and(job,
                                   term_and(job, ends_inside(page, true), ends_inside(page, false)),
                                   matrix_lines_aligned(page, "==")));
    add_epilogue(page, whole);
    add_calls(page, whole);
    add_trades(page, whole);
    view_add_rounding(job, kernel, kernel->c.element, kernel->numbers.scalar, 2, view);
}
