/*
 * Engines whose lanes have a column each of a fragment of C, and elements of A and B that are contiguous along K: dpas, mfma,
 * wmma. Part of the view of the matrix family: see view.c.
 *
 * Which lane has what follows from the numbers in the table of engines; templates/matrix/ has the functions that load a
 * fragment, and those of an emulated engine. An engine's own folder has its instruction.
 */
#include "gen/family/matrix/ring.h"

#include <string.h>

#include "gen/family/page.h"

/* Elements of K that a lane has of each of its places, and which are contiguous. */
static long long chunk_of(const struct matrix_plan *own, struct shape lanes)
{
    return own->fragment->k / lanes.width;
}

/* Members of an operand: which of a fragment's places and elements along K a lane has, from `place_of_lane` and `k_of_lane` on, and for
 * comments, as pieces. */
static void add_lanes(const struct page *page, struct shape lanes, struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const long long all = engine_lanes(own->engine), chunk = chunk_of(own, lanes);
    const bool by_place = lanes.height > 1, by_k = lanes.width > 1;
    const struct term *const lane = page_name(page, "lane");
    const struct term *const place =
        lanes.height == all ? lane : term_rest(job, lane, lanes.height);
    const struct term *const k = term_times(job, term_over(job, lane, lanes.height), chunk);
    const struct term *const first = page_name(page, "first"), *const step =
                                                                   page_name(page, "step");
    value_set_term(job, object, "place_of_lane", by_place ? term_add(job, first, place) : first);
    value_set_term(job, object, "k_of_lane", by_k ? term_add(job, step, k) : step);
    value_set_integer(job, object, "lanes_of_places", lanes.height);
    value_set_unless(job, object, "lanes_before", lanes.height, 1);
    value_set_integer(job, object, "chunk", chunk);
    value_set_text(job, object, "held_places",
                   !by_place             ? "columns/all_places"
                   : lanes.height == all ? "columns/own_place"
                                         : "columns/some_place");
    value_set_text(job, object, "held_elements",
                   !by_k        ? "columns/all_of_k"
                   : chunk == 1 ? "columns/one_of_k"
                                : "columns/part_of_k");
}

/* List `of_lane`, the registers of a lane, or those of both parts: each has `elements`, and the function that it is made by. */
static void add_registers(const struct page *page, const struct operand *operand,
                          struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const bool left = is_a(operand);
    const long long together = fragment_together(own->fragment, left);
    const long long count = fragment_registers(own->engine, own->fragment, left);
    const long long of_place = count / fragment_places(own->engine, own->fragment, left);
    struct value *const list = value_set_list(job, object, "of_lane");
    for (long long number = 0; number < (own->split ? 2 : 1) * count; number++) {
        struct value *const item = value_add(list, value_object(job));
        const long long i = number % count;
        value_set_text(job, item, "made_by", fragment_made_by(own->fragment, number >= count));
        matrix_view_elements(page, operand, together, i / of_place * own->engine->rows_apart,
                             i % of_place * together, item);
    }
    value_mark_ends(job, list);
}

/* Which form a register has that is loaded by itself. */
static const char *register_form(const struct matrix_plan *own, bool along_k, long long together,
                                 bool same)
{
    if (own->split && together == 1)
        return "columns/made_single";
    if (own->split)
        return along_k ? "mma/made_of_word" : "mma/made_together";
    if (along_k)
        return together == 1 && same ? "mma/register" : "columns/word_along_k";
    return together > 1 ? "mma/packed" : same ? "mma/register" : "columns/one_across_k";
}

/* What the function that multiplies is given of A (`left`) or B, takes it as, and puts it into local memory for. */
static void add_factor(const struct page *page, bool left, const char *held, long long registers)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    struct value *const factor = value_child(page->view, left ? "left_factor" : "right_factor");
    value_set_text(job, factor, "factor_type", vector_name(job, held, registers));
    value_set_text(job, factor, "taken_as", own->fragment->taken_as);
    value_set_text(job, factor, "held", held);
    value_set_integer(job, factor, "registers", registers);
    value_set_text(job, factor, "exchanged_in", left ? "left" : "right");
    value_set_text(job, factor, "put",
                   registers > 1 ? "columns/put_registers" : "columns/put_register");
}

void matrix_view_lane(const struct page *page, const struct operand *operand, struct value *object)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct fragment *const fragment = own->fragment;
    const bool left = is_a(operand), along_k = matrix_operand_tile(own, operand)->along_k;
    const struct shape lanes = engine_lanes_of(own->engine, left);
    const long long registers = fragment_registers(own->engine, fragment, left);
    const long long places = fragment_places(own->engine, fragment, left);
    const char *const held = fragment_held(fragment, left);
    const long long together = fragment_together(fragment, left);
    const bool same = strcmp(held, fragment->cell) == 0;
    add_lanes(page, lanes, object);
    value_set_text(job, object, "load_fragment", "matrix/load_lane");
    value_set_text(job, object, "fragment_type", matrix_fragment_type(job, own, left));
    value_set_text(job, object, "held", held);
    value_set_integer(job, object, "together", together);
    value_set_integer(job, object, "registers", registers);
    value_set_text(job, object, "loaded",
                   own->split                                ? NULL
                   : along_k && places == 1 && registers > 1 ? "columns/words_along_k"
                   : registers == 1                          ? "columns/only_register"
                                                             : NULL);
    value_set_text(job, object, "register_of", register_form(own, along_k, together, same));
    add_registers(page, operand, object);
    add_factor(page, left, held, registers);
}

/* Where all lanes of an emulated engine have put an element of A or B at step k: that of the lane that has it of `place`, which is the
 * number `part` of the places of a lane. */
static const struct term *cell_at(const struct page *page, bool left, const struct term *place,
                                  long long part)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct shape lanes = engine_lanes_of(own->engine, left);
    const long long chunk = chunk_of(own, lanes);
    const long long cells = fragment_elements(own->engine, own->fragment, left);
    const struct term *const k = page_name(page, "k");
    const struct term *const later = term_over(job, k, chunk);
    const struct term *const lane =
        lanes.width > 1 ? term_add(job, place, term_times(job, later, lanes.height)) : place;
    const struct term *const inner = term_rest(job, k, chunk);
    if (left && lanes.height == 1)
        return term_add(job, term_plus(job, term_times(job, later, cells), part * chunk), inner);
    if (!left && lanes.width == 1 && lanes.height == engine_lanes(own->engine))
        return term_add(job, term_times(job, page_name(page, "lane"), cells), k);
    return term_add(job, term_times(job, lane, cells), inner);
}

/* Of the function that multiplies in place of the engine: list `rows_of_lane` of the rows of C of a lane, each with `cell_of_row`, the cell of its
 * element of A; and `cell_of_column`, that of B. */
static void add_cells(const struct page *page)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const long long apart = fragment_rows_apart(own->engine, own->fragment);
    const struct term *const row = matrix_place_of_lane(page, true);
    struct value *const rows = value_set_list(job, page->view, "rows_of_lane");
    for (long long i = 0; i < own->cells.height; i++)
        value_set_term(job, value_add(rows, value_object(job)), "cell_of_row",
                       cell_at(page, true, term_plus(job, row, i * apart), i));
    value_mark_ends(job, rows);
    value_set_term(job, page->view, "cell_of_column",
                   cell_at(page, false, matrix_place_of_lane(page, false), 0));
}

void matrix_view_columns(const struct page *page)
{
    struct job *const job = page->job;
    struct value *const view = page->view;
    const struct matrix_plan *const own = page->kernel->own;
    const struct engine *const engine = own->engine;
    const long long apart = fragment_rows_apart(engine, own->fragment);
    const bool several = engine->lanes.height > 1;
    value_set_text(job, view, "sum_of_lane",
                   accumulator_type(job, page->kernel, own->cells.height));
    value_set_unless(job, view, "lanes_of_row", several ? engine->lanes.width : 0, 0);
    value_set_unless(job, view, "rows_together", several && apart == 1 ? own->cells.height : 1, 1);
    value_set_unless(job, view, "rows_apart", apart, 1);
    value_set_integer(job, view, "cells_of_left",
                      engine_lanes(engine) * fragment_elements(engine, own->fragment, true));
    value_set_bool(job, view, "whole_numbers", strcmp(own->fragment->sum, "i32") == 0);
    value_set_bool(job, view, "has_sign", strcmp(own->fragment->element, "u8") != 0);
    add_cells(page);
}

/* The sum at (i, j) of the tile, of a gated product that of the first or the second one: a lane has a column of each fragment. */
static const struct term *component_of(struct job *job, const struct kernel *kernel, int product,
                                       long long i, long long j)
{
    const long long height = matrix_own(kernel)->cells.height;
    const char *const word = kernel_sum_word(kernel, product, "c");
    return term_part(job, arena_printf(job->arena, "%s_%lld_%lld", word, i / height, j),
                     component_name(job, height, i % height));
}

static const struct term *sum_of_column(struct job *job, const void *self, long long i, long long j)
{
    return component_of(job, self, 0, i, j);
}

static const struct term *up_of_column(struct job *job, const void *self, long long i, long long j)
{
    return component_of(job, self, 1, i, j);
}

void matrix_view_sums(const struct page *page, const long long *rows, const long long *columns)
{
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = kernel->own;
    const struct shape fragments = {own->fragments.height / own->halves.height,
                                    own->fragments.width / own->halves.width};
    add_accumulators(page, fragments, own->cells.height);
    keep_sums(page, &(struct kept_sums){.vectors = fragments, .width = own->cells.height});
    add_stores(page, &(struct stored_tile){.width = 1,
                                           .vectors = kernel->tile,
                                           .rows = rows,
                                           .columns = columns,
                                           .sum = sum_of_column,
                                           .up = up_of_column,
                                           .self = kernel});
}
