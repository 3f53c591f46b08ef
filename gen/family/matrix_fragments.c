/*
 * How lanes have fragments: what a register holds, how one is loaded, and how many the tile of a sub-group has. Part of the view of
 * the matrix family: see matrix_view.c.
 */
#include "gen/family/matrix.h"

#include <string.h>

#include "gen/family/tiled_view.h"

const char *matrix_fragment_type(struct job *job, const struct matrix_plan *own, bool left)
{
    const long long registers =
        own->engine->described ? 1 : fragment_registers(own->engine, own->fragment, left);
    return vector_name(job, fragment_held(own->fragment, left),
                       own->split ? 2 * registers : registers);
}

/* Register `number` of a lane in a fragment: its `elements`, that `down` places and `deep` elements of K beyond the lane's first one and
 * those behind it along K; the function that makes it of an element, if any. */
static void add_register(struct job *job, const struct matrix_plan *own, struct value *registers,
                         long long number, const char *made_by, long long down, long long deep)
{
    struct value *const object = value_add(registers, value_object(job));
    struct value *const elements = value_set_list(job, object, "elements");
    for (long long i = 0; i < own->fragment->together; i++) {
        struct value *const item = value_add(elements, value_object(job));
        value_set_unless(job, item, "down", down, 0);
        value_set_unless(job, item, "deep", deep + i, 0);
    }
    value_mark_ends(job, elements);
    value_set_integer(job, object, "number", number);
    value_set_text(job, object, "made_by", made_by);
}

/* Members of an operand for the function that loads a fragment of it into the registers of lanes. */
static void add_loading(struct job *job, const struct kernel *kernel, const struct operand *operand,
                        struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    const struct fragment *const fragment = own->fragment;
    const bool left = is_a(operand);
    const struct matrix_tile *const tile = matrix_operand_tile(own, operand);
    const bool along_k = tile->along_k, packed = tile->packed;
    const long long registers = fragment_registers(own->engine, fragment, left);
    const long long rows = fragment_places(own->engine, fragment, left);
    value_set_text(job, object, "fragment_type", matrix_fragment_type(job, own, left));
    value_set_text(job, object, "load_fragment",
                   packed ? engine_template(job, own->engine,
                                            own->emulated ? "load_packed_emulated" : "load_packed")
                   : own->emulated && !own->engine->alone
                       ? engine_template(job, own->engine, "load_elements")
                   : along_k ? fragment->load_along_k
                             : fragment->load_across_k);
    if (own->engine->alone) {
        value_set_text(job, object, "place_of_lane",
                       engine_template(job, own->engine, left ? "row_of_lane" : "column_of_lane"));
        value_set_text(job, object, "lane_group",
                       engine_template(job, own->engine, left ? "row_group" : "column_group"));
    }
    value_set_integer(job, object, "registers", registers);
    value_set_text(
        job, object, "register_of",
        engine_template(job, own->engine,
                        arena_printf(job->arena, "%s_%s_k",
                                     fragment->rounding && fragment->together > 1 ? "made_together"
                                     : fragment->rounding                         ? "made"
                                     : fragment->together > 1                     ? "packed"
                                                                                  : "register",
                                     along_k ? "along" : "across")));
    struct value *const of_lane = value_set_list(job, object, "of_lane");
    for (int part = 0; part < (own->split ? 2 : 1); part++)
        for (long long i = 0; i < registers; i++)
            add_register(job, own, of_lane, i, fragment_made_by(fragment, part != 0),
                         i % rows * own->engine->rows_apart,
                         i / rows * (fragment->k * rows / registers));
    value_mark_ends(job, of_lane);
}

void matrix_view_fragments(struct job *job, const struct kernel *kernel,
                           const struct operand *operand, struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    const struct fragment *const fragment = own->fragment;
    const bool left = is_a(operand);
    const long long side = left ? fragment->m : fragment->n;
    value_set_bool(job, object, "left", left);
    value_set_bool(job, object, "along_k", matrix_operand_tile(own, operand)->along_k);
    value_set_integer(job, object, "fragment_side", side);
    if (own->engine->described)
        value_set_text(job, object, "fragment_type", matrix_fragment_type(job, own, left));
    else if (own->engine->columns)
        matrix_view_lane(job, kernel, operand, object);
    else
        add_loading(job, kernel, operand, object);
}

/* Members of the view: what a register holds of a line, and what all of a lane's of A and B are in local memory: so many cells, as
 * which their types differ from `held`. */
static void add_registers(struct job *job, const struct engine *engine,
                          const struct fragment *fragment, struct value *view)
{
    enum {
        LINE_BYTES = 16 /* that lanes load together: one register each of four */
    };
    const long long together = fragment->together;
    if (engine->described || engine->columns)
        return;
    const char *const exchanged = fragment_exchanged(fragment);
    value_set_unless(job, view, "together", together, 1);
    value_set_text(job, view, "last_of_register",
                   together == 1 ? NULL
                                 : engine_template(job, engine, together > 2 ? "to" : "and"));
    value_set_integer(job, view, "last_beside", together - 1);
    value_set_integer(job, view, "second_half", fragment->k / 2);
    value_set_integer(job, view, "elements_of_line", LINE_BYTES / fragment->cell_bytes);
    for (int left = 0; left < 2; left++) {
        const long long cells = together * fragment_registers(engine, fragment, left != 0);
        value_set_integer(job, view, left ? "left_count" : "right_count", cells);
        value_set_text(job, view, left ? "left_type" : "right_type",
                       strcmp(fragment->held, exchanged) != 0 ? vector_name(job, exchanged, cells)
                                                              : NULL);
    }
}

/* How lanes exchange an element through local memory, and read it there. */
static void add_exchanged(struct job *job, const struct kernel *kernel,
                          const struct fragment *fragment, struct value *view)
{
    const struct element *const factor = fragment_factor(fragment);
    value_set_text(job, view, "exchanged_cell", fragment_exchanged(fragment));
    struct value *const element = value_set_object(job, view, "exchanged_element");
    value_set_text(job, element, "stored", factor->name);
    value_set_text(job, element, "read", element_reads(factor, kernel->numbers.compute, 1));
    value_set_text(job, element, "memory", "elements");
    value_set_text(job, element, "address", "matrix/at_held");
}

void matrix_view_multiplication(struct job *job, const struct kernel *kernel,
                                const struct engine *engine, const struct fragment *fragment,
                                bool emulated, struct value *view)
{
    value_set_bool(job, view, "emulated", emulated);
    value_set_integer(job, view, "fragment_m", fragment->m);
    value_set_integer(job, view, "fragment_n", fragment->n);
    value_set_integer(job, view, "fragment_k", fragment->k);
    value_set_text(job, view, "fragment_element", fragment->type);
    value_set_text(job, view, "fragment_sum", fragment->sum_type);
    value_set_text(job, view, "operand_letter", fragment->operand);
    value_set_text(job, view, "result_letter", fragment->result);
    value_set_bool(job, view, "in_halves", fragment->part != NULL);
    value_set_text(job, view, "held", fragment->held);
    value_set_text(job, view, "cell", fragment->cell);
    value_set_text(job, view, "one_sum", accumulator_type(job, kernel, 1));
    add_registers(job, engine, fragment, view);
    add_exchanged(job, kernel, fragment, view);
}
