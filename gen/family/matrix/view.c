/*
 * The view of the matrix family: see family.c for the scheme.
 *
 * What an engine says otherwise than others is a template of its folder or a piece of its table: "mma/multiply".
 */
#include "gen/family/families.h"
#include "gen/family/matrix/ring.h"
#include "gen/family/page.h"
#include "gen/view/family.h"
#include "gen/view/formats.h"

#include <string.h>

struct draft {
    struct job *job;
    const struct kernel *kernel;
    const struct matrix_plan *own;
    struct value *view;
};

static const char *of_engine(const struct draft *d, const char *name)
{
    return engine_template(d->job, d->own->engine, name);
}

/* ---------------------------------------------------------------------------------- tiles */

static const struct matrix_tile *tile_of(const struct draft *d, const struct operand *operand)
{
    return matrix_operand_tile(d->own, operand);
}

/* Whether `count` elements from a place on lie inside, where that is not sure. */
static const struct term *ends_inside(struct job *job, const struct term *from, long long count,
                                      const struct term *limit, bool guards)
{
    return guards ? term_test(job, term_plus(job, from, count), "<=", limit) : NULL;
}

static const struct term *lies_inside(struct job *job, const struct term *at,
                                      const struct term *limit, bool guards)
{
    return guards ? term_test(job, at, "<", limit) : NULL;
}

/* Tests, or false, of what must hold for all of the tile to be copied by vectors (`whole`), for one of them (`vector_inside`), and for an
 * element to be read (`inside`); and where a vector lies: `line_of_vector` and `at_of_vector` of the tile, `from` in memory. */
static void add_places(const struct page *page, const struct operand *operand,
                       const struct matrix_copied *copied, struct value *copy)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_tile *const tile = &copied->tile;
    const bool along_k = tile->along_k, a = is_a(operand);
    const bool guards = a ? kernel->guard_m : kernel->guard_n;
    const bool guards_line = along_k ? guards : kernel->guard_k;
    const bool guards_at = along_k ? kernel->guard_k : guards;
    const struct term *const place = page_place(page, a, 0, false), *const k = page_name(page, "k");
    const struct term *const limit = page_limit(page, a), *const limit_k = page_name(page, "K");
    const struct term *const line_limit = along_k ? limit : limit_k;
    const struct term *const at_limit = along_k ? limit_k : limit;
    const struct term *const first_line = along_k ? place : k, *const first = along_k ? k : place;
    const struct term *const line = term_add(job, first_line, page_name(page, "line"));
    const struct term *const at = term_add(job, first, page_name(page, "at"));
    const struct term *const wide = copied->wide ? page_name(page, "wide") : NULL;
    const struct term *const line_inside = lies_inside(job, line, line_limit, guards_line);
    const struct term *const whole =
        term_and(job, wide, ends_inside(job, first_line, tile->lines, line_limit, guards_line));
    const struct term *const vector = term_and(job, wide, line_inside);
    value_set_term(
        job, copy, "whole",
        term_and(job, whole, ends_inside(job, first, tile->length, at_limit, guards_at)));
    value_set_term(
        job, copy, "vector_inside",
        term_and(job, vector, ends_inside(job, at, copied->vector, at_limit, guards_at)));
    value_set_term(
        job, copy, "inside",
        term_and(job, line_inside,
                 lies_inside(job, term_add(job, at, page_name(page, "i")), at_limit, guards_at)));
    matrix_view_vectors(page, tile->length / copied->vector, copied->vector, copy);
    value_set_term(job, copy, "from",
                   term_add(job, term_add(job, page_lines_of(page, line, operand->ld), first),
                            page_name(page, "at")));
}

/* Member `copy` of an operand: the function that copies a tile of it into local memory. */
static void add_copy(const struct draft *d, const struct operand *operand, struct value *object)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const struct matrix_copied copied = matrix_copied_of(job, kernel, operand);
    const struct matrix_tile *const tile = &copied.tile;
    const long long items = matrix_items_that_copy(kernel);
    const long long vectors = tile->lines * tile->length / copied.vector;
    const struct page page = {job, kernel, d->view};
    struct value *const copy = value_set_object(job, object, "copy");
    value_set_text(job, copy, "name", operand->name);
    value_set_bool(job, copy, "along_k", tile->along_k);
    value_set_text(job, copy, "cell", copied.cell);
    value_set_text(job, copy, "source", copied.source);
    value_set_integer(job, copy, "tile_pitch", tile->pitch);
    value_set_integer(job, copy, "lines", tile->lines);
    value_set_integer(job, copy, "length", tile->length);
    value_set_integer(job, copy, "vector", copied.vector);
    /* Elements that are made of blocks have one of their own. */
    if (!in_blocks(operand) || d->own->blocks.staged)
        value_set_text(job, copy, "vector_type", vector_name(job, copied.cell, copied.vector));
    value_set_integer(job, copy, "bytes", copied.vector * copied.bytes);
    value_set_integer(job, copy, "items", items);
    value_set_integer(job, copy, "passes", (vectors + items - 1) / items);
    value_set_unless(job, copy, "vectors", vectors % items ? vectors : 0, 0);
    value_set_bool(job, copy, "guards_place", is_a(operand) ? kernel->guard_m : kernel->guard_n);
    value_set_bool(job, copy, "guards_k", kernel->guard_k);
    value_set_bool(job, copy, "wide", copied.wide);
    value_set_text(job, copy, "copy_vector",
                   strcmp(copied.source, copied.cell) != 0 ? "matrix/make_vector"
                   : d->own->async && !d->own->emulated    ? of_engine(d, "copy")
                   : copied.wide                           ? "matrix/copy_vector"
                                                           : "matrix/copy_element");
    matrix_view_tile(&page, operand, copy, object);
    matrix_view_blocks(job, kernel, operand, copy, object, d->view);
    add_places(&page, operand, &copied, copy);
}

/* Members `a` and `b`, canonical A and B: their names, and what their tiles and fragments are. */
static void add_operand(const struct draft *d, const struct operand *operand)
{
    struct job *const job = d->job;
    const struct page page = {job, d->kernel, d->view};
    const bool a = is_a(operand);
    struct value *const object = value_set_object(job, d->view, a ? "a" : "b");
    value_set_term(job, object, "letter", page_printed(&page, "%c", operand_letter(operand)));
    value_set_text(job, object, "memory", operand->form.memory);
    value_set_text(job, object, "stored", kernel_stored(job, d->kernel, operand->element));
    value_set_text(job, object, "ld", symbol_in_kernel(operand->ld));
    value_set_text(job, object, "place", kernel_axis_word(d->kernel, a));
    value_set_text(job, object, "limit", symbol_in_kernel(a ? d->kernel->m : d->kernel->n));
    value_set_bool(job, object, "packed", tile_of(d, operand)->packed);
    if (tile_of(d, operand)->packed) {
        value_set_bool(job, object, "copy", false);
        if (!d->own->engine->described)
            matrix_view_loads(&page, operand, object);
        matrix_view_tile(&page, operand, NULL, object);
    } else {
        add_copy(d, operand, object);
    }
    matrix_view_fragments(&page, operand, object);
}

/* List `rows_of_lane` of the function in which a lane multiplies for itself: each has its vector of C and its element of A. */
static void add_rows_of_lane(const struct draft *d)
{
    struct job *const job = d->job;
    const struct page page = {job, d->kernel, d->view};
    const long long rows = d->own->cells.height, columns = d->own->cells.width;
    struct value *const list = value_set_list(job, d->view, "rows_of_lane");
    for (long long i = 0; i < rows; i++) {
        const struct term *const a = page_printed(&page, "%c", operand_letter(&d->kernel->a));
        page_product(
            &page, list, term_at(job, page_printed(&page, "c_%lld", i), term_number(job, 0)),
            page_spread(&page, term_component(job, a, component_name(job, rows, i)), columns),
            page_printed(&page, "%c", operand_letter(&d->kernel->b)));
        value_set_integer(job, list->last, "i", i);
    }
}

/* What the engine's own templates name of its fragments. */
static void add_engine(const struct draft *d)
{
    struct job *const job = d->job;
    const struct matrix_plan *const own = d->own;
    const struct fragment *const fragment = own->fragment;
    struct value *const view = d->view;
    value_set_text(job, view, "rounding",
                   own->emulated ? fragment->emulated_rounding : fragment->rounding);
    if (own->split)
        view_add_rounding(job, d->kernel, fragment_factor(fragment), d->kernel->numbers.accumulate,
                          fragment_word(fragment), view);
    value_set_text(job, view, "engine",
                   of_engine(d, own->emulated && !own->engine->alone ? "emulated" : "functions"));
    value_set_text(job, view, "multiply_fragments",
                   own->engine->columns ? "matrix/call_of_columns" : of_engine(d, "call"));
    matrix_view_multiplication(job, d->kernel, own->engine, fragment, own->emulated, view);
    value_set_text(job, view, "given", "mma/from_loads");
    value_set_integer(job, view, "sub_groups", own->sub_groups.height * own->sub_groups.width);
    value_set_unless(job, view, "exchanged", own->exchanged, 0);
    if (own->engine->alone)
        add_rows_of_lane(d);
    if (own->engine->columns)
        matrix_view_columns(&(struct page){job, d->kernel, view});
}

/* ---------------------------------------------------------------------------------- loops */

/* Member `async_copies`: the sizes of asynchronous copies, one of A and one of B where they differ. */
static void add_async_copies(const struct draft *d)
{
    enum {
        LINE_BYTES = 16 /* that bypass the first cache */
    };
    const struct operand *const operands[] = {&d->kernel->a, &d->kernel->b};
    struct value *const copies = value_set_list(d->job, d->view, "async_copies");
    long long known = 0;
    for (int i = 0; i < 2; i++) {
        const struct matrix_copied copied = matrix_copied_of(d->job, d->kernel, operands[i]);
        const long long bytes = copied.vector * copied.bytes;
        if (bytes == known)
            continue;
        known = bytes;
        struct value *const copy = value_add(copies, value_object(d->job));
        value_set_integer(d->job, copy, "bytes", bytes);
        value_set_bool(d->job, copy, "whole_line", bytes == LINE_BYTES);
    }
}

/* "b": the operand in blocks. */
static const char *quantised_letter(const struct draft *d)
{
    const struct kernel *const kernel = d->kernel;
    return arena_printf(d->job->arena, "%c",
                        operand_letter(in_blocks(&kernel->a) ? &kernel->a : &kernel->b));
}

/* Members of the loop over K of a kernel whose work-items copy: `one_stage`, or `several_stages`, with how many tiles are copied ahead; `unpacked`,
 * the operand of whose blocks elements are made. */
static void add_loop(const struct draft *d)
{
    struct job *const job = d->job;
    const struct matrix_plan *const own = d->own;
    value_set_integer(job, d->view, "tile_k", d->kernel->tile_k);
    value_set_unless(job, d->view, "stages", own->stages, 1);
    value_set_bool(job, d->view, "one_stage", own->stages == 1);
    value_set_bool(job, d->view, "several_stages", own->stages > 1);
    value_set_bool(job, d->view, "flies", own->async && !own->emulated);
    value_set_integer(job, d->view, "under_way", own->ahead - 1 - own->blocks.staged);
    add_async_copies(d);
    value_set_integer(job, d->view, "sub_groups_early",
                      (own->sub_groups.height * own->sub_groups.width + 1) / 2);
    value_set_text(job, d->view, "unpacked", own->blocks.staged ? quantised_letter(d) : NULL);
    value_set_integer(job, d->view, "tiles_ahead", own->ahead);
    value_set_integer(job, d->view, "depth_ahead", d->kernel->tile_k * own->ahead);
    matrix_view_order(job, d->kernel, d->view);
    value_set_bool(job, d->view, "remainder", false);
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct draft d = {job, kernel, kernel->own, view};
    view_add_sub_group(job, view, false,
                       kernel->exchanges && kernel->spelling == SPELLING_INTEL ? kernel->sg_size
                                                                               : 0);
    value_set_list(job, view, "clamped");
    add_engine(&d);
    add_operand(&d, &kernel->a);
    add_operand(&d, &kernel->b);
    add_loop(&d);
    if (d.own->ring)
        matrix_view_ring(&(struct page){job, kernel, view});
    matrix_view_page(job, kernel, view);
    matrix_view_stored(job, kernel, view);
}

static const char *page_of(const struct kernel *kernel)
{
    return ((const struct matrix_plan *)kernel->own)->ring ? "matrix_ring.cl" : "matrix.cl";
}

const struct family_view family_matrix_view = {
    .page = "matrix.cl",
    .page_of = page_of,
    .fill = fill,
};
