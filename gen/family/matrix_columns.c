/*
 * Engines whose lanes have a column each of a fragment of C, and elements of A and B that are contiguous along K: dpas, mfma,
 * wmma. Part of the view of the matrix family: see matrix_view.c.
 *
 * Which lane has what follows from the numbers in the table of engines; templates/matrix/ has the functions that load a
 * fragment, and those of an emulated engine. An engine's own folder has its instruction.
 */
#include "gen/family/matrix.h"

#include <string.h>

#include "gen/family/tiled_view.h"

/* Elements of K that a lane has of each of its places, and which are contiguous. */
static long long chunk_of(const struct matrix_plan *own, struct shape lanes)
{
    return own->fragment->k / lanes.width;
}

/* Members of an operand: which of a fragment's places and elements along K a lane has, as pieces for the kernel and for comments;
 * false where all lanes have the same. */
static void add_lanes(struct job *job, const struct matrix_plan *own, struct shape lanes,
                      struct value *object)
{
    const long long all = engine_lanes(own->engine);
    const bool by_place = lanes.height > 1, by_k = lanes.width > 1;
    value_set_text(job, object, "lane_of_place", by_place ? "matrix/lane_of_place" : NULL);
    value_set_text(job, object, "lane_of_k", by_k ? "matrix/lane_of_k" : NULL);
    value_set_integer(job, object, "lanes_of_places", lanes.height);
    value_set_unless(job, object, "lanes_shared", lanes.height, all);
    value_set_unless(job, object, "lanes_before", lanes.height, 1);
    value_set_unless(job, object, "chunk", chunk_of(own, lanes), 1);
    value_set_text(job, object, "held_places",
                   !by_place             ? "matrix/all_places"
                   : lanes.height == all ? "matrix/own_place"
                                         : "matrix/some_place");
    value_set_text(job, object, "held_elements",
                   !by_k                       ? "matrix/all_of_k"
                   : chunk_of(own, lanes) == 1 ? "matrix/one_of_k"
                                               : "matrix/part_of_k");
}

/* List `of_lane`, the registers of a lane, or those of both parts: each has `elements`, `down` places and `deep` elements of K beyond the lane's
 * first one, and the function that it is made by. */
static void add_registers(struct job *job, const struct matrix_plan *own, bool left,
                          struct value *object)
{
    const long long together = fragment_together(own->fragment, left);
    const long long count = fragment_registers(own->engine, own->fragment, left);
    const long long of_place = count / fragment_places(own->engine, own->fragment, left);
    const long long parts = own->split ? 2 : 1;
    struct value *const list = value_set_list(job, object, "of_lane");
    for (long long number = 0; number < parts * count; number++) {
        struct value *const item = value_add(list, value_object(job));
        const long long i = number % count;
        value_set_text(job, item, "made_by", fragment_made_by(own->fragment, number >= count));
        const long long down = i / of_place * own->engine->rows_apart;
        const long long deep = i % of_place * together;
        value_set_unless(job, item, "down", down, 0);
        value_set_unless(job, item, "deep", deep, 0);
        struct value *const elements = value_set_list(job, item, "elements");
        for (long long j = 0; j < together; j++) {
            struct value *const element = value_add(elements, value_object(job));
            value_set_unless(job, element, "down", down, 0);
            value_set_unless(job, element, "deep", deep + j, 0);
        }
        value_mark_ends(job, elements);
    }
    value_mark_ends(job, list);
}

/* Which form a register has that is loaded by itself. */
static const char *register_form(const struct matrix_plan *own, bool along_k, long long together,
                                 bool same)
{
    if (own->split && together == 1)
        return along_k ? "matrix/made_along_k" : "matrix/made_across_k";
    if (own->split)
        return along_k ? "mma/made_together_along_k" : "mma/made_together_across_k";
    if (along_k)
        return together == 1 && same ? "mma/register_along_k" : "matrix/word_along_k";
    return together > 1 ? "mma/packed_across_k"
           : same       ? "mma/register_across_k"
                        : "matrix/one_across_k";
}

void matrix_view_lane(struct job *job, const struct kernel *kernel, const struct operand *operand,
                      struct value *object)
{
    const struct matrix_plan *const own = kernel->own;
    const struct fragment *const fragment = own->fragment;
    const bool left = is_a(operand), along_k = matrix_operand_tile(own, operand)->along_k;
    const struct shape lanes = left ? own->engine->of_a : own->engine->of_b;
    const long long registers = fragment_registers(own->engine, fragment, left);
    const long long places = fragment_places(own->engine, fragment, left);
    const char *const held = fragment_held(fragment, left);
    const long long together = fragment_together(fragment, left);
    const bool same = strcmp(held, fragment->cell) == 0;
    add_lanes(job, own, lanes, object);
    value_set_text(job, object, "load_fragment", "matrix/load_lane");
    value_set_text(job, object, "fragment_type", matrix_fragment_type(job, own, left));
    value_set_text(job, object, "factor_type", vector_name(job, held, registers));
    value_set_text(job, object, "held", held);
    value_set_integer(job, object, "together", together);
    value_set_integer(job, object, "registers", registers);
    value_set_unless(job, object, "cells_of_lane", registers * together, 1);
    value_set_text(job, object, "taken_as", fragment->operand);
    value_set_text(job, object, "exchanged_in", left ? "left" : "right");
    value_set_text(job, object, "put",
                   registers > 1 ? "matrix/put_registers" : "matrix/put_register");
    value_set_text(job, object, "loaded",
                   own->split                                ? NULL
                   : along_k && places == 1 && registers > 1 ? "matrix/words_along_k"
                   : registers == 1                          ? "matrix/only_register"
                                                             : NULL);
    value_set_text(job, object, "register_of", register_form(own, along_k, together, same));
    value_set_bool(job, object, "down", false);
    value_set_bool(job, object, "deep", false);
    add_registers(job, own, left, object);
}

/* List `rows_of_lane` of the function that multiplies in place of the engine: the rows of C of a lane, with the place of each among
 * the rows of A that a lane has. */
static void add_rows(struct job *job, const struct matrix_plan *own, struct value *view)
{
    const long long chunk = chunk_of(own, own->engine->of_a);
    struct value *const rows = value_set_list(job, view, "rows_of_lane");
    for (long long i = 0; i < own->cells.height; i++) {
        struct value *const row = value_add(rows, value_object(job));
        value_set_unless(job, row, "down", i * fragment_rows_apart(own->engine, own->fragment), 0);
        value_set_unless(job, row, "cells_before", i * chunk, 0);
    }
    value_mark_ends(job, rows);
}

void matrix_view_columns(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct matrix_plan *const own = kernel->own;
    const struct engine *const engine = own->engine;
    const long long apart = fragment_rows_apart(engine, own->fragment);
    const bool several = engine->lanes.height > 1;
    value_set_text(job, view, "sum_of_lane", accumulator_type(job, kernel, own->cells.height));
    value_set_unless(job, view, "lanes_of_row", several ? engine->lanes.width : 0, 0);
    value_set_unless(job, view, "rows_together", several && apart == 1 ? own->cells.height : 1, 1);
    value_set_unless(job, view, "rows_apart", apart, 1);
    value_set_integer(job, view, "cells_of_left",
                      engine_lanes(engine) * fragment_elements(engine, own->fragment, true));
    value_set_text(job, view, "cell_of_row",
                   engine->of_a.height == 1 ? "matrix/cell_in_rows" : "matrix/cell_of_row");
    value_set_text(job, view, "cell_of_column",
                   engine->of_b.width == 1 && engine->of_b.height == engine_lanes(engine)
                       ? "matrix/cell_of_own"
                       : "matrix/cell_of_column");
    value_set_bool(job, view, "whole_numbers", strcmp(own->fragment->sum, "i32") == 0);
    value_set_bool(job, view, "has_sign", strcmp(own->fragment->element, "u8") != 0);
    add_rows(job, own, view);
}

/* The sum at (i, j) of the tile: a lane has a column of each fragment. */
static const struct term *sum_of_column(struct job *job, const void *self, long long i, long long j)
{
    const struct matrix_plan *const own = self;
    const long long height = own->cells.height;
    return term_part(job, arena_printf(job->arena, "c_%lld_%lld", i / height, j),
                     component_name(job, height, i % height));
}

void matrix_view_sums(struct job *job, const struct kernel *kernel, const long long *rows,
                      const long long *columns, struct value *view)
{
    const struct matrix_plan *const own = kernel->own;
    const long long height = own->cells.height;
    add_accumulators(job, kernel, view, own->fragments.height, own->fragments.width, height);
    add_stores(job, kernel, view,
               &(struct stored_tile){.width = 1,
                                     .vectors = kernel->tile,
                                     .rows = rows,
                                     .columns = columns,
                                     .sum = sum_of_column,
                                     .self = own});
}
