/*
 * How kernels write to C: the function that stores one accumulator, and its calls.
 */
#include "gen/family/page.h"
#include "gen/view/epilogue.h"

/* Whether lines of C in memory are rows of the canonical C, else its columns. */
static bool lines_along_m(const struct page *page)
{
    return !page->kernel->c.transposed;
}

/* The value that is written to a place of C, `lines` lines and `places` along them beyond that which the function is given, and how: members
 * for write/.... An element of a vector to which the epilogue was applied is `done`; a vector, if a part of it may be stored, is
 * `told` how far. */
static void add_write(const struct page *page, struct value *item, long long width, long long lines,
                      long long places, bool done, const char *told)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    if (kernel->problem.adds)
        value_set_text(job, item, "write", "write/added");
    else
        view_add_write(job, kernel->c.element, kernel->numbers.scalar, width > 1, item);
    value_set_text(job, item, "written",
                   !kernel->finishes ? "write/update"
                   : done            ? "write/finished"
                                     : "write/finish");
    value_set_text(job, value_set_object(job, item, "in_part"), "old", "write/old_part");
    view_add_epilogue_call(job, kernel, item, width, told);
    view_add_given(job, kernel, item, kernel->finishes,
                   page_place(page, lines_along_m(page), lines, false),
                   page_place(page, !lines_along_m(page), places, false));
}

/* Element `index` of the accumulator, `lines` lines of C beyond its first one. `updates`: it is updated here, for the epilogue; `in_part`: it may
 * be another's, or beyond the edge. */
static void add_element(const struct page *page, struct value *elements, long long width,
                        long long index, long long line_step, bool updates, bool in_part)
{
    struct job *const job = page->job;
    const bool across = line_step > 0;
    const char *const wide = page->kernel->index_bits == 64 ? "long" : NULL;
    const long long lines = index * line_step, places = across ? 0 : index;
    struct value *const item = value_add(elements, value_object(job));
    add_write(page, item, 1, lines, places, width > 1 && !across && !page->kernel->problem.adds,
              NULL);
    value_set_text(job, item, "part",
                   number_component(job, page->kernel->numbers.scalar, width, index, 1));
    value_set_term(job, item, "place",
                   across ? term_mul_as(job, wide, term_number(job, lines), page_name(page, "ldc"))
                          : term_number(job, places));
    value_set_bool(job, item, "updates", updates);
    value_set_term(job, item, "kept",
                   in_part ? view_stores_one(job, page->kernel, across ? lines : places) : NULL);
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

/* The words of the function's comment, what it is called, takes and returns. */
static void add_head(const struct page *page, struct value *store, const struct stored_tile *tile,
                     bool across, bool in_part)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long width = tile->width;
    value_set(store, "function",
              width == 1 ? value_text(job, "store") : value_printf(job, "store%lld", width));
    value_set_text(job, store, "type", number_vector(job, kernel->numbers.scalar, width));
    value_set_text(job, store, "element", kernel->c.element->name);
    value_set_integer(job, store, "width", width);
    value_set_bool(job, store, "across", across);
    value_set_text(job, store, "what",
                   width == 1             ? "part/one"
                   : !across              ? "part/along"
                   : tile->line_step == 1 ? "part/across"
                                          : "part/apart");
    value_set_integer(job, store, "apart", tile->line_step);
    value_set_text(job, store, "line_of_c", kernel_axis_word(kernel, lines_along_m(page)));
    value_set_text(job, store, "told", in_part ? view_told(kernel) : NULL);
    value_set_text(job, store, "how_far",
                   kernel->edges == EDGES_SHIFT ? "part/from_first" : "part/while_room");
    const bool scaled = value_get(page->view, "alpha")->kind == VALUE_TEXT;
    value_set_text(job, store, "value", scaled || kernel->problem.gate ? "value" : "product");
    view_add_gate(job, kernel, across ? 1 : width, store);
    value_set_text(job, store, "target", "c");
    value_set_text(job, store, "adding",
                   !kernel->problem.adds              ? NULL
                   : kernel->ordering == ORDERING_PTX ? "add/ptx"
                                                      : "add/atomics");
    value_set_bool(job, store, "finishes", kernel->finishes);
    view_add_takes(job, kernel, store, kernel->finishes);
}

/* Member `vector`: how all of it is written at once, also where it is `aligned`; and the tests whether `all` of it is stored, or `none`. */
static void add_vector(const struct page *page, struct value *store, long long width, bool aligned,
                       bool in_part)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const vector = value_set_object(job, store, "vector");
    add_write(page, vector, width, 0, 0, false, in_part ? view_told(kernel) : NULL);
    value_set_bool(job, vector, "part", false);
    if (aligned)
        view_add_aligned_write(job, kernel->c.element, kernel->numbers.scalar,
                               value_set_object(job, vector, "aligned"));
    else
        value_set_bool(job, vector, "aligned", false);
    value_set_term(job, vector, "all", view_stores_all(job, kernel, width));
    value_set_term(job, vector, "none", view_stores_none(job, kernel, width));
    view_add_update(job, kernel, kernel->c.element, width, page->view);
}

/* List `elements`: those that are written one by one. */
static void add_elements(const struct page *page, struct value *store, long long width,
                         long long line_step, bool at_once, bool in_part)
{
    const struct kernel *const kernel = page->kernel;
    const bool shifts = kernel->edges == EDGES_SHIFT;
    struct value *const elements = value_set_list(page->job, store, "elements");
    if (at_once && !in_part)
        return;
    /* A vector that begins at or before its first own element is stored whole. Where there is room for all of it, too: the last element
     * stands alone for that. */
    const long long first = at_once && shifts;
    const long long end = at_once && !shifts ? width - 1 : width;
    for (long long i = first; i < end; i++)
        add_element(page, elements, width, i, line_step, kernel->finishes && !at_once, in_part);
    if (elements->count)
        view_add_update(page->job, kernel, kernel->c.element, 1, page->view);
}

static void add_store(const struct page *page, const struct stored_tile *tile, bool in_part)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long width = tile->width;
    struct value *const store = value_set_object(job, page->view, "store");
    const bool across = tile->line_step > 0 && width > 1;
    /* Complex numbers are scaled and stored one by one, and numbers are added so. */
    const bool complex = kernel->numbers.scalar->parts && width > 1;
    const bool at_once = width > 1 && !across && !complex && !kernel->problem.adds;
    const bool aligned =
        at_once && width == kernel->c.vector && tests_alignment(kernel, &kernel->c);
    add_head(page, store, tile, across, in_part);
    value_set_bool(job, store, "aligned", aligned);
    value_set_term(job, page->view, "c_aligned",
                   aligned ? alignment_test(job, kernel, &kernel->c) : NULL);
    if (complex && kernel->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH)
        add_complex_products(job, kernel, store, width);
    if (at_once)
        add_vector(page, store, width, aligned, in_part);
    else
        value_set_bool(job, store, "vector", false);
    add_elements(page, store, width, across ? tile->line_step : 0, at_once, in_part);
    if (kernel->finishes)
        view_add_epilogue(job, kernel, at_once ? width : 1, at_once && in_part, page->view);
}

/* ---------------------------------------------------------------------------------- calls */

const long long *places_apart(struct job *job, long long count, long long step)
{
    long long *const places = arena_array(job->arena, (size_t)count, sizeof *places);
    for (long long i = 0; i < count; i++)
        places[i] = i * step;
    return places;
}

/* The calls under way. */
struct storing {
    const struct page *page;
    const struct stored_tile *tile;
    bool in_part;        /* the function is told how much of a vector is stored */
    const char *convert; /* what makes elements for it of sums; NULL: they are such */
};

/* Whether the place along that axis is inside, where tiles are moved this tile's own; NULL: it always is. */
static const struct term *kept(const struct page *page, bool along_m, long long plus)
{
    if (!stores_part(page->kernel, along_m))
        return NULL;
    const struct term *const place = page_place(page, along_m, plus, false);
    return page->kernel->edges == EDGES_SHIFT
               ? term_test(page->job, place, ">=", page_own_place(page, along_m))
               : term_test(page->job, place, "<", page_limit(page, along_m));
}

/* The variable of what a list says of a line of C: "row_of_c_1". */
static const struct term *listed_row(const struct page *page, const struct operand *operand,
                                     long long line)
{
    return page_printed(page, "row_of_%c_%lld", operand_letter(operand), line);
}

/* Whether both hold, without a branch between them: PoCL's work-item loops store a line twice where what a list says is tested
 * behind one. NULL: a test that is not made. */
static const struct term *both(struct job *job, const struct term *one, const struct term *other)
{
    return one && other ? term_bits(job, one, "&", other) : one ? one : other;
}

/* List `listed` of a line of C: what lists say of it, read no further than they are long. The test whether these are rows of A and of C;
 * NULL: there are no lists. */
static const struct term *add_listed(const struct page *page, struct value *object, bool lines,
                                     long long line)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct operand *const operands[] = {kernel_operand(kernel, ROLE_A), &kernel->c};
    struct value *const list = value_set_list(job, object, "listed");
    const struct term *test = NULL;
    for (int i = 0; i < 2 && lines; i++) {
        const enum symbol rows = kernel_listed_rows(kernel, operands[i]);
        if (rows == SYMBOL_NONE)
            continue;
        const struct term *const row = listed_row(page, operands[i], line);
        page_declare(page, list, row,
                     term_at(job, page_name(page, kernel_index(operands[i])),
                             page_place(page, true, line, kernel->guard_m)));
        test = both(job, test,
                    term_test(job, term_cast(job, "uint", row), "<",
                              term_cast(job, "uint", page_name(page, symbol_in_kernel(rows)))));
    }
    return test;
}

/* How far from there on elements along that axis are stored, or are another tile's. */
static const struct term *told(const struct page *page, bool along_m, long long plus)
{
    const struct term *const place = page_place(page, along_m, plus, false);
    const struct term *const end = page->kernel->edges == EDGES_SHIFT
                                       ? page_own_place(page, along_m)
                                       : page_limit(page, along_m);
    return term_sub(page->job, end, place);
}

/* Gives the sum of the vector at (i, j), of a gated product both. */
static void give_sums(const struct storing *s, struct value *arguments, long long i, long long j)
{
    struct job *const job = s->page->job;
    for (int product = 0; product < kernel_products(s->page->kernel); product++) {
        sum_namer *const name = product ? s->tile->up : s->tile->sum;
        const struct term *const sum =
            name ? name(job, s->tile->self, i, j) : page_sum(s->page, product, i, j);
        view_give(job, arguments, s->convert ? term_call(job, s->convert, sum) : sum);
    }
}

/* A vector that is stored: which, from where on, how far, and what must hold. */
struct stored {
    long long i, j;
    const struct term *line, *place, *room, *under;
};

/* The place of a vector in C: in a line of memory, or by an index function. */
static const struct term *place_in_lines(const struct storing *s, const struct stored *vector)
{
    struct job *const job = s->page->job;
    const struct kernel *const kernel = s->page->kernel;
    const struct term *const line = kernel->problem.scatters
                                        ? listed_row(s->page, &kernel->c, s->tile->rows[vector->i])
                                        : vector->line;
    return term_add(job,
                    term_add(job, term_name(job, kernel->c.form.memory),
                             page_lines_of(s->page, line, kernel->c.ld)),
                    vector->place);
}

static const struct term *place_by_index(const struct storing *s, const struct stored *vector)
{
    struct job *const job = s->page->job;
    const struct term *const row = page_place_of_c(s->page, true, s->tile->rows[vector->i]);
    const struct term *const column = page_place_of_c(s->page, false, s->tile->columns[vector->j]);
    return term_add(job, term_add(job, term_name(job, s->page->kernel->c.form.memory), row),
                    column);
}

/* A call, and what it gives the function: the place in C, what it is told, the accumulator, factors, and what the epilogue takes. */
static void add_call(const struct storing *s, struct value *calls, const struct stored *vector,
                     bool guarded)
{
    struct job *const job = s->page->job;
    const struct kernel *const kernel = s->page->kernel;
    const struct value *const view = s->page->view;
    const bool across = s->tile->line_step > 0;
    struct value *const call = value_add(calls, value_object(job));
    value_set_term(job, call, "own_guard", vector->under);
    value_set_bool(job, call, "guarded", guarded || vector->under);
    struct value *const arguments = value_set_list(job, call, "arguments");
    view_give(job, arguments,
              by_index(&kernel->c) ? place_by_index(s, vector) : place_in_lines(s, vector));
    if (across && s->tile->width > 1)
        view_give(job, arguments, term_name(job, "ldc"));
    if (s->in_part)
        view_give(job, arguments, vector->room);
    if (value_get(view, "c_aligned")->kind == VALUE_TEXT)
        view_give(job, arguments, term_name(job, "c_aligned"));
    if (kernel->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH)
        view_give(job, arguments, term_name(job, "alpha"));
    give_sums(s, arguments, vector->i, vector->j);
    if (value_get(view, "beta_argument")->truth)
        view_give(job, arguments,
                  term_name(job, value_get(view, "beta_of_block")->kind == VALUE_OBJECT
                                     ? "beta_of_block"
                                     : "beta"));
    if (kernel->finishes)
        view_give_epilogue(job, kernel, arguments, vector->line, vector->place);
    value_mark_ends(job, arguments);
}

/* The vector at (i, j) of the tile. */
static struct stored vector_at(const struct storing *s, long long i, long long j,
                               const struct term *under)
{
    const long long down = s->tile->rows[i], along = s->tile->columns[j];
    const bool along_m = s->tile->by_columns, lines = lines_along_m(s->page);
    return (struct stored){
        .i = i,
        .j = j,
        .line = page_place(s->page, lines, lines ? down : along, false),
        .place = page_place(s->page, !lines, lines ? along : down, false),
        .room = j == 0 && s->tile->room_of_first ? s->tile->room_of_first
                                                 : told(s->page, along_m, along_m ? down : along),
        .under = under,
    };
}

/* The calls of a row of vectors, or of a column of them. */
static void add_line(const struct storing *s, struct value *stores, long long line)
{
    struct job *const job = s->page->job;
    const struct stored_tile *const tile = s->tile;
    const bool rows = !tile->by_columns;
    /* Single elements have a guard each, vectors are stored in part. */
    const bool each = !tile->inside && tile->width == 1 && stores_part(s->page->kernel, !rows);
    const long long first = (rows ? tile->rows : tile->columns)[line];
    struct value *const object = value_add(stores, value_object(job));
    const struct term *const listed = add_listed(s->page, object, rows, first);
    const struct term *const inside = tile->inside ? NULL : kept(s->page, rows, first);
    const struct term *const guard = both(job, inside, listed);
    const bool together = !tile->inside && (!each || listed); /* for all calls of the line */
    value_set_term(job, object, "guard", together ? guard : NULL);
    struct value *const calls = value_set_list(job, object, "calls");
    for (long long i = 0; i < (rows ? tile->vectors.width : tile->vectors.height); i++) {
        const long long place = (rows ? tile->columns : tile->rows)[i];
        const struct stored vector =
            vector_at(s, rows ? line : i, rows ? i : line,
                      tile->inside ? guard
                      : each ? term_and(job, together ? NULL : guard, kept(s->page, !rows, place))
                             : NULL);
        add_call(s, calls, &vector, guard);
    }
    for (long long i = 0; i < tile->end_count; i++) {
        struct stored vector = vector_at(s, line, 0, tile->ends[i].under);
        vector.j = tile->vectors.width + i;
        vector.place = tile->ends[i].place;
        vector.room = tile->ends[i].room;
        add_call(s, calls, &vector, guard);
    }
}

void add_stores(const struct page *page, const struct stored_tile *tile)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct number *const scalar = kernel->numbers.scalar;
    const bool in_part = tile->width > 1 && !tile->inside && stores_part(kernel, tile->by_columns);
    const struct storing s = {
        .page = page,
        .tile = tile,
        .in_part = in_part,
        .convert =
            kernel->numbers.accumulate == scalar
                ? NULL
                : arena_printf(job->arena, "convert_%s", number_vector(job, scalar, tile->width)),
    };
    add_store(page, tile, in_part);
    struct value *const by = value_set_object_if(job, page->view, "by_index", by_index(&kernel->c));
    if (by) {
        struct value *const positions = value_set_list(job, by, "positions_of_c");
        struct value *const lines = value_set_list(job, by, "lines_of_c");
        page_add_strides(page, lines, &kernel->c);
        page_add_places_of_c(page, positions, lines, tile->rows, tile->vectors.height, true);
        page_add_places_of_c(page, positions, lines, tile->columns, tile->vectors.width, false);
    }
    struct value *const stores = value_set_list(job, page->view, "stores");
    const long long lines = tile->by_columns ? tile->vectors.width : tile->vectors.height;
    for (long long i = 0; i < lines; i++)
        add_line(&s, stores, i);
}
