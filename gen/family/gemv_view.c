/*
 * The view of the gemv family: see gemv.c for the scheme.
 */
#include "gen/family/gemv.h"

#include "gen/family/tiled_view.h"

/* The view under way. */
struct draft {
    struct job *job;
    const struct kernel *kernel;
    const struct gemv_plan *own;
    struct value *view;
    const struct operand *large, *thin;
};

static long long side_of(const struct draft *d, const struct operand *operand)
{
    return is_a(operand) ? d->kernel->tile.height : d->kernel->tile.width;
}

static bool guarded(const struct draft *d, const struct operand *operand)
{
    return is_a(operand) ? d->kernel->guard_m : d->kernel->guard_n;
}

/* ------------------------------------------------------------------------------- loads */

static struct reading element(const struct draft *d, const struct operand *operand, long long k,
                              long long place)
{
    const bool guards = guarded(d, operand);
    return buffer_reading(operand, k, place, place, guards, guards);
}

/* A vector from there on, of a place that lies inside; `aligned`: at a multiple of its size. */
static struct reading vector(const struct draft *d, const struct operand *operand, long long k,
                             long long place, long long width, bool aligned)
{
    const bool guards = guarded(d, operand) && lies_along_k(operand);
    struct reading reading =
        vector_reading(operand, buffer_reading(operand, k, place, place, guards, false), width);
    if (aligned && !in_blocks(operand))
        reading.read = arena_printf(d->job->arena, "%s_aligned", reading.read);
    return reading;
}

/* Registers of `width` elements along K, `count` of them for each place of the tile. */
static void add_runs(const struct draft *d, struct value *loads, const struct operand *operand,
                     long long width, long long count, bool aligned)
{
    const long long places = side_of(d, operand);
    for (long long run = 0; run < count; run++)
        for (long long place = 0; place < places; place++) {
            const char *const name = register_name(d->job, operand, place, places, run, count);
            if (width == 1 || lies_along_k(operand)) {
                add_load(d->job, d->kernel, loads, name, width,
                         width == 1 ? element(d, operand, run, place)
                                    : vector(d, operand, run * width, place, width, aligned));
                continue;
            }
            struct value *const parts = add_gathered(d->job, d->kernel, loads, name, width);
            for (long long i = 0; i < width; i++)
                add_part(d->job, parts, element(d, operand, run * width + i, place));
            loads_done(d->job, parts);
        }
}

/* Vectors along the places of the large operand, of `count` steps of K. */
static void add_vectors(const struct draft *d, struct value *loads, long long count, bool aligned)
{
    const long long width = d->own->vector, vectors = side_of(d, d->large) / width;
    for (long long k = 0; k < count; k++)
        for (long long j = 0; j < vectors; j++)
            add_load(d->job, d->kernel, loads,
                     register_name(d->job, d->large, j, vectors, k, count), width,
                     width == 1 ? element(d, d->large, k, j)
                                : vector(d, d->large, k, j * width, width, aligned));
}

/* ---------------------------------------------------------------------------- products */

/* The register of a place of the thin operand at step k, and the part of it; of the large operand, vector j. */
static struct factor thin_value(const struct draft *d, long long place, long long k,
                                long long width, long long depth)
{
    return (struct factor){
        register_name(d->job, d->thin, place, side_of(d, d->thin), k / width, depth / width),
        component_name(d->job, width, k % width)};
}

static struct factor whole(const struct draft *d, const struct operand *operand, long long j,
                           long long count, long long k, long long depth)
{
    return (struct factor){register_name(d->job, operand, j, count, k, depth), NULL};
}

/* Elements of a vector: "s4567". */
static const char *run_name(struct job *job, long long first, long long width)
{
    const char *name = "s";
    for (long long i = first; i < first + width; i++)
        name = arena_printf(job->arena, "%s%c", name, "0123456789abcdef"[i]);
    return name;
}

/* A step of K, or of vectors along it: each place of the thin operand times each register of the large one; where `run`, of
 * both those elements alone. */
static void add_products_of_step(const struct draft *d, struct value *turn, long long thin_width,
                                 long long k, long long depth, const char *run)
{
    struct value *const step = add_step(d->job, turn);
    const struct shape cells = d->own->cells;
    const long long large = d->own->thin_m ? cells.width : cells.height;
    for (long long i = 0; i < side_of(d, d->thin); i++) {
        struct factor factor = thin_value(d, i, k, thin_width, depth);
        if (run)
            factor.part = run;
        if (d->own->thin_m)
            add_row(d->job, step, i, factor);
        else
            add_column(d->job, step, i, factor);
    }
    for (long long j = 0; j < large; j++) {
        struct factor factor = whole(d, d->large, j, large, k, depth);
        factor.part = run;
        if (d->own->thin_m)
            add_column(d->job, step, j, factor);
        else
            add_row(d->job, step, j, factor);
    }
}

/* `width`: elements of a sum; registers of both along K may hold several such runs, which are multiplied one after another.
 * `thin_width`: elements of the thin operand's registers, of which one is multiplied at a time. */
static void add_products(const struct draft *d, struct value *turn, const char *sum,
                         long long width, long long runs, long long thin_width, long long depth)
{
    const bool spreads = !d->own->along_k;
    struct factor thin = thin_value(d, 0, 0, thin_width, depth);
    struct factor large = {thin.name, NULL};
    if (runs > 1)
        thin.part = large.part = run_name(d->job, 0, width);
    add_products_form(d->job, d->kernel, turn,
                      &(struct product_form){.sum = sum,
                                             .width = width,
                                             .a = d->own->thin_m ? thin : large,
                                             .b = d->own->thin_m ? large : thin,
                                             .spreads_a = spreads && d->own->thin_m,
                                             .spreads_b = spreads && !d->own->thin_m});
    for (long long k = 0; k < depth; k++)
        for (long long run = 0; run < runs; run++)
            add_products_of_step(d, turn, thin_width, k, depth,
                                 runs > 1 ? run_name(d->job, run * width, width) : NULL);
}

static struct value *loads_of(struct value *turn, const struct operand *operand)
{
    return value_child(turn, is_a(operand) ? "loads_a" : "loads_b");
}

static void add_body(const struct draft *d, struct value *turn, bool aligned)
{
    const long long depth = d->kernel->tile_k, width = d->own->vector;
    value_set_list(d->job, turn, "loads_a");
    value_set_list(d->job, turn, "loads_b");
    struct value *const thin = loads_of(turn, d->thin);
    struct value *const large = loads_of(turn, d->large);
    if (d->own->along_k) {
        add_runs(d, thin, d->thin, width, depth / width, aligned);
        add_runs(d, large, d->large, width, depth / width, aligned);
        add_products(d, turn, "sum/cell", d->own->sum_vector, width / d->own->sum_vector, 1,
                     depth / width);
        return;
    }
    const long long thin_width = d->thin->vector;
    add_runs(d, thin, d->thin, thin_width, depth / thin_width, aligned);
    add_vectors(d, large, depth, aligned);
    add_products(d, turn, "sum/cell", width, 1, thin_width, depth);
}

/* Single steps of K, with places clamped: right at every edge. Along K they are added to the first element of a sum. */
static void add_remainder(const struct draft *d, struct value *turn)
{
    struct job *const job = d->job;
    const long long width = d->own->vector;
    const bool clamps = guarded(d, d->large) && !d->own->along_k && width > 1;
    value_set_list(job, turn, "loads_a");
    value_set_list(job, turn, "loads_b");
    struct value *const large = loads_of(turn, d->large);
    value_set_text(job, turn, "cell", component_name(job, d->own->sum_vector, 0));
    add_runs(d, loads_of(turn, d->thin), d->thin, 1, 1, false);
    if (d->own->along_k) {
        add_runs(d, large, d->large, 1, 1, false);
        add_products(d, turn, d->own->sum_vector > 1 ? "sum/part" : "sum/cell", 1, 1, 1, 1);
        return;
    }
    if (!clamps)
        add_vectors(d, large, 1, false);
    else
        add_clamped_function(job, d->kernel, d->large, value_child(d->view, "clamped"), width);
    const long long vectors = side_of(d, d->large) / width;
    for (long long j = 0; clamps && j < vectors; j++)
        add_load(job, d->kernel, large, register_name(job, d->large, j, vectors, 0, 1), width,
                 (struct reading){.read = "read/clamped", .plus = j * width});
    add_products(d, turn, "sum/cell", width, 1, 1, 1);
}

/* -------------------------------------------------------------------------------- loops */

/* Members of the main loop: `stops_early`, whether it leaves steps to the remainder; `turn_k`, those of an iteration of all
 * work-items of a tile; `unrolled`. */
static void add_main(const struct draft *d, struct value *main, bool stops_early, bool aligned)
{
    const struct kernel *const kernel = d->kernel;
    value_set_bool(d->job, main, "stops_early", stops_early);
    value_set_unless(d->job, main, "turn_k", kernel->turn_k, 1);
    value_set_text(d->job, main, "whole_steps",
                   d->own->crosses && d->own->tiles == 1 ? "gemv/whole_steps_inside"
                                                         : "gemv/whole_steps");
    value_set_bool(d->job, main, "unrolled", kernel->unroll_k > kernel->tile_k);
    value_set_integer(d->job, main, "iterations", kernel->unroll_k / kernel->tile_k);
    add_body(d, main, aligned);
}

/* The loop of aligned loads, too. */
static void add_aligned(const struct draft *d, struct value *main, bool stops_early)
{
    const struct operand *const operands[] = {gemv_reads_vectors(d->large) ? d->large : NULL,
                                              gemv_reads_vectors(d->thin) ? d->thin : NULL};
    add_main(d, add_aligned_loop(d->job, d->kernel, d->view, main, operands), stops_early, true);
}

/* ------------------------------------------------------------------- sums of work-items */

/* Where the tile of a work-item begins, `begins` of both axes; and which part of K it has, `part_of_k`. */
static void add_places(const struct draft *d)
{
    struct job *const job = d->job;
    const long long items = d->own->thin_m ? d->kernel->items.width : d->kernel->items.height;
    const bool shares = d->kernel->parts > 1;
    for (int along_m = 0; along_m < 2; along_m++) {
        struct value *const axis = value_child(d->view, along_m ? "m" : "n");
        const bool thin = d->own->thin_m == (bool)along_m;
        value_set_text(job, axis, "begins",
                       !shares              ? "start/global"
                       : thin || items == 1 ? "start/of_group"
                                            : "gemv/of_item");
    }
    value_set_unless(job, d->view, "parts", d->kernel->parts, 1);
    value_set_integer(job, d->view, "items_of_group", items);
    value_set_text(job, d->view, "part_of_k",
                   d->own->along_k ? "gemv/part_along_k" : "gemv/part_across_k");
    value_set_text(job, d->view, "own_tile",
                   d->own->along_k ? "gemv/tile_along_k" : "gemv/tile_across_k");
    value_set_unless(job, d->view, "depth_of_item", d->kernel->tile_k, 1);
    value_set_unless(job, d->view, "advance_all", d->kernel->tile_k * d->kernel->parts, 1);
}

static void add_cells(const struct draft *d, struct value *object)
{
    struct value *const cells = value_set_list(d->job, object, "cells");
    for (long long i = 0; i < d->own->cells.height; i++)
        for (long long j = 0; j < d->own->cells.width; j++) {
            struct value *const cell = value_add(cells, value_object(d->job));
            value_set_integer(d->job, cell, "i", i);
            value_set_integer(d->job, cell, "j", j);
        }
}

/* Members for tiles in sequence: `in_sequence`, `crosses`, `body` of the loop over K, and the object `tile`: where a tile
 * lies, and the cells of its sums. */
static void add_tiles(const struct draft *d, bool loops)
{
    struct job *const job = d->job;
    const bool several = d->own->tiles > 1, thin_m = d->own->thin_m;
    const long long side = side_of(d, d->large), places = side * d->own->tiles;
    value_set_bool(job, d->view, "in_sequence", several);
    value_set_bool(job, d->view, "crosses", several && loops && d->own->crosses);
    value_set_text(job, d->view, "body", several ? "gemv/body_of_tiles" : "tiled/body");
    if (!several)
        return;
    struct value *const axis = value_child(d->view, thin_m ? "n" : "m");
    struct value *const tile = value_set_object(job, d->view, "tile");
    value_set_text(job, axis, "first_places", "tiled/even_share");
    value_set_text(job, value_child(d->view, thin_m ? "m" : "n"), "first_places", "gemv/place");
    value_set_integer(job, axis, "places", places);
    value_set_integer(job, axis, "last", places - 1);
    value_set_bool(job, axis, "wide", side > 1);
    value_set_integer(job, axis, "last_of_side", side - 1);
    value_set_text(job, tile, "place", kernel_axis_word(d->kernel, !thin_m));
    value_set_bool(job, tile, "wide", side > 1);
    value_set_integer(job, tile, "side", side);
    value_set_integer(job, tile, "last_of_side", side - 1);
    value_set_integer(job, tile, "most", d->own->tiles);
    value_set_integer(job, tile, "cells_of_tile", d->own->cells.height * d->own->cells.width);
    add_cells(d, tile);
    long long index = 0;
    for (struct value *cell = tile->last->first; cell; cell = cell->next)
        value_set_integer(job, cell, "index", index++);
    value_set_text(job, d->view, "thin_loads",
                   is_a(d->thin) ? "gemv/loads_of_a" : "gemv/loads_of_b");
    value_set_text(job, d->view, "large_loads",
                   is_a(d->thin) ? "gemv/loads_of_b" : "gemv/loads_of_a");
}

/* Member `sum_of`: the function that adds the elements of a vector by halves, and its calls; false where sums are no vectors
 * along K. */
static void add_sum_of(const struct draft *d)
{
    struct job *const job = d->job;
    long long width = d->own->sum_vector;
    if (!d->own->along_k || width == 1) {
        value_set_bool(job, d->view, "sum_of", false);
        return;
    }
    struct value *const object = value_set_object(job, d->view, "sum_of");
    const char *from = "values";
    value_set_text(job, object, "type", accumulator_type(job, d->kernel, width));
    value_set_text(job, object, "one", accumulator_type(job, d->kernel, 1));
    struct value *const halves = value_set_list(job, object, "halves");
    while ((width /= 2) > 1) {
        struct value *const half = value_add(halves, value_object(job));
        const char *const name = arena_printf(job->arena, "of_%lld", width);
        value_set_text(job, half, "half_type", accumulator_type(job, d->kernel, width));
        value_set_text(job, half, "half_name", name);
        value_set_text(job, half, "from", from);
        from = name;
    }
    value_set_text(job, object, "two", from);
    add_cells(d, object);
}

/* Member `exchange`: how the sums of work-items that compute a tile together are added; false where each computes its own. */
static void add_exchange(const struct draft *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const long long items = d->own->thin_m ? kernel->items.width : kernel->items.height;
    if (kernel->parts == 1) {
        value_set_bool(job, d->view, "exchange", false);
        return;
    }
    struct value *const exchange = value_set_object(job, d->view, "exchange");
    value_set_text(job, exchange, "sum_type",
                   accumulator_type(job, kernel, d->own->along_k ? 1 : d->own->vector));
    value_set_text(job, exchange, "sum",
                   d->own->along_k && d->own->sum_vector > 1 ? "gemv/total" : "sum/cell");
    value_set_integer(job, exchange, "height", d->own->cells.height);
    value_set_integer(job, exchange, "width", d->own->cells.width);
    value_set_integer(job, exchange, "items", kernel->wg.height * kernel->wg.width);
    value_set_integer(job, exchange, "half", kernel->parts / 2);
    value_set_unless(job, exchange, "apart", d->own->along_k ? 1 : items, 1);
    add_cells(d, exchange);
}

/* Vectors of sums are stored along C's lines where M is thin, across them where N is. */
static void add_tile(const struct draft *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const long long width = d->own->along_k ? 1 : d->own->vector;
    const bool across = !d->own->thin_m && width > 1;
    const bool part_n = stores_part(kernel, false);
    add_store(job, kernel, d->view, width, across, stores_part(kernel, across));
    struct value *const stores =
        add_stores(job, kernel, d->view,
                   across                 ? "stores/columns"
                   : part_n && width == 1 ? "stores/elements"
                                          : "stores/rows",
                   d->own->along_k && d->own->sum_vector > 1 ? "gemv/total" : "sum/cell");
    for (long long i = 0; i < d->own->cells.height; i++)
        add_stored_row(job, stores, i, across ? i * width : i);
    for (long long j = 0; j < d->own->cells.width; j++)
        add_stored_column(job, stores, j, across ? j : j * width);
}

void gemv_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct gemv_plan *const own = kernel->own;
    const struct draft d = {
        .job = job,
        .kernel = kernel,
        .own = own,
        .view = view,
        .large = own->thin_m ? &kernel->b : &kernel->a,
        .thin = own->thin_m ? &kernel->a : &kernel->b,
    };
    view_add_sub_group(job, view, false, 0);
    add_axes(job, kernel, view);
    add_operands(job, kernel, view);
    add_line_starts(job, view, &kernel->a, kernel->tile.height, 1, kernel->guard_m);
    add_line_starts(job, view, &kernel->b, kernel->tile.width, 1, kernel->guard_n);
    value_set_list(job, view, "clamped");
    add_places(&d);
    add_accumulators(job, kernel, view, d.own->cells.height, d.own->cells.width, d.own->sum_vector);
    const struct turns turns = add_turns(job, kernel, view, &d.own->main);
    add_formats(job, kernel, view, &turns);
    add_tiles(&d, turns.main != NULL);
    if (turns.main)
        add_main(&d, turns.main, turns.remainder, false);
    if (own->aligned)
        add_aligned(&d, turns.main, turns.remainder);
    if (turns.remainder)
        add_remainder(&d, turns.remainder);
    add_sum_of(&d);
    add_exchange(&d);
    add_tile(&d);
}
