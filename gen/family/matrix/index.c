/*
 * A or B by an index function: what copies a tile finds its lines by a table in local memory (gen/family/page_lines.c).
 */
#include "gen/family/matrix/ring.h"

#include "gen/family/page.h"
#include "gen/request/product.h"

long long matrix_line_bytes(const struct spec *spec, const struct operand *operand)
{
    return by_index(operand) ? shape_side(spec_group_tile(spec), is_a(operand)) *
                                   spec_bytes_of_line(spec, operand)
                             : 0;
}

void matrix_view_lines(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const tables = value_set_list(job, page->view, "line_tables");
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = kernel->factors[i];
        if (by_index(operand))
            page_add_line_table(page, tables, operand, shape_side(kernel->group, is_a(operand)),
                                matrix_copy_guards(kernel, operand));
    }
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

/* Where a vector of a tile lies: consecutive work-items read what lies in a row. */
static void add_vectors(const struct page *page, const struct operand *operand,
                        const struct matrix_copied *copied, struct value *copy)
{
    struct job *const job = page->job;
    const struct term *const number = page_name(page, "number");
    const long long lines = copied->tile.lines;
    if (!operand->places->across_k) {
        matrix_view_vectors(page, copied->tile.length / copied->vector, copied->vector, copy);
        return;
    }
    value_set_term(job, copy, "line_of_vector", term_rest(job, number, lines));
    value_set_term(job, copy, "at_of_vector",
                   term_times(job, term_over(job, number, lines), copied->vector));
}

bool matrix_tests_places(const struct kernel *kernel, const struct operand *operand)
{
    return by_index(operand) && (kernel->guard_k || product_is_checked(operand->places));
}

void matrix_view_index_copy(const struct page *page, const struct operand *operand,
                            const struct matrix_copied *copied, bool flies, struct value *copy)
{
    struct job *const job = page->job;
    page_set_step(page, operand, term_add(job, page_name(page, "k"), page_name(page, "at")),
                  page->kernel->guard_k, copy);
    /* Unrolled, PoCL does not inline the function, and is wrong then (doc/manifest.md). */
    value_set_bool(job, copy, "emulated", matrix_own(page->kernel)->emulated);
    value_set_bool(job, copy, "copies_beside", flies);
    value_set_bool(job, copy, "in_vectors", copied->vector > 1 || flies);
    add_vectors(page, operand, copied, copy);
}
