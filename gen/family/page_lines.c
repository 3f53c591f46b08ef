/*
 * Lines of a tile that an index function finds: a table in local memory has where each begins, and its positions that are checked, calculated once; what copies the tile
 * adds a step of K to that, for elements that lie in a row along K once.
 */
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

/* An array of local memory with a `value` for each of so many lines. */
static void add_array(const struct page *page, struct value *arrays, long long count,
                      const struct term *name, const char *type, const struct term *value)
{
    struct job *const job = page->job;
    struct value *const item = value_add(arrays, value_object(job));
    value_set_term(job, item, "name", name);
    value_set_text(job, item, "type", type);
    value_set_integer(job, item, "count", count);
    value_set_term(job, item, "value", value);
}

static const char *place_type(const struct page *page)
{
    return page->kernel->index_bits == 64 ? "long" : "int";
}

void page_add_line_table(const struct page *page, struct value *tables,
                         const struct operand *operand, long long lines, bool clamps)
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
    page_add_place(page, positions, places, operand,
                   clamps ? term_min(job, line, page_last(page, a)) : line, -1, begin);
    value_set_term(job, table, "letter", page_letter(page, operand));
    value_set_text(job, table, "name", operand->name);
    value_set_text(job, table, "place", kernel_axis_word(page->kernel, a));
    value_set_integer(job, table, "lines", lines);
    add_array(page, arrays, lines, lines_name(page, operand), place_type(page), begin);
    bool checks = false;
    for (int axis = 0; axis < operand->places->axis_count; axis++) {
        if (!page_is_checked_by_place(page, operand, axis))
            continue;
        checks = true;
        add_array(page, arrays, lines, positions_name(page, operand, axis), "int",
                  page_position(page, operand, axis));
    }
    value_set_bool(job, table, "checks", checks);
}

/* ---------------------------------------------------------------------- what copies a tile */

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

void page_set_given(const struct page *page, const struct operand *operand, struct value *object)
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

/* Appends what must hold, if anything. */
static void add_test(const struct page *page, struct value *tests, const struct term *test)
{
    if (test)
        value_set_term(page->job, value_add(tests, value_object(page->job)), "test", test);
}

/* How many positions the last of `run` steps is on from the first one. */
static long long reach_of(const struct notation *product, const struct product_axis *axis,
                          long long run)
{
    long long steps = 1, reach = 0;
    for (int e = product->entry_count[CLASS_K] - 1; e >= 0 && steps < run; e--) {
        const struct product_entry *const entry = &product->entries[CLASS_K][e];
        const long long size = measure_known(&entry->size);
        const long long count = size < run / steps ? size : run / steps;
        for (int t = 0; t < axis->count; t++)
            if (axis->index[t] == entry->innermost)
                reach += axis->factor[t] * (count - 1);
        steps *= size;
    }
    return reach;
}

/* Appends the tests of the positions of step `number` of `line`, and of the last one of `run` steps from there on. */
static void add_positions(const struct page *page, struct value *tests,
                          const struct operand *operand, const struct term *line, long long number,
                          long long run)
{
    struct job *const job = page->job;
    for (int a = 0; a < operand->places->axis_count; a++) {
        const struct product_axis *const axis = &operand->places->axes[a];
        const struct term *const at = page_is_checked_by_place(page, operand, a)
                                          ? term_at(job, positions_name(page, operand, a), line)
                                          : term_number(job, axis->constant);
        const long long reach = reach_of(page->kernel->product, axis, run);
        add_test(page, tests, page_position_inside(page, operand, a, at, number));
        if (reach)
            add_test(page, tests,
                     page_position_inside(page, operand, a, term_plus(job, at, reach), number));
    }
}

/* Where step `number`, -1 of a single one, lies on a line, by `positions` and `steps`, and `tests`, what must hold for it and the others of its run. */
static void set_step(const struct page *page, const struct operand *operand,
                     const struct term *line, const struct term *k, long long number, long long run,
                     bool ends, struct value *object)
{
    struct job *const job = page->job;
    struct value *const positions = value_set_list(job, object, "positions");
    struct value *const steps = value_set_list(job, object, "steps");
    struct value *const tests = value_set_list(job, object, "tests");
    page_add_step(page, positions, steps, operand, k, number);
    if (ends)
        add_test(page, tests, term_test(job, k, "<", page_name(page, "K")));
    add_positions(page, tests, operand, line, number, run);
    value_mark_ends(job, tests);
    value_set_bool(job, object, "inside", tests->count > 0);
    value_set_term(job, object, "from",
                   term_add(job, term_at(job, lines_name(page, operand), line),
                            page_step_name(page, operand, number)));
}

void page_set_step(const struct page *page, const struct operand *operand, const struct term *line,
                   const struct term *k, bool ends, struct value *object)
{
    set_step(page, operand, line, k, -1, 1, ends, object);
    value_set_bool(page->job, object, "outside", product_is_checked(operand->places));
    page_set_given(page, operand, object);
}

void page_set_run(const struct page *page, const struct operand *operand, const struct term *k,
                  long long run, struct value *object)
{
    set_step(page, operand, page_name(page, "line"), k, 0, run, false, object);
}

/* Whether an index moves on by so many elements, and no checked position back. */
static bool moves_on(const struct product_operand *own, int index, long long elements)
{
    long long each;
    if (!measures_known(&own->factor[index], &each) || each != elements)
        return false;
    for (int a = 0; a < own->axis_count; a++)
        for (int t = 0; t < own->axes[a].count && own->axes[a].checked; t++)
            if (own->axes[a].index[t] == index && own->axes[a].factor[t] < 0)
                return false;
    return true;
}

long long page_row_of(const struct page *page, const struct operand *operand, long long run)
{
    const struct notation *const product = page->kernel->product;
    const struct product_operand *const own = operand->places;
    long long row = 1;
    for (int e = product->entry_count[CLASS_K] - 1; e >= 0 && row < run; e--) {
        const struct product_entry *const entry = &product->entries[CLASS_K][e];
        for (int a = 0; a < own->axis_count; a++)
            for (int t = 0; t < own->axes[a].count && own->axes[a].checked; t++)
                if (own->axes[a].index[t] == entry->innermost)
                    return row;
        row *= measure_known(&entry->size);
    }
    return row < run ? row : run;
}

static long long greatest_divisor(long long one, long long other)
{
    return other ? greatest_divisor(other, one % other) : one;
}

long long page_run_of(const struct page *page, const struct operand *operand, long long width,
                      long long block)
{
    const struct notation *const product = page->kernel->product;
    long long row = 1, run = width;
    for (int e = product->entry_count[CLASS_K] - 1; e >= 0; e--) {
        const struct product_entry *const entry = &product->entries[CLASS_K][e];
        const long long size = measure_known(&entry->size);
        if (size <= 0 || !moves_on(operand->places, entry->innermost, row))
            return run;
        if (block && block % (row * size))
            return row > 1 ? run : greatest_divisor(size, block);
        row *= size;
        run = row;
    }
    return run;
}
