/*
 * How what the lanes of an engine have of C is stored: as a lane has it, or after the lanes of a row have traded what they have of two or four
 * fragments (see matrix_traded). Part of the view of the matrix family: see view.c.
 */
#include "gen/family/matrix/matrix.h"

#include "gen/family/page.h"

/* The trades of as many fragments as have vectors together, from one of a row on: first those of lanes that are 1 apart, then those of lanes
 * that are 2 apart, of what they have by then. */
static void add_trades_of_row(const struct page *page, struct value *calls, int product,
                              long long i, const struct term *from, long long begin)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long traded = matrix_own(kernel)->traded;
    for (long long apart = 1; apart < traded; apart *= 2)
        for (long long j = 0; j < traded; j++) {
            if (j / apart % 2 != 0)
                continue;
            struct value *const call = value_add(calls, value_object(job));
            value_set_integer(job, call, "distance", apart);
            value_set_term(job, call, "first",
                           matrix_sum(job, kernel, product, i, from, begin + j));
            value_set_term(job, call, "second",
                           matrix_sum(job, kernel, product, i, from, begin + j + apart));
        }
}

/* Member `trades`, the `calls` of the function `trade`, where rows are arrays those of an iteration over them; and what that function says. */
static void add_trades(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct shape tile = page->kernel->tile;
    const struct matrix_plan *const own = page->kernel->own;
    const bool loops = own->engine->described;
    const long long begins = loops ? own->traded : tile.width / own->engine->beside;
    struct value *const trades = value_set_object(job, view, "trades");
    struct value *const calls = value_set_list(job, trades, "calls");
    value_set_integer(job, trades, "traded", own->traded);
    /* A loop over the array of a row goes through both halves of it. */
    const int products = loops && own->halves.width > 1 ? 1 : kernel_products(page->kernel);
    for (int product = 0; product < products; product++)
        for (long long i = 0; i < tile.height; i++)
            for (long long j = 0; j < begins; j += own->traded)
                add_trades_of_row(page, calls, product, i, loops ? page_name(page, "j") : NULL, j);
}

/* The accumulator at (i, j) of the tile, as a lane has it; of a gated product that of the second one. */
static const struct term *sum_of_lane(struct job *job, const void *self, long long i, long long j)
{
    return matrix_sum(job, self, 0, i, NULL, j);
}

static const struct term *up_of_lane(struct job *job, const void *self, long long i, long long j)
{
    return matrix_sum(job, self, 1, i, NULL, j);
}

static const struct term *up_vector_of_lane(struct job *job, const void *self, long long i,
                                            long long j)
{
    return matrix_vector(job, self, 1, i, j);
}

/* One element of it, where C is written element by element. */
static const struct term *element_of_lane(struct job *job, const void *self, long long i,
                                          long long j)
{
    const struct kernel *const kernel = self;
    const long long beside = matrix_own(kernel)->engine->beside;
    return term_component(job, matrix_sum(job, kernel, 0, i, NULL, j / beside),
                          component_name(job, beside, j % beside));
}

/* The vector at (i, j) of a tile. Behind those of a row its begin and its end, of the first one. */
static const struct term *vector_of_lane(struct job *job, const void *self, long long i,
                                         long long j)
{
    const struct kernel *const kernel = self;
    const long long vectors = kernel->tile.width / kernel->c.vector;
    if (j == vectors)
        return term_name(job, arena_printf(job->arena, "begin_%lld", i));
    return matrix_vector(job, kernel, 0, i, j > vectors ? 0 : j);
}

/* Of a kernel whose tiles are all stored whole, see matrix_view_whole. */
static void add_no_stores(const struct page *page)
{
    value_set_bool(page->job, page->view, "trades", false);
    value_set_bool(page->job, page->view, "store", false);
    value_set_bool(page->job, page->view, "c_aligned", false);
    value_set_bool(page->job, page->view, "by_index", false);
    value_set_list(page->job, page->view, "stores");
}

/* How the accumulators are called that a lane stores together, at these rows and columns of the tile. */
static void add_sums(const struct page *page, const long long *rows, const long long *columns)
{
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const bool aligns = matrix_aligns(kernel);
    matrix_view_aligns(page);
    matrix_view_whole(page);
    if (matrix_stores_only_whole(kernel)) {
        add_no_stores(page);
        return;
    }
    add_stores(page, &(struct stored_tile){
                         .width = kernel->c.vector,
                         .line_step = kernel->c.transposed,
                         .vectors = {kernel->tile.height, kernel->tile.width / kernel->c.vector},
                         .rows = rows,
                         .columns = columns,
                         .room_of_first = aligns ? page_name(page, "room_of_first") : NULL,
                         .ends = aligns ? matrix_ends_of_row(page) : NULL,
                         .end_count = aligns ? 2 : 0,
                         .sum = by_index(&kernel->c) ? element_of_lane
                                : own->traded > 1    ? vector_of_lane
                                                     : sum_of_lane,
                         .up = own->traded > 1 ? up_vector_of_lane : up_of_lane,
                         .self = kernel,
                     });
    if (own->traded > 1)
        add_trades(page);
}

/* The vector at turn `j` of the array of a lane's row. */
static const struct term *sum_of_row(struct job *job, const void *self, long long i, long long j)
{
    (void)self, (void)j;
    return term_at(job, term_name(job, arena_printf(job->arena, "c_%lld", i)), term_name(job, "j"));
}

/* What a lane has of a part of K: arrays of its rows, or vectors. */
static void keep_tile(const struct page *page)
{
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const long long height = kernel->tile.height, width = kernel->tile.width / own->engine->beside;
    const struct kept_sums rows = {
        .vectors = {height, 1}, .width = own->engine->beside, .turns = width, .sum = sum_of_row};
    const struct kept_sums cells = {.vectors = {height, width}, .width = own->engine->beside};
    keep_sums(page, own->engine->described ? &rows : &cells);
}

void matrix_view_stored(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const view = page->view;
    const struct matrix_plan *const own = kernel->own;
    const long long beside = own->engine->beside;
    const long long vectors = kernel->tile.width / kernel->c.vector;
    long long *const rows = arena_array(job->arena, (size_t)kernel->tile.height, sizeof *rows);
    long long *const columns = arena_array(job->arena, (size_t)vectors, sizeof *columns);
    for (long long i = 0; i < kernel->tile.height; i++)
        rows[i] = i / own->cells.height * own->fragment->m +
                  i % own->cells.height * fragment_rows_apart(own->engine, own->fragment);
    for (long long j = 0; j < vectors; j++)
        columns[j] = j * kernel->c.vector / beside * beside * own->engine->lanes.width +
                     j * kernel->c.vector % beside;
    if (own->traded == 1)
        value_set_bool(job, view, "trades", false);
    value_set_bool(job, view, "trades_locally", own->traded > 1 && own->emulated);
    value_set_bool(job, view, "in_rounds", own->traded > 2);
    value_set_term(job, view, "apart",
                   own->traded > 2 ? page_name(page, "apart") : term_number(job, 1));
    if (own->engine->columns) {
        value_set_bool(job, view, "put_of_lane", false);
        value_set_bool(job, view, "aligns", false);
        value_set_bool(job, view, "whole", false);
        matrix_view_sums(page, rows, columns);
        return;
    }
    add_accumulators(page, (struct shape){kernel->tile.height, kernel->tile.width / beside},
                     beside);
    keep_tile(page);
    value_set_integer(job, view, "vectors_of_row", own->halves.width * kernel->tile.width / beside);
    struct value *const in_rows = value_set_list(job, view, "accumulator_rows");
    for (long long i = 0; i < own->halves.height * kernel->tile.height; i++)
        value_set_integer(job, value_add(in_rows, value_object(job)), "i", i);
    value_mark_ends(job, in_rows);
    add_sums(page, rows, columns);
    if ((own->engine->described || own->traded > 1) && !kernel->c.transposed &&
        !kernel->problem.adds && !matrix_stores_only_whole(kernel) && !by_index(&kernel->c))
        matrix_view_put(page);
    else
        value_set_bool(job, view, "put_of_lane", false);
}
