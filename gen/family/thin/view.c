/*
 * The view of the thin family: see thin.c for the scheme.
 *
 * A sub-group has sums s_I_J of pairs: of the large operand's place lane / 4 + 8 I, of the thin places 2 (lane % 4) + 8 J and the next one.
 */
#include "gen/family/families.h"
#include "gen/family/thin/thin.h"

#include <string.h>

#include "gen/family/tiled_view.h"
#include "gen/view/family.h"

enum {
    PAIR = 2 /* of thin places, whose sums a lane has */
};

static bool guarded(const struct thin_draft *d, const struct operand *operand)
{
    return is_a(operand) ? d->kernel->guard_m : d->kernel->guard_n;
}

static struct value *operand_of(const struct thin_draft *d, const struct operand *operand)
{
    return value_child(d->view, is_a(operand) ? "a" : "b");
}

/* From one line of an operand that a lane reads to the next one, in places. */
static long long apart(const struct thin_draft *d, const struct operand *operand)
{
    return operand == d->large ? fragment_rows_apart(d->own->engine, d->own->fragment)
                               : d->own->fragment->n;
}

/* ------------------------------------------------------------------------------ places */

static void add_lines(const struct thin_draft *d, const struct operand *operand)
{
    struct value *const object = operand_of(d, operand);
    struct value *const lines = value_set_list(d->job, object, "lines");
    const bool tiles = operand == d->large && d->own->side_groups > 1;
    const long long together = operand->element->lines;
    const long long count = together ? d->own->fragments : thin_lines(d, operand);
    value_set_text(d->job, object, "line_place",
                   guarded(d, operand) ? "thin/place_inside" : "thin/place_alone");
    value_set_text(d->job, object, "lines_form", together ? "thin/lines_of_blocks" : "tiled/lines");
    value_set_unless(d->job, object, "lines_of_block", together, 0);
    value_set_text(d->job, object, "in_tile", tiles ? thin_place_word(d, operand) : NULL);
    for (long long i = 0; i < count; i++) {
        struct value *const line = value_add(lines, value_object(d->job));
        value_set_integer(d->job, line, together ? "fragment" : "line", i);
        value_set_unless(d->job, line, "plus", i * (together ? together : apart(d, operand)), 0);
    }
}

static void add_places(const struct thin_draft *d)
{
    struct job *const job = d->job;
    const struct thin_plan *const own = d->own;
    value_set_text(job, d->view, "item",
                   d->kernel->parts > 1 ? "local/item_of_line" : "local/item");
    value_set_integer(job, d->view, "lanes_of_engine", engine_lanes(own->engine));
    value_set_integer(job, d->view, "lanes_of_line", own->engine->of_a.width);
    value_set_integer(job, d->view, "lane_span", own->lane_span);
    value_set_unless(job, d->view, "parts", d->kernel->parts, 1);
    value_set_unless(job, d->view, "side_groups", own->side_groups, 1);
    value_set_bool(job, d->view, "names_sub_group", own->side_groups > 1 || own->emulated);
    value_set_integer(job, d->view, "places_of_tile", own->places);
    value_set_text(job, d->view, "long_place", thin_place_word(d, d->large));
    add_lines(d, d->large);
    add_lines(d, d->thin);
}

/* ---------------------------------------------------------------------- multiplication */

/* The function that multiplies two fragments: the large operand is the left one there. */
static void add_multiplication(const struct thin_draft *d)
{
    struct job *const job = d->job;
    struct value *const object = value_set_object(job, d->view, "multiplication");
    const struct operand *const sides[] = {d->large, d->thin};
    matrix_view_multiplication(job, d->kernel, d->own->engine, d->own->fragment, d->own->emulated,
                               d->view);
    value_set_text(
        job, object, "engine",
        engine_template(job, d->own->engine, d->own->emulated ? "exchange" : "multiply"));
    value_set_text(job, object, "given", "thin/from_lines");
    value_set_text(job, object, "row", thin_place_word(d, d->large));
    value_set_text(job, object, "column", thin_place_word(d, d->thin));
    for (int i = 0; i < 2; i++)
        value_set_text(job, value_set_object(job, object, i ? "b" : "a"), "letter",
                       thin_letter(d, sides[i]));
    value_set_unless(job, d->view, "exchanged", d->own->exchanged, 0);
    value_set_integer(job, d->view, "sub_groups", d->own->sub_groups);
}

/* List `rows_of_sums`: lines of pairs of sums, those of a line of the thin operand. */
static void add_sums(const struct thin_draft *d)
{
    struct value *const rows = value_set_list(d->job, d->view, "rows_of_sums");
    for (long long j = 0; j < d->own->thin_ones; j++) {
        struct value *const sums =
            value_set_list(d->job, value_add(rows, value_object(d->job)), "sums");
        for (long long i = 0; i < thin_lines(d, d->large); i++) {
            struct value *const sum = value_add(sums, value_object(d->job));
            value_set_integer(d->job, sum, "i", i);
            value_set_integer(d->job, sum, "j", j);
        }
        value_mark_ends(d->job, sums);
    }
}

/* --------------------------------------------------------------------------------- sums */

/* What a lane has, by the place in local memory: `across` on the thin side and `along` the other. */
static void add_held_sums(const struct thin_draft *d)
{
    struct job *const job = d->job;
    struct value *const held = value_set_list(job, d->view, "held_sums");
    for (long long i = 0; i < thin_lines(d, d->large); i++)
        for (long long j = 0; j < d->own->thin_ones; j++)
            for (long long element = 0; element < PAIR; element++) {
                struct value *const sum = value_add(held, value_object(job));
                value_set_integer(job, sum, "i", i);
                value_set_integer(job, sum, "j", j);
                value_set_text(job, sum, "element", component_name(job, PAIR, element));
                value_set_unless(job, sum, "across", j * d->own->fragment->n + element, 0);
                value_set_unless(job, sum, "along", i * apart(d, d->large), 0);
            }
}

/* How work-items share the tile of the work-group: neighbours along the lines of C. */
struct sharing {
    struct shape items, cells; /* along canonical M and N */
};

static struct sharing sharing_of(const struct kernel *kernel)
{
    const struct shape group = kernel->group;
    const long long all = kernel->wg.height * kernel->wg.width;
    struct sharing sharing;
    sharing.items.width = group.width < all ? group.width : all;
    sharing.items.height =
        group.height < all / sharing.items.width ? group.height : all / sharing.items.width;
    sharing.cells =
        (struct shape){group.height / sharing.items.height, group.width / sharing.items.width};
    return sharing;
}

static void add_cells(const struct thin_draft *d, const struct sharing *sharing)
{
    struct job *const job = d->job;
    struct value *const cells = value_set_list(job, d->view, "cells");
    for (long long i = 0; i < sharing->cells.height; i++)
        for (long long j = 0; j < sharing->cells.width; j++) {
            struct value *const cell = value_add(cells, value_object(job));
            value_set_integer(job, cell, "i", i);
            value_set_integer(job, cell, "j", j);
            value_set_unless(job, cell, "down", i * sharing->items.height, 0);
            value_set_unless(job, cell, "along", j * sharing->items.width, 0);
        }
}

static void add_stores_of(const struct thin_draft *d, const struct sharing *sharing)
{
    struct job *const job = d->job;
    const struct shape cells = sharing->cells, items = sharing->items;
    add_stores(job, d->kernel, d->view,
               &(struct stored_tile){.width = 1,
                                     .vectors = cells,
                                     .rows = places_apart(job, cells.height, items.height),
                                     .columns = places_apart(job, cells.width, items.width)});
}

static void add_tile(const struct thin_draft *d)
{
    struct job *const job = d->job;
    const struct sharing sharing = sharing_of(d->kernel);
    const long long storing = sharing.items.height * sharing.items.width;
    const long long all = d->kernel->wg.height * d->kernel->wg.width;
    const long long places = d->own->places * d->own->side_groups;
    value_set_integer(job, d->view, "parts_of_sums", d->kernel->parts);
    value_set_unless(job, d->view, "several_parts", d->kernel->parts, 1);
    value_set_integer(job, d->view, "thin_places", d->own->thin_places);
    value_set_integer(job, d->view, "sums_pitch", places + d->own->engine->lanes.width);
    value_set_unless(job, d->view, "storing", storing, all);
    value_set_text(job, d->view, "inner_place", kernel_axis_word(d->kernel, false));
    value_set_text(job, d->view, "outer_place", kernel_axis_word(d->kernel, true));
    value_set_integer(job, d->view, "inner_items", sharing.items.width);
    value_set_text(job, d->view, "thin_of_cell",
                   d->own->thin_m ? "thin/row_of_cell" : "thin/column_of_cell");
    value_set_text(job, d->view, "long_of_cell",
                   d->own->thin_m ? "thin/column_of_cell" : "thin/row_of_cell");
    add_held_sums(d);
    add_cells(d, &sharing);
    add_stores_of(d, &sharing);
}

void thin_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct thin_plan *const own = kernel->own;
    const struct thin_draft d = {
        .job = job,
        .kernel = kernel,
        .own = own,
        .view = view,
        .large = own->thin_m ? &kernel->b : &kernel->a,
        .thin = own->thin_m ? &kernel->a : &kernel->b,
    };
    view_add_sub_group(job, view, false, 0);
    value_set_list(job, view, "clamped");
    add_axes(job, kernel, view);
    add_operands(job, kernel, view);
    add_places(&d);
    add_multiplication(&d);
    value_set_text(job, view, "pair_type", accumulator_type(job, kernel, PAIR));
    add_accumulators(job, kernel, view, 1, 1, 1);
    add_sums(&d);
    thin_view_loops(&d);
    add_tile(&d);
}

const struct family_view family_thin_view = {
    .page = "thin/kernel.cl",
    .fill = thin_view,
};
