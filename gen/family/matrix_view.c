/*
 * The view of the matrix family: see matrix.c for the scheme.
 *
 * What an engine says otherwise than others is a template of its folder or a piece of its table: "mma/multiply".
 */
#include "gen/family/matrix_ring.h"

#include <string.h>

#include "gen/family/tiled_view.h"

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

/* ------------------------------------------------------------------------------- places */

/* The template of where a lane's elements of C begin in a fragment; NULL where all lanes have its first place. */
static const char *place_of_lane(const struct draft *d, bool along_m)
{
    const struct engine *const engine = d->own->engine;
    if (!engine->columns)
        return !along_m && d->own->trades
                   ? "matrix/column_traded"
                   : of_engine(d, along_m ? "row_of_lane" : "column_of_lane");
    return !along_m                   ? "matrix/column_of_column"
           : engine->lanes.height > 1 ? "matrix/row_of_column"
                                      : NULL;
}

/* Members of an axis: `start_of_group`, the template of where the work-group's tile begins; `sub_groups` of the work-group and
 * `sub_group_side`, the side of the tile of each; `place_of_sub_group` and `place_of_lane`, templates. */
static void add_place(const struct draft *d, bool along_m)
{
    struct job *const job = d->job;
    struct value *const axis = value_child(d->view, along_m ? "m" : "n");
    const struct shape sub_groups = d->own->sub_groups;
    const long long own = along_m ? sub_groups.height : sub_groups.width;
    value_set_text(job, axis, "start_of_group",
                   d->own->ring ? along_m ? "matrix/tile_along_m" : "matrix/tile_along_n"
                   : value_get(axis, "shifts")->truth ? "start/of_group_inside"
                                                      : "start/of_group");
    value_set_text(job, axis, "place_of_sub_group",
                   own == 1  ? "matrix/only_place"
                   : along_m ? "matrix/place_along_m"
                             : "matrix/place_along_n");
    value_set_unless(job, axis, "in_a_row", sub_groups.width, 1);
    value_set_integer(job, axis, "sub_group_side",
                      along_m ? d->own->tile.height : d->own->tile.width);
    value_set_text(job, axis, "place_of_lane", place_of_lane(d, along_m));
}

static void add_places(const struct draft *d)
{
    struct job *const job = d->job;
    add_axes(job, d->kernel, d->view);
    add_place(d, true);
    add_place(d, false);
    value_set_text(job, d->view, "item",
                   d->own->ring || d->kernel->wg.height == 1 ? "local/item_of_line" : "local/item");
    value_set_integer(job, d->view, "lanes_of_engine", engine_lanes(d->own->engine));
}

/* ---------------------------------------------------------------------------------- tiles */

static const struct matrix_tile *tile_of(const struct draft *d, const struct operand *operand)
{
    return matrix_operand_tile(d->own, operand);
}

static void add_condition(struct job *job, struct value *list, const char *condition, bool needed)
{
    if (needed)
        value_set_text(job, value_add(list, value_object(job)), "condition", condition);
}

/* Lists of what must hold for all of the tile to be copied by vectors (`whole`), for one of them (`conditions`), and for an
 * element to be read (`inside`). */
static void add_conditions(const struct draft *d, const struct matrix_tile *tile,
                           struct value *copy, bool wide, bool guards_place)
{
    struct job *const job = d->job;
    const bool line = tile->along_k ? guards_place : d->kernel->guard_k;
    const bool at = tile->along_k ? d->kernel->guard_k : guards_place;
    struct value *const conditions = value_set_list(job, copy, "conditions");
    add_condition(job, conditions, "matrix/is_wide", wide);
    add_condition(job, conditions, "matrix/line_inside", line);
    add_condition(job, conditions, "matrix/vector_inside", at);
    value_mark_ends(job, conditions);
    value_set_bool(job, copy, "unconditional", !conditions->count);
    struct value *const whole = value_set_list(job, copy, "whole");
    add_condition(job, whole, "matrix/is_wide", wide);
    add_condition(job, whole, "matrix/lines_inside", line);
    add_condition(job, whole, "matrix/length_inside", at);
    value_mark_ends(job, whole);
    struct value *const inside = value_set_list(job, copy, "inside");
    add_condition(job, inside, "matrix/line_inside", line);
    add_condition(job, inside, "matrix/element_inside", at);
    value_mark_ends(job, inside);
    value_set_bool(job, copy, "guards", inside->count > 0);
}

/* A copy of a tile into local memory: of what it is made up there, and how much of it is copied at once. */
struct copied {
    struct matrix_tile tile;
    const char *cell, *source; /* type of what it is made up of, and of what is copied */
    long long bytes, vector;   /* bytes of a cell, and cells */
};

static struct copied copied_of(const struct draft *d, const struct operand *operand)
{
    const struct matrix_blocks *const blocks = &d->own->blocks;
    const char *const cell = d->own->fragment->cell;
    if (in_blocks(operand) && blocks->staged)
        return (struct copied){matrix_tile_of_blocks(blocks), matrix_block_cell(blocks),
                               matrix_block_cell(blocks), blocks->cell, blocks->vector};
    return (struct copied){*tile_of(d, operand), cell,
                           in_blocks(operand) ? kernel_stored(d->job, d->kernel, operand->element)
                                              : cell,
                           d->own->fragment->cell_bytes, operand->vector};
}

/* Member `copy` of an operand: the function that copies a tile of it into local memory. */
static void add_copy(const struct draft *d, const struct operand *operand, struct value *object)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const struct copied copied = copied_of(d, operand);
    const struct matrix_tile *const tile = &copied.tile;
    const long long items = matrix_items_that_copy(kernel);
    const long long vectors = tile->lines * tile->length / copied.vector;
    const bool guards_place = is_a(operand) ? kernel->guard_m : kernel->guard_n;
    const bool shifts = is_a(operand) ? kernel->shift_m : kernel->shift_n;
    const bool wide = copied.vector > 1 && strcmp(copied.source, copied.cell) == 0;
    const char *const place = kernel_axis_word(kernel, is_a(operand));
    const char *const limit = symbol_in_kernel(is_a(operand) ? kernel->m : kernel->n);
    struct value *const copy = value_set_object(job, object, "copy");
    value_set_text(job, copy, "name", operand->name);
    value_set_bool(job, copy, "along_k", tile->along_k);
    value_set_text(job, copy, "cell", copied.cell);
    value_set_text(job, copy, "source", copied.source);
    value_set_integer(job, copy, "tile_pitch", tile->pitch);
    value_set_integer(job, copy, "element_bytes", operand->element->bytes);
    value_set_integer(job, copy, "lines", tile->lines);
    value_set_integer(job, copy, "length", tile->length);
    value_set_integer(job, copy, "vector", copied.vector);
    value_set_unless(job, copy, "vectors_of_line", tile->length / copied.vector, 1);
    /* Elements that are made of blocks have one of their own. */
    if (!in_blocks(operand) || d->own->blocks.staged)
        value_set_text(job, copy, "vector_type", vector_name(job, copied.cell, copied.vector));
    value_set_integer(job, copy, "bytes", copied.vector * copied.bytes);
    value_set_integer(job, copy, "items", items);
    value_set_integer(job, copy, "passes", (vectors + items - 1) / items);
    value_set_unless(job, copy, "vectors", vectors % items ? vectors : 0, 0);
    value_set_text(job, copy, "line_from", tile->along_k ? place : "k");
    value_set_text(job, copy, "line_limit", tile->along_k ? limit : "K");
    value_set_text(job, copy, "at_from", tile->along_k ? "k" : place);
    value_set_text(job, copy, "at_limit", tile->along_k ? "K" : limit);
    value_set_bool(job, copy, "guards_place", guards_place);
    value_set_bool(job, copy, "guards_k", kernel->guard_k);
    value_set_bool(job, copy, "wide", wide);
    value_set_bool(job, copy, "moved", !tile->along_k && shifts);
    value_set_text(job, copy, "copy_vector",
                   strcmp(copied.source, copied.cell) != 0 ? "matrix/make_vector"
                   : d->own->async && !d->own->emulated    ? of_engine(d, "copy")
                   : wide                                  ? "matrix/copy_vector"
                                                           : "matrix/copy_element");
    matrix_view_tile(job, kernel, operand, copy, object);
    matrix_view_blocks(job, kernel, operand, copy, object, d->view);
    add_conditions(d, tile, copy, wide, guards_place);
}

/* Members `a` and `b`: besides those of add_operands what their tiles and fragments are. */
static void add_operand(const struct draft *d, const struct operand *operand)
{
    struct job *const job = d->job;
    struct value *const object = value_child(d->view, is_a(operand) ? "a" : "b");
    value_set_bool(
        job, object, "recast",
        strcmp(copied_of(d, operand).source, kernel_stored(job, d->kernel, operand->element)) != 0);
    value_set_bool(job, object, "packed", tile_of(d, operand)->packed);
    if (tile_of(d, operand)->packed) {
        value_set_bool(job, object, "copy", false);
        matrix_view_blocks_of_panel(job, d->kernel, operand, object);
        matrix_view_tile(job, d->kernel, operand, NULL, object);
    } else {
        add_copy(d, operand, object);
    }
    matrix_view_fragments(job, d->kernel, operand, object);
}

/* ------------------------------------------------------------------------------- products */

/* A product of two fragments, or of the halves of both that hold their rests ("lo") or heads ("hi"); that of a rest of A comes first of a
 * sum, which it `begins`. */
static void add_product(const struct draft *d, struct value *products, long long i, long long j,
                        const char *half_a, const char *half_b)
{
    struct job *const job = d->job;
    const struct shape cells = d->own->cells;
    const long long sums_of_row = d->own->engine->columns ? 1 : cells.height;
    struct value *const product = value_add(products, value_object(job));
    value_set_text(job, product, "of_a",
                   register_name(job, &d->kernel->a, i, d->own->fragments.height, 0, 1));
    value_set_text(job, product, "of_b",
                   register_name(job, &d->kernel->b, j, d->own->fragments.width, 0, 1));
    value_set_text(job, product, "half_a", half_a);
    value_set_text(job, product, "half_b", half_b);
    value_set_bool(job, product, "begins", half_a && strcmp(half_a, "lo") == 0);
    struct value *const sums = value_set_list(job, product, "sums");
    for (long long row = 0; row < sums_of_row; row++) {
        struct value *const sum = value_add(sums, value_object(job));
        value_set_integer(job, sum, "i", i * sums_of_row + row);
        value_set_integer(job, sum, "j", j * cells.width / d->own->engine->beside);
        value_set_unless(job, sum, "j_beyond", j * cells.width / d->own->engine->beside, 0);
    }
    value_mark_ends(job, sums);
}

/* Every fragment of A times every one of B, with the accumulators of its `rows` and `columns`; of split ones the products with a rest
 * (`small`) come first, then those of the heads (`large`). That of both rests is below what a single holds. */
static void list_products(const struct draft *d, struct value *object, bool small, bool large)
{
    const bool split = d->own->split;
    struct value *const products = value_set_list(d->job, object, "products");
    for (long long i = 0; i < d->own->fragments.height; i++)
        for (long long j = 0; j < d->own->fragments.width; j++) {
            if (split && small) {
                add_product(d, products, i, j, "lo", "hi");
                add_product(d, products, i, j, "hi", "lo");
            }
            if (large)
                add_product(d, products, i, j, split ? "hi" : NULL, split ? "hi" : NULL);
        }
}

static void add_round(const struct draft *d, struct value *rounds, bool small, bool large)
{
    struct value *const round = value_add(rounds, value_object(d->job));
    value_set_bool(d->job, round, "small", !large);
    list_products(d, round, small, large);
}

/* List `rounds`, each of `products` for all of a tile along K; and `products` of the view, one for each set of accumulators. */
static void add_products(const struct draft *d)
{
    struct value *const rounds = value_set_list(d->job, d->view, "rounds");
    if (d->own->by_block)
        add_round(d, rounds, true, false);
    add_round(d, rounds, !d->own->by_block, true);
    list_products(d, d->view, false, true);
}

/* Members of the function in which a lane multiplies for itself: `rows_of_lane`, each with its vector of C and the element of A. */
static void add_rows_of_lane(const struct draft *d)
{
    struct job *const job = d->job;
    const long long rows = d->own->cells.height;
    struct value *const list = value_set_list(job, d->view, "rows_of_lane");
    value_set_text(job, d->view, "factor_a", of_engine(d, "factor_of_a"));
    value_set_text(job, d->view, "factor_b", of_engine(d, "factor_of_b"));
    value_set_text(job, d->view, "sum", of_engine(d, "sum"));
    for (long long i = 0; i < rows; i++) {
        struct value *const row = value_add(list, value_object(job));
        value_set_integer(job, row, "i", i);
        value_set_text(job, row, "part", component_name(job, rows, i));
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
    value_set_text(job, view, "fragment_of_tile",
                   own->engine->columns ? "matrix/fragment_of_lane" : of_engine(d, "fragment"));
    value_set_text(job, view, "multiply_fragments",
                   own->engine->columns ? "matrix/call_of_columns" : of_engine(d, "call"));
    matrix_view_multiplication(job, d->kernel, own->engine, fragment, own->emulated, view);
    value_set_text(job, view, "given", "mma/from_loads");
    value_set_integer(job, view, "sub_groups", own->sub_groups.height * own->sub_groups.width);
    value_set_unless(job, view, "exchanged", own->exchanged, 0);
    if (own->engine->alone)
        add_rows_of_lane(d);
    if (own->engine->columns)
        matrix_view_columns(job, d->kernel, view);
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
        const struct copied copied = copied_of(d, operands[i]);
        const long long bytes = copied.vector * copied.bytes;
        if (bytes == known)
            continue;
        known = bytes;
        struct value *const copy = value_add(copies, value_object(d->job));
        value_set_integer(d->job, copy, "bytes", bytes);
        value_set_bool(d->job, copy, "whole_line", bytes == LINE_BYTES);
    }
}

/* List `steps` of an engine whose compiler does not unroll what it is told to unroll, as Intel's: where the fragments of a tile begin along K. */
static void add_steps(const struct draft *d)
{
    const struct matrix_plan *const own = d->own;
    struct value *const steps = value_set_list(d->job, d->view, "steps");
    const bool written = own->engine->columns && !own->emulated;
    for (long long k = 0; written && k < d->kernel->tile_k; k += own->fragment->k)
        value_set_integer(d->job, value_add(steps, value_object(d->job)), "first_step", k);
}

/* "b": the operand in blocks. */
static const char *quantised_letter(const struct draft *d)
{
    const struct kernel *const kernel = d->kernel;
    return arena_printf(d->job->arena, "%c",
                        operand_letter(in_blocks(&kernel->a) ? &kernel->a : &kernel->b));
}

static void add_loop(const struct draft *d)
{
    struct job *const job = d->job;
    const struct matrix_plan *const own = d->own;
    const bool several = own->stages > 1;
    const bool flies = own->async && !own->emulated;
    struct value *const main = value_set_object(job, d->view, "main");
    value_set_integer(job, d->view, "tile_k", d->kernel->tile_k);
    add_steps(d);
    value_set_unless(job, d->view, "stages", own->stages, 1);
    value_set_bool(job, d->view, "flies", flies);
    value_set_integer(job, d->view, "under_way", own->ahead - 1 - own->blocks.staged);
    add_async_copies(d);
    value_set_text(job, main, "loop",
                   own->blocks.staged ? "matrix/loop_blocks"
                   : several          ? "matrix/loop_stages"
                                      : "matrix/loop_plain");
    value_set_integer(job, main, "sub_groups_early",
                      (own->sub_groups.height * own->sub_groups.width + 1) / 2);
    value_set_text(job, main, "unpacked", own->blocks.staged ? quantised_letter(d) : NULL);
    value_set_integer(job, main, "tiles_ahead", own->ahead);
    value_set_integer(job, main, "depth_ahead", d->kernel->tile_k * own->ahead);
    value_set_text(job, main, "first_k", several ? "next" : "k");
    value_set_text(job, main, "filled", several ? "filled" : NULL);
    value_set_text(job, main, "used", several ? "used" : NULL);
    value_set_text(job, main, "commit", flies ? of_engine(d, "commit") : NULL);
    value_set_text(job, main, "wait", flies ? of_engine(d, "wait") : NULL);
    matrix_view_order(job, d->kernel, main, d->view);
    value_set_bool(job, d->view, "remainder", false);
}

void matrix_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct draft d = {job, kernel, kernel->own, view};
    view_add_sub_group(job, view, false,
                       kernel->exchanges && kernel->spelling == SPELLING_INTEL ? kernel->sg_size
                                                                               : 0);
    value_set_list(job, view, "clamped");
    add_places(&d);
    add_operands(job, kernel, view);
    add_engine(&d);
    add_operand(&d, &kernel->a);
    add_operand(&d, &kernel->b);
    add_loop(&d);
    matrix_view_ring(job, kernel, view);
    add_products(&d);
    matrix_view_stored(job, kernel, view);
}
