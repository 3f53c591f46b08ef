/*
 * What the view of the matrix family has for --copy bulk: see matrix_ring.c.
 */
#include "gen/family/matrix_ring.h"

#include <string.h>

#include "gen/family/tiled_view.h"

void matrix_view_loads(struct job *job, const struct kernel *kernel, const struct operand *operand,
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
    value_set_integer(job, object, "block_bytes",
                      operand->form.panel * operand->form.block * operand->element->bytes);
    value_set_text(job, object, "register_type",
                   fragment->operand[0] == 'd'   ? "f64"
                   : fragment->operand[0] == 'f' ? "f32"
                                                 : "b32");
    value_set_text(job, object, "of_tile", is_a(operand) ? "y" : "x");
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

/* Members of the packing steps: how an element lies in panels. */
static void add_kept(struct job *job, const struct matrix_plan *own, struct value *view)
{
    value_set_text(job, view, "kept",
                   own->fragment->rounding ? "matrix/kept_rounded" : "matrix/kept_as_stored");
}

void matrix_view_ring(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct matrix_plan *const own = kernel->own;
    value_set_bool(job, view, "ring", own->bulk);
    if (!own->bulk)
        return;
    const struct operand *const operands[] = {&kernel->a, &kernel->b};
    const struct shape group = kernel->group;
    long long bytes = 0;
    for (int i = 0; i < 2; i++)
        bytes += operands[i]->form.panel * operands[i]->form.block * operands[i]->element->bytes;
    value_set_text(job, view, "copies_of_ring",
                   own->emulated ? "matrix/copy_block" : "ring/nvidia");
    value_set_integer(job, view, "last_of_block", kernel->tile_k - 1);
    value_set_integer(job, view, "stages_ahead", own->stages - 1);
    value_set_integer(job, view, "stage_bytes", bytes);
    value_set_integer(job, view, "items_of_group", kernel->wg.height * kernel->wg.width);
    value_set_unless(job, view, "raster", own->raster, 1);
    value_set_text(job, view, "first_tile",
                   kernel->groups ? "matrix/first_tile" : "matrix/first_of_all");
    value_set_text(job, view, "groups", kernel->groups ? "matrix/groups" : "matrix/groups_of_all");
    value_set_integer(job, value_child(view, "m"), "last_of_group", group.height - 1);
    value_set_integer(job, value_child(view, "n"), "last_of_group", group.width - 1);
    add_kept(job, own, view);
}
