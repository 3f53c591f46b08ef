/*
 * How kernels write to C: the function that stores one accumulator, and its calls.
 */
#include "gen/family/tiled.h"
#include "gen/view/epilogue.h"

/* The value that is written to a place of C, `lines` lines beyond that which the function is given, and how: members for
 * write/.... An element of a vector to which the epilogue was applied is `done`; a vector, if a part of it may be stored, is
 * `told` how far. */
static void add_write(struct job *job, const struct kernel *kernel, struct value *item,
                      long long width, long long lines, bool done, const char *told)
{
    view_add_write(job, kernel->c.element, kernel->numbers.scalar, width > 1, item);
    value_set_text(job, item, "written",
                   !kernel->finishes ? "write/update"
                   : done            ? "write/finished"
                                     : "write/finish");
    value_set_text(job, value_set_object(job, item, "in_part"), "old", "write/old_part");
    view_add_epilogue_call(job, kernel, item, width, told);
    value_set_unless(job, item, "down", lines, 0);
    value_set_bool(job, item, "along", false);
}

/* Element `index` of the accumulator, `lines` lines of C beyond its first one. */
static void add_element(struct job *job, const struct kernel *kernel, struct value *elements,
                        long long width, long long index, bool across, long long lines)
{
    struct value *const item = value_add(elements, value_object(job));
    add_write(job, kernel, item, 1, lines, width > 1 && !across, NULL);
    value_set_text(job, item, "part",
                   number_component(job, kernel->numbers.scalar, width, index, 1));
    value_set_text(job, item, "place", lines ? "at/line_of_c" : "at/offset");
    value_set_integer(job, item, "offset", across ? 0 : index);
    value_set_unless(job, item, "times", lines, 1);
    value_set_integer(job, item, "number", across ? lines : index);
}

/* What the store function is told of vectors that are stored in part. */
static struct part_words part_words_of(const struct kernel *kernel)
{
    if (kernel->edges == EDGES_SHIFT)
        return (struct part_words){"first", "test/first_of_all", "at/from_first",
                                   "word/repeated_before"};
    return (struct part_words){"room", "test/room_for_all", "at/in_room", "word/repeated_beyond"};
}

/* Member `finish` of the store function: the template of its body where it applies the epilogue, or false; `none`, the test
 * whether it stores nothing; and the function that it calls. */
static void add_finish(struct job *job, const struct kernel *kernel, struct value *view,
                       struct value *store, long long width, bool in_part)
{
    const bool whole = value_get(store, "vector")->kind == VALUE_OBJECT;
    struct part_words part = part_words_of(kernel);
    if (!whole || !in_part)
        part.told = NULL;
    view_add_takes(job, kernel, store, kernel->finishes);
    value_set_text(job, store, "none",
                   kernel->edges == EDGES_SHIFT ? "test/first_of_none" : "test/room_for_none");
    value_set_text(job, store, "finish",
                   !kernel->finishes ? NULL
                   : part.told       ? "epilogue/store_part"
                   : whole           ? "epilogue/store_vector"
                                     : "epilogue/store_elements");
    if (kernel->finishes)
        view_add_epilogue(job, kernel, whole ? width : 1, part, view);
}

/* Alpha times a vector of complex numbers, one by one: members for scale/products_complex. */
static void add_complex_products(struct job *job, const struct kernel *kernel, struct value *store,
                                 long long width)
{
    struct value *const products = value_set_list(job, store, "products");
    for (long long i = 0; i < width; i++)
        value_set_text(job, value_add(products, value_object(job)), "part",
                       number_component(job, kernel->numbers.scalar, width, i, 1));
    value_mark_ends(job, products);
    value_set_text(job, store, "times_alpha", "scale/products_complex");
}

void add_store(struct job *job, const struct kernel *kernel, struct value *view, long long width,
               long long line_step, bool guarded)
{
    struct value *const store = value_set_object(job, view, "store");
    const bool across = line_step > 0 && width > 1;
    const bool shifts = kernel->edges == EDGES_SHIFT;
    /* Complex numbers are scaled and stored one by one. */
    const bool complex = kernel->numbers.scalar->parts && width > 1;
    const bool alone = across || complex;
    const bool aligned = !alone && width == kernel->c.vector && tests_alignment(kernel, &kernel->c);
    guarded = guarded && width > 1;
    value_set(store, "function",
              width == 1 ? value_text(job, "store") : value_printf(job, "store%lld", width));
    value_set_text(job, store, "type", number_vector(job, kernel->numbers.scalar, width));
    value_set_text(job, store, "element", kernel->c.element->name);
    value_set_integer(job, store, "width", width);
    value_set_bool(job, store, "across", across);
    if (aligned)
        set_alignment_test(job, kernel, value_set_object(job, store, "aligned"), &kernel->c);
    else
        value_set_bool(job, store, "aligned", false);
    value_set_text(job, store, "what",
                   width == 1       ? "word/one"
                   : !across        ? "word/along"
                   : line_step == 1 ? "word/across"
                                    : "word/apart");
    value_set_integer(job, store, "apart", line_step);
    /* What the function is told of a vector that is stored in part. */
    value_set_text(job, store, "told", !guarded ? NULL : shifts ? "first" : "room");
    value_set_text(job, store, "how_far", shifts ? "word/from_first" : "word/while_room");
    value_set_text(job, store, "all", shifts ? "test/first_of_all" : "test/room_for_all");
    value_set_text(job, store, "kept", shifts ? "test/first_before" : "test/room_for");
    const bool scales = value_get(view, "alpha")->kind == VALUE_TEXT;
    value_set_text(job, store, "value", scales ? "value" : "product");
    value_set_text(job, store, "target", "c");
    if (complex && kernel->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH)
        add_complex_products(job, kernel, store, width);
    if (width > 1 && !alone) {
        struct value *const vector = value_set_object(job, store, "vector");
        add_write(job, kernel, vector, width, 0, false,
                  guarded ? part_words_of(kernel).told : NULL);
        value_set_bool(job, vector, "part", false);
        if (aligned)
            view_add_aligned_write(job, kernel->c.element, kernel->numbers.scalar,
                                   value_set_object(job, vector, "aligned"));
        else
            value_set_bool(job, vector, "aligned", false);
        view_add_rounding(job, kernel, kernel->c.element, kernel->c.computed, width, view);
    } else {
        value_set_bool(job, store, "vector", false);
    }

    struct value *const elements = value_set_list(job, store, "elements");
    /* A vector that begins at or before its first own element is stored whole. */
    const long long first = guarded && shifts && !alone;
    /* Where there is room for all of it, too: the last element stands alone for that. */
    const long long end = guarded && !shifts && !alone ? width - 1 : width;
    for (long long i = first; i < end && (width == 1 || alone || guarded); i++)
        add_element(job, kernel, elements, width, i, across, across ? i * line_step : 0);
    if (elements->count)
        view_add_rounding(job, kernel, kernel->c.element, kernel->c.computed, 1, view);
    add_finish(job, kernel, view, store, width, guarded);
}

struct value *add_stores(struct job *job, const struct kernel *kernel, struct value *view,
                         const char *form, const char *sum)
{
    struct value *const stores = value_set_object(job, view, "stores");
    const bool shifts = kernel->edges == EDGES_SHIFT;
    value_set_text(job, stores, "form", form);
    value_set_bool(job, stores, "guards_rows", stores_part(kernel, true));
    value_set_bool(job, stores, "guards_columns", stores_part(kernel, false));
    value_set_text(job, stores, "keeps_row", shifts ? "test/row_own" : "test/row_inside");
    value_set_text(job, stores, "keeps_column", shifts ? "test/column_own" : "test/column_inside");
    value_set_text(job, stores, "sum", sum);
    view_add_takes(job, kernel, stores, kernel->finishes);
    value_set_text(job, stores, "product",
                   kernel->numbers.accumulate != kernel->numbers.scalar ? "sum/converted"
                                                                        : "sum/same");
    const struct value *const told = value_get(value_get(view, "store"), "told");
    const bool across = value_get(value_get(view, "store"), "across")->truth;
    value_set_text(job, stores, "tells",
                   told->kind == VALUE_BOOL ? NULL
                   : across ? shifts ? "test/others_in_column" : "test/room_in_column"
                   : shifts ? "test/others_in_row"
                            : "test/room_in_row");
    value_set_list(job, stores, "rows");
    value_set_list(job, stores, "columns");
    return stores;
}

void add_stored_row(struct job *job, struct value *stores, long long i, long long down)
{
    struct value *const row = value_add(value_child(stores, "rows"), value_object(job));
    value_set_integer(job, row, "i", i);
    value_set_unless(job, row, "down", down, 0);
}

void add_stored_column(struct job *job, struct value *stores, long long j, long long along)
{
    struct value *const column = value_add(value_child(stores, "columns"), value_object(job));
    value_set_integer(job, column, "j", j);
    value_set_unless(job, column, "along", along, 0);
}

void add_tile_stores(struct job *job, const struct kernel *kernel, struct value *view,
                     long long width, const long long *rows, const long long *columns)
{
    add_tile_sums(job, kernel, view, width, rows, columns, "sum/cell");
}

void add_tile_sums(struct job *job, const struct kernel *kernel, struct value *view,
                   long long width, const long long *rows, const long long *columns,
                   const char *sum)
{
    const bool part_n = stores_part(kernel, false);
    add_store(job, kernel, view, width, 0, part_n);
    struct value *const stores = add_stores(
        job, kernel, view, part_n && width == 1 ? "stores/elements" : "stores/rows", sum);
    for (long long row = 0; row < kernel->tile.height; row++)
        add_stored_row(job, stores, row, rows[row]);
    for (long long j = 0; j < kernel->tile.width / width; j++)
        add_stored_column(job, stores, j, columns[j]);
}
