/*
 * What the view of the matrix family has for --copy bulk: see matrix_ring.c.
 */
#include "gen/family/matrix_ring.h"

#include <string.h>

#include "gen/family/tiled_view.h"

/* What lanes load of a block. */
static void add_loads(struct job *job, const struct kernel *kernel, const struct operand *operand,
                      struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    const struct fragment *const fragment = own->fragment;
    const struct fragment_order *const order = operand->form.fragments;
    const long long at_once = order->count / order->together;
    const bool differs = strcmp(fragment->held, fragment->cell) != 0;
    value_set_integer(job, object, "panel", operand->form.panel);
    value_set_integer(job, object, "load", order->count);
    value_set_unless(job, object, "first_times", fragment->k, 1);
    value_set_text(job, object, "load_of_lane",
                   !own->engine->alone ? "matrix/load_of_lane"
                   : is_a(operand)     ? "fma/row_of_lane"
                                       : "fma/column_of_lane");
    value_set_text(job, object, "register_type",
                   fragment->operand[0] == 'd'   ? "f64"
                   : fragment->operand[0] == 'f' ? "f32"
                                                 : "b32");
    struct value *const loads = value_set_list(job, object, "loads");
    for (long long i = 0; i < order->loads; i++) {
        struct value *const load = value_add(loads, value_object(job));
        value_set_integer(job, load, "count", at_once);
        value_set_integer(job, load, "elements", order->count);
        value_set_unless(job, load, "plus", i * order->lanes * order->count, 0);
        value_set_text(job, load, "as", differs ? vector_name(job, fragment->held, at_once) : NULL);
        struct value *const registers = value_set_list(job, load, "registers");
        for (long long j = 0; j < at_once; j++) {
            struct value *const item = value_add(registers, value_object(job));
            value_set_integer(job, item, "index", j);
            value_set_integer(job, item, "number", i * at_once + j);
        }
        value_mark_ends(job, registers);
    }
    value_mark_ends(job, loads);
}

void matrix_view_blocks_of_panel(struct job *job, const struct kernel *kernel,
                                 const struct operand *operand, struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    const struct matrix_tile *const tile = matrix_operand_tile(own, operand);
    value_set_integer(job, object, "block_bytes",
                      matrix_tile_cells(tile) * operand->element->bytes);
    value_set_text(job, object, "of_tile", is_a(operand) ? "y" : "x");
    if (!own->engine->described)
        add_loads(job, kernel, operand, object);
}

/* Members of the packing steps: how an element lies in panels. What is split is so when it is stored. */
static void add_kept(struct job *job, const struct matrix_plan *own, struct value *view)
{
    value_set_text(job, view, "kept",
                   own->fragment->rounding && !own->split ? "matrix/kept_rounded"
                                                          : "matrix/kept_as_stored");
}

long long matrix_items_that_copy(const struct kernel *kernel)
{
    return kernel->copiers ? kernel->copiers : kernel->wg.height * kernel->wg.width;
}

/* Member `box` of an operand: what one instruction copies of it, a panel of the tile; where it begins, and the extents and the element of the
 * map that it is a box of. */
static void add_box(struct job *job, const struct kernel *kernel, const struct operand *operand,
                    struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    const struct matrix_tile *const tile = is_a(operand) ? &own->a : &own->b;
    const char *const place =
        arena_printf(job->arena, "first_%s", kernel_axis_word(kernel, is_a(operand)));
    const char *const limit = symbol_in_kernel(is_a(operand) ? kernel->m : kernel->n);
    const long long bytes = operand->element->bytes;
    struct value *const box = value_set_object(job, object, "box");
    value_set_integer(job, box, "lines_of_box", tile->lines);
    value_set_integer(job, box, "panel_cells", tile->lines * tile->span);
    value_set_text(job, box, "at_box", tile->along_k ? "k" : place);
    value_set_text(job, box, "line_of_box", tile->along_k ? place : "k");
    value_set_text(job, box, "extent_along", tile->along_k ? "K" : limit);
    value_set_text(job, box, "extent_of_lines", tile->along_k ? limit : "K");
    value_set_integer(job, box, "unsigned_type", bytes == 1 ? 0 : bytes == 2 ? 1 : 2);
    value_set_integer(job, box, "swizzle_mode",
                      tile->span * bytes == MOST_SPAN_BYTES    ? 3
                      : tile->span * bytes == LEAST_SPAN_BYTES ? 1
                                                               : 2);
}

/* How blocks or boxes come into a stage: where all work-items copy (`copy_of_ring`), and where one lane of a sub-group of its own does (`by_lane`), or all
 * of its lanes (`by_all`); and what these need. */
static void add_copies(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct matrix_plan *const own = kernel->own;
    const bool apart = !own->emulated;
    value_set_text(job, view, "copies_of_ring",
                   own->tensor ? apart ? "ring/tensor" : "matrix/copies"
                   : apart     ? "ring/nvidia"
                               : "matrix/copy_block");
    value_set_text(job, view, "copy_of_ring",
                   own->tensor ? "matrix/fill_tile" : "matrix/copy_plain");
    value_set_text(job, value_set_object(job, view, "by_lane"), "fill_stage",
                   own->tensor ? "matrix/stage_tensor" : "matrix/stage_bulk");
    value_set_bool(job, view, "tensor", own->tensor);
    if (!own->tensor) {
        value_set_bool(job, view, "by_all", false);
        return;
    }
    value_set_text(job, value_set_object(job, view, "by_all"), "fill_stage", "matrix/stage_plain");
    value_set_text(job, view, "filled", "filled");
    value_set_text(job, view, "first_k", "k");
    value_set_integer(job, view, "copiers", kernel->copiers);
    value_set_integer(job, view, "second_map", MAP_BYTES);
    value_set_integer(job, view, "bytes_of_maps", 2 * MAP_BYTES);
    value_set_integer(job, view, "words_of_map", MAP_BYTES / 4);
    add_box(job, kernel, &kernel->a, value_child(view, "a"));
    add_box(job, kernel, &kernel->b, value_child(view, "b"));
}

void matrix_view_ring(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct matrix_plan *const own = kernel->own;
    value_set_bool(job, view, "ring", own->ring);
    value_set_text(job, view, "copier", own->tensor && !own->emulated ? "lane" : "item");
    if (!own->ring)
        return;
    const struct shape group = kernel->group;
    const long long cells = matrix_tile_cells(&own->a) + matrix_tile_cells(&own->b);
    const long long lanes = engine_lanes(own->engine);
    add_copies(job, kernel, view);
    value_set_integer(job, view, "last_of_block", kernel->tile_k - 1);
    value_set_integer(job, view, "stages_ahead", own->stages - 1);
    value_set_integer(job, view, "stage_bytes", cells * kernel->a.element->bytes);
    value_set_unless(job, view, "registers_kept", own->kept, 0);
    value_set_unless(job, view, "registers_taken", own->taken, 0);
    value_set_integer(job, view, "items_of_group", kernel->wg.height * kernel->wg.width);
    value_set_unless(job, view, "raster", own->raster, 1);
    value_set_text(job, view, "first_tile",
                   kernel->groups ? "matrix/first_tile" : "matrix/first_of_all");
    value_set_text(job, view, "groups", kernel->groups ? "matrix/groups" : "matrix/groups_of_all");
    value_set_bool(job, view, "several_warps", lanes > SPEC_WARP);
    value_set_integer(job, view, "warp", SPEC_WARP);
    value_set_integer(job, view, "users_of_stage",
                      own->sub_groups.height * own->sub_groups.width * lanes / SPEC_WARP);
    value_set_text(job, view, "return_of_stage",
                   own->under_way ? "matrix/return_last" : "matrix/return_used");
    value_set_text(job, view, "end_of_tile",
                   own->under_way && !own->emulated ? "matrix/end_last" : NULL);
    value_set_integer(job, value_child(view, "m"), "last_of_group", group.height - 1);
    value_set_integer(job, value_child(view, "n"), "last_of_group", group.width - 1);
    if (own->bulk)
        add_kept(job, own, view);
}
