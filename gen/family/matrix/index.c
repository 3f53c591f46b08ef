/*
 * A or B by an index function: what copies a tile finds its lines by a table in local memory (gen/family/page_lines.c).
 */
#include "gen/family/matrix/ring.h"

#include "gen/family/page.h"
#include "gen/request/product.h"

long long matrix_line_bytes(const struct spec *spec, const struct operand *operand)
{
    return by_index(operand) && !matrix_spec(spec)->ring
               ? shape_side(spec_group_tile(spec), is_a(operand)) *
                     spec_bytes_of_line(spec, operand)
               : 0;
}

/* Lines of the operand in local memory, those of a tile, one each; of a ring, whose copiers have no time for these, those that a work-item copies, in its registers. */
static void add_lines(const struct page *page, struct value *tables, const struct operand *operand)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_copied copied = matrix_copied_of(page, operand);
    const long long items = matrix_items_that_copy(kernel),
                    of_line = copied.tile.length / copied.vector;
    const long long passes = (copied.tile.lines * of_line + items - 1) / items;
    const bool guards = matrix_copy_guards(kernel, operand);
    if (!matrix_own(kernel)->ring) {
        page_add_line_table(page, tables, operand, copied.tile.lines, guards);
        return;
    }
    page_add_line_table(page, tables, operand, passes, guards);
    const struct term *const number = term_add(job, term_times(job, page_name(page, "pass"), items),
                                               page_name(page, kernel->copiers ? "lane" : "item"));
    value_set_integer(job, tables->last, "count_of_passes", passes);
    value_set_term(job, tables->last, "line_of_pass", term_over(job, number, of_line));
}

void matrix_view_lines(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const tables = value_set_list(job, page->view, "line_tables");
    for (int i = 0; i < 2; i++)
        if (by_index(kernel->factors[i]))
            add_lines(page, tables, kernel->factors[i]);
    value_set_bool(job, page->view, "gathers", matrix_gathers(kernel));
    value_set_bool(job, page->view, "own_lines", matrix_own(kernel)->ring);
    value_set_term(job, page->view, "first_line", page_name(page, "item"));
    value_set_integer(job, page->view, "items_that_copy", matrix_items_that_copy(kernel));
    value_set_bool(job, page->view, "shows_lines",
                   tables->count > 0 && matrix_own(kernel)->stages > 1);
}

/* ------------------------------------------------------------------------------- copies */

void matrix_view_given(const struct page *page, const struct operand *operand, struct value *copy)
{
    struct value *const by = value_set_object_if(page->job, copy, "by_index", by_index(operand));
    if (by)
        page_set_given(page, operand, copy);
}

/* Where a vector of a tile lies: consecutive work-items read what lies in a row. Where those of a pass have whole lines, a work-item has the same place of a line in all of them, and so
 * the same step of K, `by_item`, which compilers do not find by themselves. */
static void add_vectors(const struct page *page, const struct operand *operand,
                        const struct matrix_copied *copied, struct value *copy)
{
    struct job *const job = page->job;
    const struct term *const number = page_name(page, "number"), *const item =
                                                                     page_name(page, "item");
    const long long lines = copied->tile.lines, of_line = copied->tile.length / copied->vector;
    const long long items = matrix_items_that_copy(page->kernel);
    const bool by_item =
        !operand->places->across_k && items % of_line == 0 && lines * of_line % items == 0;
    value_set_bool(job, copy, "by_item", by_item);
    if (by_item) {
        value_set_term(job, copy, "line_of_vector",
                       term_add(job, term_times(job, page_name(page, "pass"), items / of_line),
                                term_over(job, item, of_line)));
        value_set_term(job, copy, "at_of_vector",
                       term_times(job, term_rest(job, item, of_line), copied->vector));
    } else if (!operand->places->across_k) {
        matrix_view_vectors(page, of_line, copied->vector, copy);
    } else {
        value_set_term(job, copy, "line_of_vector", term_rest(job, number, lines));
        value_set_term(job, copy, "at_of_vector",
                       term_times(job, term_over(job, number, lines), copied->vector));
    }
}

bool matrix_tests_places(const struct kernel *kernel, const struct operand *operand)
{
    return by_index(operand) && (kernel->guard_k || product_is_checked(operand->places));
}

void matrix_view_index_copy(const struct page *page, const struct operand *operand,
                            const struct matrix_copied *copied, bool flies, struct value *copy)
{
    struct job *const job = page->job;
    page_set_step(page, operand, page_name(page, matrix_own(page->kernel)->ring ? "pass" : "line"),
                  term_add(job, page_name(page, "k"), page_name(page, "at")), page->kernel->guard_k,
                  copy);
    /* Unrolled, PoCL does not inline the function, and is wrong then (doc/manifest.md). */
    value_set_bool(job, copy, "emulated", matrix_own(page->kernel)->emulated);
    value_set_bool(job, copy, "copies_beside", flies);
    value_set_bool(job, copy, "in_vectors", copied->vector > 1 || flies);
    add_vectors(page, operand, copied, copy);
}
