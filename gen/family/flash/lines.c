/*
 * What a lane has of each row: its lines of accumulators, masks that are added to scores, weights and sums as they are stored. Part of the view of
 * the flash family: see view.c.
 */
#include "gen/family/attends.h"
#include "gen/family/flash/view.h"
#include "gen/view/steps.h"

#include <string.h>

/* How far the row at `i` of a line is from the first one that the lane has. */
static long long row_of(const struct flash_draft *d, long long line, long long i)
{
    const struct flash_plan *const own = d->own;
    const long long of_fragment = own->lines / own->fragments;
    const long long apart = fragment_rows_apart(own->engine, own->fragment);
    return line / of_fragment * own->fragment->m + (line % of_fragment + i) * apart;
}

/* The first column that the lane has of a fragment, and the column at `i` of an accumulator of fragment `j`. */
static const struct term *column_of(const struct flash_draft *d, long long j, long long i)
{
    return term_plus(d->page.job, matrix_place_of_lane(&d->scores, false),
                     j * d->own->fragment->n + i);
}

static void add_names(const struct flash_draft *d, const char *name, const char *letter,
                      long long line, long long count, struct value *item)
{
    struct job *const job = d->page.job;
    struct value *const list = value_set_list(job, item, name);
    for (long long j = 0; j < count; j++) {
        struct value *const sum = value_add(list, value_object(job));
        value_set_term(job, sum, "sum", page_printed(&d->page, "%s_%lld_%lld", letter, line, j));
        value_set_unless(job, sum, "behind", j * d->own->fragment->n, 0);
    }
    value_mark_ends(job, list);
}

void flash_view_lines(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    const struct flash_plan *const own = d->own;
    struct value *const lines = value_set_list(job, d->page.view, "lines");
    struct value *const distances = value_set_list(job, d->page.view, "distances");
    for (long long line = 0; line < own->lines; line++) {
        struct value *const item = value_add(lines, value_object(job));
        value_set_integer(job, item, "line", line);
        value_set_term(job, item, "place",
                       term_plus(job,
                                 term_add(job, page_name(&d->page, "tile_row"),
                                          matrix_place_of_lane(&d->scores, true)),
                                 row_of(d, line, 0)));
        struct value *const further = value_set_list(job, item, "further");
        for (long long i = 0; d->rows > 1 && i < d->rows; i++)
            value_set_integer(job, value_add(further, value_object(job)), "behind",
                              row_of(d, line, i) - row_of(d, line, 0));
        value_mark_ends(job, further);
        value_set_bool(job, item, "several_in_line", d->rows > 1);
        add_names(d, "scores", "s", line, own->keys / own->fragment->n, item);
        add_names(d, "totals", "o", line, own->head / own->fragment->n, item);
    }
    for (long long apart = 1; apart < own->engine->lanes.width; apart *= 2)
        value_set_integer(job, value_add(distances, value_object(job)), "distance", apart);
    value_set_term(job, d->page.view, "column_of_lane", matrix_place_of_lane(&d->scores, false));
}

/* The place of a row of a line, "row_0" or "row_0.s1". */
static const struct term *row_name(const struct flash_draft *d, long long line, long long i)
{
    const char *const name = arena_printf(d->page.job->arena, "row_%lld", line);
    return d->rows > 1 ? term_part(d->page.job, name, component_name(d->page.job, d->rows, i))
                       : page_name(&d->page, name);
}

static const struct term *component(const struct flash_draft *d, const char *letter, long long line,
                                    long long j, long long i)
{
    struct job *const job = d->page.job;
    return term_component(job, page_printed(&d->page, "%s_%lld_%lld", letter, line, j),
                          component_name(job, d->width, i));
}

/* A key of the block, no further than the last one. */
static const struct term *key_of(const struct flash_draft *d, long long j, long long i)
{
    struct job *const job = d->page.job;
    const struct term *const key = term_add(job, page_name(&d->page, "first"), column_of(d, j, i));
    return term_min(job, key, page_name(&d->page, "last_key"));
}

/* Where the mask's number for a row of the work-group lies: the row of a head, and where heads are packed the head. */
static void add_mask(const struct flash_draft *d, const struct term *row, const struct term *key,
                     struct value *item)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const long long heads = kernel->problem.packed_heads;
    const bool by_head = heads > 1 && kernel->problem.mask == MASK_MATRIX;
    attends_view_mask(&d->page,
                      term_min(job, heads > 1 ? term_over(job, row, heads) : row,
                               page_name(&d->page, "last_row")),
                      by_head ? term_add(job,
                                         term_mul(job, term_rest(job, row, heads),
                                                  page_name(&d->page, "mask_head")),
                                         key)
                              : key,
                      item);
}

void flash_view_masks(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    const struct flash_plan *const own = d->own;
    const bool masked = d->page.kernel->problem.mask != MASK_NONE;
    const bool of_rows = d->page.kernel->problem.mask == MASK_MATRIX;
    struct value *const list = value_set_list(job, d->page.view, "masks");
    value_set_bool(job, d->page.view, "mask_of_rows", of_rows);
    for (long long line = 0; masked && line < own->lines; line++)
        for (long long j = 0; j < own->keys / own->fragment->n; j++)
            for (long long i = 0; i < d->width; i++) {
                struct value *const item = value_add(list, value_object(job));
                const long long row = d->rows > 1 ? i : 0, column = d->rows > 1 ? 0 : i;
                value_set_term(job, item, "score", component(d, "s", line, j, i));
                add_mask(d, row_name(d, line, row), key_of(d, j, column), item);
            }
}

/* List `put_weights`: where each weight goes in the tile. */
static void add_tile_of_weights(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    const struct flash_plan *const own = d->own;
    struct value *const list = value_set_list(job, d->page.view, "put_weights");
    for (long long line = 0; own->weights_in_tile && line < own->lines; line++)
        for (long long j = 0; j < own->keys / own->fragment->n; j++) {
            struct value *const item = value_add(list, value_object(job));
            struct value *const cells = value_set_list(job, item, "cells");
            value_set_term(job, item, "weight", page_printed(&d->page, "s_%lld_%lld", line, j));
            for (long long i = 0; i < d->width; i++) {
                struct value *const cell = value_add(cells, value_object(job));
                value_set_term(
                    job, cell, "cell",
                    term_at(job, term_at(job, page_name(&d->page, "p_tile"), row_name(d, line, i)),
                            column_of(d, j, 0)));
                value_set_term(job, cell, "number",
                               term_component(job, page_name(&d->page, "rounded"),
                                              component_name(job, d->width, i)));
            }
        }
}

void flash_view_stores(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    const struct flash_plan *const own = d->own;
    const struct kernel *const kernel = d->page.kernel;
    const struct element *const weight = fragment_factor(own->fragment, true);
    const bool halves = strcmp(weight->type, "f16") == 0;
    struct value *const object = value_set_object_if(job, d->page.view, "halves", halves);
    const long long stored = d->rows > 1 ? 1 : d->width;
    const struct term *const own_row = page_name(&d->page, "row_of_o");
    if (object) {
        value_set_integer(job, object, "lanes", d->width);
        value_set_text(job, object, "vector_type", vector_name(job, "ushort", d->width));
        value_set_text(job, object, "type", accumulator_type(job, kernel, d->width));
    }
    value_set_text(job, d->page.view, "rounded_type", vector_name(job, "ushort", d->width));
    value_set_text(job, d->page.view, "rounds", halves ? "halves" : "nearest_bf16x");
    value_set_integer(job, d->page.view, "weights_at_once", d->width);
    view_add_rounding(job, kernel, weight, kernel->numbers.accumulate, d->width, d->page.view);
    view_add_rounding(job, kernel, kernel->c.element, kernel->numbers.scalar, stored, d->page.view);
    add_tile_of_weights(d);
    struct value *const stores = value_set_list(job, d->page.view, "stores");
    for (long long line = 0; line < own->lines; line++)
        for (long long i = 0; i < d->rows; i++) {
            struct value *const row = value_add(stores, value_object(job));
            struct value *const vectors = value_set_list(job, row, "vectors");
            const char *const inverse = arena_printf(job->arena, "inverse_%lld", line);
            value_set_term(job, row, "row", row_name(d, line, i));
            for (long long j = 0; j < own->head / own->fragment->n; j++) {
                struct value *const item = value_add(vectors, value_object(job));
                const char *const sum = arena_printf(job->arena, "o_%lld_%lld", line, j);
                view_add_write(job, kernel->c.element, kernel->numbers.scalar, stored > 1, item);
                value_set_text(job, item, "written", "write/value");
                value_set_bool(job, item, "part", false);
                value_set_integer(job, item, "width", stored);
                value_set_unless(job, item, "lanes", stored, 1);
                value_set_term(job, item, "place", column_of(d, j, 0));
                value_set_term(
                    job, item, "value",
                    term_mul(job,
                             d->rows > 1 ? component(d, "o", line, j, i) : page_name(&d->page, sum),
                             d->rows > 1 ? term_part(job, inverse, component_name(job, d->rows, i))
                                         : page_name(&d->page, inverse)));
                value_set_term(job, item, "target",
                               stored > 1 ? term_add(job, own_row, column_of(d, j, 0)) : own_row);
            }
        }
}

void flash_view_parts(const struct flash_draft *d)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const struct flash_plan *const own = d->own;
    const long long items = kernel->wg.height * kernel->wg.width, width = d->width;
    const long long of_line = own->head / own->fragment->n;
    struct value *const object = d->page.view;
    if (!kernel->sums_in_launch)
        return;
    value_set_integer(job, object, "numbers_of_part", own->rows * kernel->row_numbers);
    value_set_integer(job, object, "numbers_of_tile",
                      own->rows * kernel->row_numbers * kernel->split_k);
    struct value *const lines = value_set_list(job, object, "stored_lines");
    for (long long line = 0; line < own->lines; line++) {
        struct value *const item = value_add(lines, value_object(job));
        struct value *const sums = value_set_list(job, item, "stored_sums");
        const struct term *const place = term_times(job, page_name(&d->page, "own"), d->rows);
        const long long first = own->rows * own->head + 2 * line * items * d->rows;
        value_set_integer(job, item, "line", line);
        value_set_term(job, item, "place_of_most", term_plus(job, place, first));
        value_set_term(job, item, "place_of_total", term_plus(job, place, first + items * d->rows));
        for (long long j = 0; j < of_line; j++) {
            struct value *const sum = value_add(sums, value_object(job));
            value_set_term(job, sum, "sum", page_printed(&d->page, "o_%lld_%lld", line, j));
            value_set_term(job, sum, "place_of_sum",
                           term_plus(job, term_times(job, page_name(&d->page, "own"), width),
                                     (line * of_line + j) * items * width));
        }
    }
}
