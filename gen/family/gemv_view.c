/*
 * The view of the gemv family: see gemv.c for the scheme.
 */
#include "gen/family/gemv_view.h"

static bool guarded(const struct gemv_draft *d, const struct operand *operand)
{
    return is_a(operand) ? d->kernel->guard_m : d->kernel->guard_n;
}

/* ------------------------------------------------------------------------------- loads */

static struct reading element(const struct gemv_draft *d, const struct operand *operand,
                              long long k, long long place)
{
    const bool guards = guarded(d, operand);
    return buffer_reading(operand, k, place, place, guards, guards);
}

/* Of the large operand quants, which are multiplied by the scale of their run here, or in sums. */
static void set_scale(const struct gemv_draft *d, struct reading *reading, long long run,
                      long long place)
{
    const struct element *const element = d->large->element;
    reading->read = element->read_quants;
    if (d->own->sums_runs && !element->least)
        return;
    reading->scale = gemv_scale_name(d, place, run);
    reading->quants = element->read_quants;
    reading->read = element->least ? "read/scaled_from_least" : "read/scaled";
}

/* A vector from there on, of a place that lies inside; `aligned`: at a multiple of its size. */
static struct reading vector(const struct gemv_draft *d, const struct operand *operand, long long k,
                             long long place, long long width, bool aligned)
{
    const bool guards = guarded(d, operand) && lies_along_k(operand);
    struct reading reading =
        vector_reading(operand, buffer_reading(operand, k, place, place, guards, false), width);
    if (d->own->run && operand == d->large)
        set_scale(d, &reading, k / d->own->run, place);
    else if (aligned && !in_blocks(operand))
        reading.read = arena_printf(d->job->arena, "%s_aligned", reading.read);
    return reading;
}

/* Registers of `width` elements along K, `count` of them for each place of the tile. */
static void add_runs(const struct gemv_draft *d, struct value *loads, const struct operand *operand,
                     long long width, long long count, bool aligned)
{
    const long long places = gemv_side(d, operand);
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

/* The scales of the large operand's runs, with their least values where they have such. */
static void add_scales(const struct gemv_draft *d, struct value *loads)
{
    const struct element *const element = d->large->element;
    const long long places = gemv_side(d, d->large), runs = gemv_runs(d);
    for (long long run = 0; run < runs; run++)
        for (long long place = 0; place < places; place++) {
            struct reading reading =
                vector(d, d->large, run * d->own->run, place, d->own->vector, false);
            reading.read = element->read_scale;
            add_load(d->job, d->kernel, loads, gemv_scale_name(d, place, run),
                     element->least ? 2 : 1, reading);
        }
}

/* Vectors along the places of the large operand, of `count` steps of K. */
static void add_vectors(const struct gemv_draft *d, struct value *loads, long long count,
                        bool aligned)
{
    const long long width = d->own->vector, vectors = gemv_side(d, d->large) / width;
    for (long long k = 0; k < count; k++)
        for (long long j = 0; j < vectors; j++)
            add_load(d->job, d->kernel, loads,
                     register_name(d->job, d->large, j, vectors, k, count), width,
                     width == 1 ? element(d, d->large, k, j)
                                : vector(d, d->large, k, j * width, width, aligned));
}

static struct value *loads_of(struct value *turn, const struct operand *operand)
{
    return value_child(turn, is_a(operand) ? "loads_a" : "loads_b");
}

static void add_body(const struct gemv_draft *d, struct value *turn, bool aligned)
{
    const long long depth = d->kernel->tile_k, width = d->own->vector;
    value_set_list(d->job, turn, "loads_a");
    value_set_list(d->job, turn, "loads_b");
    struct value *const thin = loads_of(turn, d->thin);
    struct value *const large = loads_of(turn, d->large);
    if (d->own->along_k) {
        add_runs(d, thin, d->thin, width, depth / width, aligned);
        if (d->own->run)
            add_scales(d, large);
        add_runs(d, large, d->large, width, depth / width, aligned);
        if (d->own->sums_runs) {
            gemv_add_runs(d, turn);
        } else {
            gemv_add_products(d, turn, "sum/cell", d->own->sum_vector, width / d->own->sum_vector,
                              1, depth / width);
        }
        return;
    }
    const long long thin_width = d->thin->vector;
    add_runs(d, thin, d->thin, thin_width, depth / thin_width, aligned);
    add_vectors(d, large, depth, aligned);
    gemv_add_products(d, turn, "sum/cell", width, 1, thin_width, depth);
}

/* Single steps of K, with places clamped: right at every edge. Along K they are added to the first element of a sum. */
static void add_remainder(const struct gemv_draft *d, struct value *turn)
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
        gemv_add_products(d, turn, d->own->sum_vector > 1 ? "sum/part" : "sum/cell", 1, 1, 1, 1);
        return;
    }
    if (!clamps)
        add_vectors(d, large, 1, false);
    else
        add_clamped_function(job, d->kernel, d->large, value_child(d->view, "clamped"), width);
    const long long vectors = gemv_side(d, d->large) / width;
    for (long long j = 0; clamps && j < vectors; j++)
        add_load(job, d->kernel, large, register_name(job, d->large, j, vectors, 0, 1), width,
                 (struct reading){.read = "read/clamped", .plus = j * width});
    gemv_add_products(d, turn, "sum/cell", width, 1, 1, 1);
}

/* -------------------------------------------------------------------------------- loops */

/* Members of the main loop: `stops_early`, whether it leaves steps to the remainder; `turn_k`, those of an iteration of all
 * work-items of a tile; `unrolled`. */
static void add_main(const struct gemv_draft *d, struct value *main, bool stops_early, bool aligned)
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
static void add_aligned(const struct gemv_draft *d, struct value *main, bool stops_early)
{
    const struct operand *const operands[] = {gemv_reads_vectors(d->large) ? d->large : NULL,
                                              gemv_reads_vectors(d->thin) ? d->thin : NULL};
    add_main(d, add_aligned_loop(d->job, d->kernel, d->view, main, operands), stops_early, true);
}

/* ------------------------------------------------------------------- sums of work-items */

/* Where the tile of a work-item begins, `begins` of both axes; and which part of K it has, `part_of_k`. */
static void add_places(const struct gemv_draft *d)
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

static void add_cells(const struct gemv_draft *d, struct value *object)
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
static void add_tiles(const struct gemv_draft *d, bool loops)
{
    struct job *const job = d->job;
    const bool several = d->own->tiles > 1, thin_m = d->own->thin_m;
    const long long side = gemv_side(d, d->large), places = side * d->own->tiles;
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
static void add_sum_of(const struct gemv_draft *d)
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
static void add_exchange(const struct gemv_draft *d)
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

/* A sum along K, made of a vector. */
static const struct term *total(struct job *job, const void *self, long long i, long long j)
{
    (void)self;
    return term_name(job, arena_printf(job->arena, "sum_%lld_%lld", i, j));
}

/* Vectors of sums are stored along C's lines where M is thin, across them where N is. */
static void add_tile(const struct gemv_draft *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const long long width = d->own->along_k ? 1 : d->own->vector;
    const bool across = !d->own->thin_m && width > 1;
    const struct shape cells = d->own->cells;
    add_stores(job, kernel, d->view,
               &(struct stored_tile){
                   .width = width,
                   .line_step = across,
                   .vectors = cells,
                   .rows = places_apart(job, cells.height, across ? width : 1),
                   .columns = places_apart(job, cells.width, across ? 1 : width),
                   .by_columns = across,
                   .sum = d->own->along_k && d->own->sum_vector > 1 ? total : NULL,
               });
}

/* The functions that read blocks: the main loop has those of the large operand without their scale, where it sums by runs. */
static void add_functions(const struct gemv_draft *d, const struct turns *turns)
{
    const struct operand *const operands[] = {&d->kernel->a, &d->kernel->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        if (turns->main && d->own->run && operand == d->large)
            view_add_unscaled(d->job, d->kernel, d->view, operand->element, operand->vector);
        else if (turns->main)
            add_format(d->job, d->kernel, d->view, operand, operand->vector, false);
        if (turns->remainder)
            add_format(d->job, d->kernel, d->view, operand, 1, false);
    }
}

void gemv_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct gemv_plan *const own = kernel->own;
    const struct gemv_draft d = {
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
    add_functions(&d, &turns);
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
