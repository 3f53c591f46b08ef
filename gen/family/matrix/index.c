/*
 * A or B by an index function. Local memory has where each line of the work-group's tile begins, and its positions that are checked, which work-items calculate once; so
 * a copy of a tile adds a step of K to that, for elements that lie in a row along K once.
 */
#include "gen/family/matrix/ring.h"

#include "gen/family/page.h"
#include "gen/request/product.h"

static const struct term *lines_name(const struct page *page, const struct operand *operand)
{
    return page_printed(page, "%c_lines", operand_letter(operand));
}

static const struct term *positions_name(const struct page *page, const struct operand *operand,
                                         int axis)
{
    return page_printed(page, "%c_lines_at_%d", operand_letter(operand), axis);
}

static long long side_of(const struct kernel *kernel, const struct operand *operand)
{
    return shape_side(kernel->group, is_a(operand));
}

long long matrix_line_bytes(const struct spec *spec, const struct operand *operand)
{
    enum {
        POSITION_BYTES = 4
    };
    if (!by_index(operand))
        return 0;
    long long bytes = spec->index_bits / 8;
    for (int a = 0; a < operand->places->axis_count; a++)
        bytes += operand->places->axes[a].checked ? POSITION_BYTES : 0;
    return shape_side(spec_group_tile(spec), is_a(operand)) * bytes;
}

/* An array of local memory with a `value` for each line. */
static void add_array(const struct page *page, struct value *arrays, const struct operand *operand,
                      const struct term *name, const char *type, const struct term *value)
{
    struct job *const job = page->job;
    struct value *const item = value_add(arrays, value_object(job));
    value_set_term(job, item, "name", name);
    value_set_text(job, item, "type", type);
    value_set_integer(job, item, "count", side_of(page->kernel, operand));
    value_set_term(job, item, "value", value);
}

static const char *place_type(const struct page *page)
{
    return page->kernel->index_bits == 64 ? "long" : "int";
}

/* An item of `line_tables`. */
static void add_lines(const struct page *page, struct value *tables, const struct operand *operand)
{
    struct job *const job = page->job;
    struct value *const table = value_add(tables, value_object(job));
    struct value *const positions = value_set_list(job, table, "positions");
    struct value *const places = value_set_list(job, table, "places_of_line");
    struct value *const strides = value_set_list(job, table, "strides");
    struct value *const arrays = value_set_list(job, table, "arrays");
    const bool a = is_a(operand);
    const struct term *const line =
        term_add(job, page_axis_name(page, "first", a), page_name(page, "line"));
    const struct term *const begin = page_printed(page, "%c_line", operand_letter(operand));
    page_add_strides(page, strides, operand);
    page_add_place(
        page, positions, places, operand,
        matrix_copy_guards(page->kernel, operand) ? term_min(job, line, page_last(page, a)) : line,
        -1, begin);
    value_set_term(job, table, "letter", page_letter(page, operand));
    value_set_text(job, table, "name", operand->name);
    value_set_text(job, table, "place", kernel_axis_word(page->kernel, a));
    value_set_integer(job, table, "lines", side_of(page->kernel, operand));
    add_array(page, arrays, operand, lines_name(page, operand), place_type(page), begin);
    bool checks = false;
    for (int axis = 0; axis < operand->places->axis_count; axis++) {
        if (!page_is_checked_by_place(page, operand, axis))
            continue;
        checks = true;
        add_array(page, arrays, operand, positions_name(page, operand, axis), "int",
                  page_position(page, operand, axis));
    }
    value_set_bool(job, table, "checks", checks);
}

void matrix_view_lines(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const tables = value_set_list(job, page->view, "line_tables");
    for (int i = 0; i < 2; i++)
        if (by_index(kernel->factors[i]))
            add_lines(page, tables, kernel->factors[i]);
    value_set_integer(job, page->view, "items_that_copy", matrix_items_that_copy(kernel));
    value_set_bool(job, page->view, "shows_lines",
                   tables->count > 0 && matrix_own(kernel)->stages > 1);
}

/* ------------------------------------------------------------------------------- copies */

/* Appends what a function is given. */
static void give(const struct page *page, struct value *list, const struct term *name,
                 const char *type)
{
    struct value *const item = value_add(list, value_object(page->job));
    value_set_term(page->job, item, "name", name);
    value_set_text(page->job, item, "type", type);
}

/* The sizes of a measure, once each. */
static void give_sizes(const struct page *page, struct value *list, const struct measure *measure,
                       bool *given)
{
    const struct notation *const product = page->kernel->product;
    for (int i = 0; i < measure->count; i++) {
        const int size = measure->size[i];
        if (!given[size])
            give(page, list, page_name(page, product->sizes[size].in_kernel),
                 product->sizes[size].is_stride ? "long" : "int");
        given[size] = true;
    }
}

static bool has_index_of_k(const struct notation *product, const struct product_axis *axis)
{
    bool has = false;
    for (int t = 0; t < axis->count; t++)
        has |= product->indices[axis->index[t]].class == CLASS_K;
    return has;
}

/* What a function that copies a tile is told: `given_lines`, arrays of its lines, and `given_sizes`, what a step of K is made of and is no number. */
static void add_given(const struct page *page, const struct operand *operand, struct value *object)
{
    struct job *const job = page->job;
    const struct notation *const product = page->kernel->product;
    const struct product_operand *const own = operand->places;
    struct value *const lines = value_set_list(job, object, "given_lines");
    struct value *const sizes = value_set_list(job, object, "given_sizes");
    bool given[PRODUCT_SIZES] = {false};
    give(page, lines, lines_name(page, operand), place_type(page));
    for (int a = 0; a < own->axis_count; a++)
        if (page_is_checked_by_place(page, operand, a))
            give(page, lines, positions_name(page, operand, a), "int");
    for (int e = 1; e < product->entry_count[CLASS_K]; e++)
        give_sizes(page, sizes, &product->entries[CLASS_K][e].size, given);
    for (int a = 0; a < own->axis_count; a++) {
        const struct product_axis *const axis = &own->axes[a];
        if (axis->checked)
            give_sizes(page, sizes, &axis->extent, given);
        if (!has_index_of_k(product, axis) || !product_moves_along(product, axis))
            continue;
        if (page_stride_is_named(&axis->stride))
            give(page, sizes, page_stride_name(page, own, a), "long");
        else
            give_sizes(page, sizes, &axis->stride, given);
    }
    value_mark_ends(job, lines);
    value_mark_ends(job, sizes);
    value_set_bool(job, object, "gives_sizes", sizes->count > 0);
}

void matrix_view_given(const struct page *page, const struct operand *operand, struct value *copy)
{
    struct value *const by = value_set_object_if(page->job, copy, "by_index", by_index(operand));
    if (by)
        add_given(page, operand, copy);
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

/* Appends what must hold, if anything. */
static void add_test(const struct page *page, struct value *tests, const struct term *test)
{
    if (test)
        value_set_term(page->job, value_add(tests, value_object(page->job)), "test", test);
}

void matrix_view_index_copy(const struct page *page, const struct operand *operand,
                            const struct matrix_copied *copied, bool flies, struct value *copy)
{
    struct job *const job = page->job;
    struct value *const positions = value_set_list(job, copy, "positions");
    struct value *const steps = value_set_list(job, copy, "steps");
    const struct term *const line = page_name(page, "line");
    const struct term *const k = term_add(job, page_name(page, "k"), page_name(page, "at"));
    page_add_step(page, positions, steps, operand, k, -1);
    struct value *const tests = value_set_list(job, copy, "tests");
    if (page->kernel->guard_k)
        add_test(page, tests, term_test(job, k, "<", page_name(page, "K")));
    for (int a = 0; a < operand->places->axis_count; a++) {
        const struct term *const at = page_is_checked_by_place(page, operand, a)
                                          ? term_at(job, positions_name(page, operand, a), line)
                                          : NULL;
        add_test(page, tests, page_position_inside(page, operand, a, at, -1));
    }
    value_mark_ends(job, tests);
    value_set_bool(job, copy, "inside", tests->count > 0);
    value_set_bool(job, copy, "outside", product_is_checked(operand->places));
    value_set_term(job, copy, "from",
                   term_add(job, term_at(job, lines_name(page, operand), line),
                            page_printed(page, "%c_step", operand_letter(operand))));
    /* Unrolled, PoCL does not inline the function, and is wrong then (doc/manifest.md). */
    value_set_bool(job, copy, "emulated", matrix_own(page->kernel)->emulated);
    value_set_bool(job, copy, "copies_beside", flies);
    value_set_bool(job, copy, "in_vectors", copied->vector > 1 || flies);
    add_given(page, operand, copy);
    add_vectors(page, operand, copied, copy);
}
