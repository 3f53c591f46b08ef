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

enum {
    LEAST_ASYNC_BYTES = 4, /* of an asynchronous copy */
    PAIR = 2,              /* elements of such a copy, */
    WIDE = 8               /* and of a vector */
};

/* What lies inside of a line: all of it, and of it what is before a limit, as far as that is tested. */
struct line_end {
    const struct term *line_inside, *at, *limit;
    bool guards;
};

static const char *of_engine(const struct page *page, const char *name)
{
    return engine_template(page->job, matrix_own(page->kernel)->engine, name);
}

/* ---------------------------------------------------------------------------------- tiles */

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

/* Whether lines that begin at odd places are copied by pairs of elements of 2 bytes, whose lines are else copied by vectors beside the multiplication. */
static bool copies_odd(const struct page *page, const struct operand *operand,
                       const struct matrix_copied *copied)
{
    const struct matrix_plan *const own = page->kernel->own;
    return own->async && !own->ring && !by_index(operand) && copied->wide && copied->bytes == 2 &&
           copied->vector == WIDE;
}

/* The runs of so many elements of a tile, as vectors. */
static void add_runs(const struct page *page, const struct matrix_tile *tile, long long elements,
                     struct value *object)
{
    const long long items = matrix_items_that_copy(page->kernel);
    const long long runs = tile->lines * tile->length / elements;
    value_set_integer(page->job, object, "passes", (runs + items - 1) / items);
    value_set_unless(page->job, object, "vectors", runs % items ? runs : 0, 0);
    matrix_view_vectors(page, tile->length / elements, elements, object);
}

/* Elements of the longest run that is copied beside the multiplication; 0 where there are none, as it is emulated. */
static long long longest_run(const struct page *page)
{
    return matrix_own(page->kernel)->emulated ? 0 : WIDE / 2;
}

/* Member `odd` of the copy of an operand: pairs of its tile; `runs` that are copied beside the multiplication, the longest first; whether a line lies inside, and how many elements of it
 * from a place on do. */
static void add_pairs(const struct page *page, const struct matrix_copied *copied,
                      const struct line_end *end, struct value *copy)
{
    struct job *const job = page->job;
    struct value *const odd = value_set_object(job, copy, "odd");
    value_set_text(job, odd, "left", end->line_inside ? "copy/left_of_line" : "copy/left");
    value_set_term(job, odd, "line_inside", end->line_inside);
    value_set_term(job, odd, "inside_line",
                   end->guards ? term_sub(job, end->limit, end->at)
                               : term_number(job, copied->vector));
    add_runs(page, &copied->tile, PAIR, odd);
    struct value *const runs = value_set_list(job, odd, "runs");
    for (long long elements = longest_run(page); elements >= PAIR; elements /= 2) {
        struct value *const run = value_add(runs, value_object(job));
        value_set_integer(job, run, "elements", elements);
        value_set_integer(job, run, "mask", elements - 1);
        add_runs(page, &copied->tile, elements, run);
    }
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
    const bool guards = matrix_copy_guards(kernel, operand);
    const bool guards_line = along_k ? guards : kernel->guard_k;
    const bool guards_at = along_k ? kernel->guard_k : guards;
    const struct term *const place = page_place(page, a, 0, false), *const k = page_name(page, "k");
    const struct term *const limit = page_limit(page, a), *const limit_k = page_name(page, "K");
    const struct term *const line_limit = along_k ? limit : limit_k;
    const struct term *const at_limit = along_k ? limit_k : limit;
    const struct term *const first_line = along_k ? place : k, *const first = along_k ? k : place;
    const struct term *const line = term_add(job, first_line, page_name(page, "line"));
    const struct term *const at = term_add(job, first, page_name(page, "at"));
    const bool odd = copies_odd(page, operand, copied);
    const struct term *const wide = copied->wide && !odd ? page_name(page, "wide") : NULL;
    const struct term *const line_inside = lies_inside(job, line, line_limit, guards_line);
    const struct term *const whole =
        term_and(job, wide, ends_inside(job, first_line, tile->lines, line_limit, guards_line));
    value_set_term(
        job, copy, "whole",
        term_and(job, whole, ends_inside(job, first, tile->length, at_limit, guards_at)));
    value_set_term(job, copy, "vector_inside",
                   term_and(job, term_and(job, wide, line_inside),
                            ends_inside(job, at, copied->vector, at_limit, guards_at)));
    if (odd)
        add_pairs(page, copied, &(struct line_end){line_inside, at, at_limit, guards_at}, copy);
    else
        value_set_bool(job, copy, "odd", false);
    value_set_term(
        job, copy, "inside",
        term_and(job, line_inside,
                 lies_inside(job, term_add(job, at, page_name(page, "i")), at_limit, guards_at)));
    matrix_view_vectors(page, tile->length / copied->vector, copied->vector, copy);
    const struct term *const row =
        page_row(page, operand, line, guards ? page_last(page, a) : NULL);
    value_set_term(job, copy, "from",
                   term_add(job, term_add(job, page_lines_of(page, row, operand->ld), first),
                            page_name(page, "at")));
}

/* Whether vectors of it are copied beside the multiplication: of at least 4 bytes, as others are which no index function finds. */
static bool copies_beside(const struct page *page, const struct operand *operand,
                          const struct matrix_copied *copied)
{
    const struct matrix_plan *const own = page->kernel->own;
    if (own->emulated || matrix_is_image(page->kernel, operand))
        return false;
    return by_index(operand)
               ? (own->async || own->ring) && copied->vector * copied->bytes >= LEAST_ASYNC_BYTES
               : own->async;
}

/* How a vector of it is copied. */
static const char *copy_piece(const struct page *page, const struct operand *operand,
                              const struct matrix_copied *copied)
{
    const bool tests = matrix_tests_places(page->kernel, operand);
    if (strcmp(copied->source, copied->cell) != 0)
        return "copy/made";
    if (copies_beside(page, operand, copied))
        return tests ? "copy/async_inside" : "copy/async";
    return copied->wide                              ? "copy/vector"
           : by_index(operand) && copied->vector > 1 ? "copy/loaded"
                                                     : "copy/element";
}

/* Member `copy` of an operand, by an index function `index_copy`: the function that copies a tile of it into local memory. */
static void add_copy(const struct page *page, const struct operand *operand, struct value *object)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_copied copied = matrix_copied_of(page, operand);
    const struct matrix_tile *const tile = &copied.tile;
    const long long items = matrix_items_that_copy(kernel);
    const long long vectors = tile->lines * tile->length / copied.vector;
    struct value *const copy =
        value_set_object(job, object, by_index(operand) ? "index_copy" : "copy");
    value_set_bool(job, object, by_index(operand) ? "copy" : "index_copy", false);
    value_set_text(job, copy, "name", operand->name);
    value_set_bool(job, copy, "of_d_too", matrix_operand_tile(kernel->own, operand)->half != 0);
    value_set_bool(job, copy, "along_k", tile->along_k);
    value_set_text(job, copy, "cell", copied.cell);
    value_set_text(job, copy, "source", copied.source);
    value_set_integer(job, copy, "tile_pitch", tile->pitch);
    value_set_integer(job, copy, "lines", tile->lines);
    value_set_integer(job, copy, "length", tile->length);
    value_set_integer(job, copy, "vector", copied.vector);
    /* Elements that are made of blocks have one of their own. */
    if (!in_blocks(operand) || matrix_own(page->kernel)->blocks.staged)
        value_set_text(job, copy, "vector_type", vector_name(job, copied.cell, copied.vector));
    value_set_integer(job, copy, "bytes", copied.vector * copied.bytes);
    value_set_integer(job, copy, "items", items);
    value_set_integer(job, copy, "passes", (vectors + items - 1) / items);
    value_set_unless(job, copy, "vectors", vectors % items ? vectors : 0, 0);
    value_set_bool(job, copy, "guards_place", matrix_copy_guards(kernel, operand));
    value_set_bool(job, copy, "guards_k", kernel->guard_k);
    value_set_bool(job, copy, "wide", copied.wide);
    matrix_view_tile(page, operand, copy, object);
    matrix_view_blocks(page, operand, copy, object);
    value_set_text(job, copy, "copy_vector", copy_piece(page, operand, &copied));
    if (by_index(operand)) {
        matrix_view_index_copy(page, operand, &copied, copies_beside(page, operand, &copied), copy);
        return;
    }
    add_places(page, operand, &copied, copy);
}

/* Members `a` and `b`, the caller's A and B: their names, and what their tiles and fragments are. `left_factor` and `right_factor`, canonical A and B as
 * the engine multiplies them. */
static void add_operand(const struct page *page, const struct operand *operand)
{
    struct job *const job = page->job;
    const bool a = is_a(operand),
               packed = matrix_operand_tile(matrix_own(page->kernel), operand)->packed;
    struct value *const object =
        value_set_object(job, page->view, operand->role == ROLE_A ? "a" : "b");
    struct value *const factor =
        value_set_object(job, page->view, a ? "left_factor" : "right_factor");
    value_set_term(job, factor, "letter", page_letter(page, operand));
    value_set_term(job, factor, "tile_letter", page_letter(page, operand));
    value_set_term(job, object, "letter", page_letter(page, operand));
    value_set_term(job, object, "tile_letter", page_letter(page, operand));
    value_set_text(job, object, "memory", operand->form.memory);
    value_set_text(job, object, "stored", kernel_stored(job, page->kernel, operand->element));
    view_add_companions(job, page->kernel, operand->element, object);
    value_set_text(job, object, "ld", symbol_in_kernel(operand->ld));
    view_add_index(job, page->kernel, operand, object);
    value_set_text(job, object, "place", kernel_axis_word(page->kernel, a));
    value_set_text(job, object, "limit", symbol_in_kernel(a ? page->kernel->m : page->kernel->n));
    value_set_bool(job, object, "packed", packed);
    if (packed) {
        value_set_bool(job, object, "copy", false);
        value_set_bool(job, object, "index_copy", false);
        if (!matrix_own(page->kernel)->engine->described)
            matrix_view_loads(page, operand, object);
        matrix_view_tile(page, operand, NULL, object);
    } else {
        add_copy(page, operand, object);
    }
    matrix_view_fragments(page, operand, object);
}

/* List `rows_of_lane` of the function in which a lane multiplies for itself: each has its vector of C and its element of A. */
static void add_rows_of_lane(const struct page *page)
{
    struct job *const job = page->job;
    const long long rows = matrix_own(page->kernel)->cells.height,
                    columns = matrix_own(page->kernel)->cells.width;
    struct value *const list = value_set_list(job, page->view, "rows_of_lane");
    for (long long i = 0; i < rows; i++) {
        const struct term *const a = page_letter(page, &page->kernel->a);
        page_product(
            page, list, term_at(job, page_printed(page, "c_%lld", i), term_number(job, 0)),
            page_spread(page, term_component(job, a, component_name(job, rows, i)), columns),
            page_letter(page, &page->kernel->b));
        value_set_integer(job, list->last, "i", i);
    }
}

/* What the engine's own templates name of its fragments. */
static void add_engine(const struct page *page)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct fragment *const fragment = own->fragment;
    struct value *const view = page->view;
    value_set_text(job, view, "rounding",
                   own->emulated ? fragment->emulated_rounding : fragment->rounding);
    if (own->split)
        view_add_rounding(job, page->kernel, fragment_factor(fragment, false),
                          page->kernel->numbers.accumulate, fragment_word(fragment), view);
    value_set_text(
        job, view, "engine",
        own->emulated && own->engine->columns
            ? "matrix/by_exchange"
            : of_engine(page, own->emulated && !own->engine->alone ? "emulated" : "functions"));
    value_set_text(job, view, "multiply_fragments",
                   own->engine->columns ? "columns/call" : of_engine(page, "call"));
    fragment_view_multiplication(job, page->kernel, own->engine, fragment, own->emulated, view);
    value_set_text(job, view, "given", "mma/from_loads");
    value_set_list(job, view, "further_loads");
    value_set_integer(job, view, "sub_groups",
                      own->sub_groups.height * own->sub_groups.width *
                          (page->kernel->in_turns ? 2 : 1));
    value_set_unless(job, view, "exchanged", own->exchanged, 0);
    if (own->engine->alone)
        add_rows_of_lane(page);
    if (own->engine->columns)
        matrix_view_columns(page);
}

/* ---------------------------------------------------------------------------------- loops */

/* Member `async_copies`: the sizes of asynchronous copies, one of A and one of B where they differ; of a ring what an index function finds. */
static void add_async_copies(const struct page *page)
{
    enum {
        LINE_BYTES = 16 /* that bypass the first cache */
    };
    struct value *const copies = value_set_list(page->job, page->view, "async_copies");
    const struct operand *const *const factors = page->kernel->factors;
    const bool ring = matrix_own(page->kernel)->ring;
    long long bytes[2];
    for (int i = 0; i < 2; i++) {
        const struct matrix_copied copied = matrix_copied_of(page, factors[i]);
        bytes[i] = ring && !by_index(factors[i]) ? 0 : copied.vector * copied.bytes;
    }
    const bool alike = bytes[0] == bytes[1];
    for (int i = 0; i < (alike ? 1 : 2); i++) {
        if (bytes[i] < LEAST_ASYNC_BYTES)
            continue;
        const bool fills = matrix_tests_places(page->kernel, factors[i]) ||
                           (alike && matrix_tests_places(page->kernel, factors[1]));
        struct value *const copy = value_add(copies, value_object(page->job));
        value_set_integer(page->job, copy, "bytes", bytes[i]);
        value_set_bool(page->job, copy, "whole_line", bytes[i] == LINE_BYTES);
        value_set_bool(page->job, copy, "copies_all", !(ring && fills));
        value_set_bool(page->job, copy, "fills", fills);
    }
}

/* Members of the loop over K of a kernel whose work-items copy: `one_stage`, or `several_stages`, with how many tiles are copied ahead; `unpacked`,
 * the operand of whose blocks elements are made. */
static void add_loop(const struct page *page)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct operand *const a = &page->kernel->a;
    value_set_integer(job, page->view, "tile_k", page->kernel->tile_k);
    value_set_unless(job, page->view, "stages", own->stages, 1);
    value_set_bool(job, page->view, "one_stage", own->stages == 1);
    value_set_bool(job, page->view, "several_stages", own->stages > 1);
    value_set_bool(job, page->view, "flies", own->async && !own->emulated);
    value_set_unless(job, page->view, "under_way", own->ahead - 1 - own->blocks.staged, 0);
    add_async_copies(page);
    value_set_integer(job, page->view, "sub_groups_early",
                      (own->sub_groups.height * own->sub_groups.width + 1) / 2);
    value_set_term(job, page->view, "unpacked",
                   own->blocks.staged ? page_letter(page, in_blocks(a) ? a : &page->kernel->b)
                                      : NULL);
    value_set_integer(job, page->view, "tiles_ahead", own->ahead);
    value_set_integer(job, page->view, "depth_ahead", page->kernel->tile_k * own->ahead);
    matrix_view_order(page);
    value_set_bool(job, page->view, "remainder", false);
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    add_engine(&page);
    bool has_pairs = false;
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = kernel->factors[i];
        const struct matrix_copied copied = matrix_copied_of(&page, operand);
        has_pairs |= !matrix_operand_tile(kernel->own, operand)->packed &&
                     copies_odd(&page, operand, &copied);
        add_operand(&page, operand);
    }
    struct value *const pairs = value_set_object_if(job, view, "has_pairs", has_pairs);
    struct value *const runs = pairs ? value_set_list(job, pairs, "runs") : NULL;
    for (long long elements = longest_run(&page); pairs && elements >= PAIR; elements /= 2) {
        struct value *const run = value_add(runs, value_object(job));
        value_set_integer(job, run, "elements", elements);
        value_set_integer(job, run, "bytes", 2 * elements);
    }
    value_set_bool(job, view, "by_item", false);
    matrix_view_lines(&page);
    add_loop(&page);
    if (matrix_own(kernel)->ring)
        matrix_view_ring(&page);
    matrix_view_page(&page);
    matrix_view_stored(&page);
}

static const char *page_of(const struct kernel *kernel)
{
    const struct matrix_plan *const own = kernel->own;
    return !own->ring      ? "matrix.cl"
           : own->emulated ? "matrix_ring_emulated.cl"
           : own->tensor   ? "matrix_ring_tensor.cl"
                           : "matrix_ring_bulk.cl";
}

const struct family_view family_matrix_view = {
    .page = "matrix.cl",
    .page_of = page_of,
    .fill = fill,
};
