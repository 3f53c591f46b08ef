/*
 * The view of the thin family: see thin.c for the scheme.
 *
 * A sub-group has sums s_I_J of pairs: of the large operand's place lane / 4 + 8 I, of the thin places 2 (lane % 4) + 8 J and the next one.
 */
#include "gen/family/thin.h"

#include <string.h>

#include "gen/family/tiled_view.h"

enum {
    PAIR = 2 /* of thin places, whose sums a lane has */
};

struct draft {
    struct job *job;
    const struct kernel *kernel;
    const struct thin_plan *own;
    struct value *view;
    const struct operand *large, *thin;
};

static bool guarded(const struct draft *d, const struct operand *operand)
{
    return is_a(operand) ? d->kernel->guard_m : d->kernel->guard_n;
}

static struct value *operand_of(const struct draft *d, const struct operand *operand)
{
    return value_child(d->view, is_a(operand) ? "a" : "b");
}

static const char *place_word(const struct draft *d, const struct operand *operand)
{
    return kernel_axis_word(d->kernel, is_a(operand));
}

static const char *letter_of(const struct draft *d, const struct operand *operand)
{
    return arena_printf(d->job->arena, "%c", operand_letter(operand));
}

/* Lines of an operand that a lane reads: of the large one a fragment has two. */
static long long lines_of(const struct draft *d, const struct operand *operand)
{
    const long long places = fragment_places(d->own->engine, d->own->fragment, true);
    return operand == d->large ? places * d->own->fragments : d->own->thin_ones;
}

/* From one of them to the next. */
static long long apart(const struct draft *d, const struct operand *operand)
{
    return operand == d->large ? fragment_rows_apart(d->own->engine, d->own->fragment)
                               : d->own->fragment->n;
}

/* ------------------------------------------------------------------------------ places */

static void add_lines(const struct draft *d, const struct operand *operand)
{
    struct value *const object = operand_of(d, operand);
    struct value *const lines = value_set_list(d->job, object, "lines");
    const bool tiles = operand == d->large && d->own->side_groups > 1;
    value_set_text(d->job, object, "line_place",
                   guarded(d, operand) ? "thin/place_inside" : "thin/place_alone");
    value_set_text(d->job, object, "lines_form",
                   in_blocks(operand) ? "thin/lines_of_blocks" : "tiled/lines");
    value_set_text(d->job, object, "in_tile", tiles ? place_word(d, operand) : NULL);
    for (long long i = 0; i < lines_of(d, operand); i++) {
        struct value *const line = value_add(lines, value_object(d->job));
        value_set_integer(d->job, line, "line", i);
        value_set_unless(d->job, line, "plus", i * apart(d, operand), 0);
    }
}

static void add_places(const struct draft *d)
{
    struct job *const job = d->job;
    const struct thin_plan *const own = d->own;
    value_set_text(job, d->view, "item",
                   d->kernel->parts > 1 ? "local/item_of_line" : "local/item");
    value_set_integer(job, d->view, "lanes_of_engine", engine_lanes(own->engine));
    value_set_integer(job, d->view, "lanes_of_line", own->engine->of_a.width);
    value_set_integer(job, d->view, "lane_elements", own->lane_elements);
    value_set_unless(job, d->view, "parts", d->kernel->parts, 1);
    value_set_unless(job, d->view, "side_groups", own->side_groups, 1);
    value_set_bool(job, d->view, "names_sub_group", own->side_groups > 1 || own->emulated);
    value_set_integer(job, d->view, "places_of_tile", own->places);
    value_set_text(job, d->view, "long_place", place_word(d, d->large));
    add_lines(d, d->large);
    add_lines(d, d->thin);
}

/* ---------------------------------------------------------------------- multiplication */

/* The function that multiplies two fragments: the large operand is the left one there. */
static void add_multiplication(const struct draft *d)
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
    value_set_text(job, object, "row", place_word(d, d->large));
    value_set_text(job, object, "column", place_word(d, d->thin));
    for (int i = 0; i < 2; i++)
        value_set_text(job, value_set_object(job, object, i ? "b" : "a"), "letter",
                       letter_of(d, sides[i]));
    value_set_unless(job, d->view, "exchanged", d->own->exchanged, 0);
    value_set_integer(job, d->view, "sub_groups", d->own->sub_groups);
}

/* List `rows_of_sums`: lines of pairs of sums, those of a line of the thin operand. */
static void add_sums(const struct draft *d)
{
    struct value *const rows = value_set_list(d->job, d->view, "rows_of_sums");
    for (long long j = 0; j < d->own->thin_ones; j++) {
        struct value *const sums =
            value_set_list(d->job, value_add(rows, value_object(d->job)), "sums");
        for (long long i = 0; i < lines_of(d, d->large); i++) {
            struct value *const sum = value_add(sums, value_object(d->job));
            value_set_integer(d->job, sum, "i", i);
            value_set_integer(d->job, sum, "j", j);
        }
        value_mark_ends(d->job, sums);
    }
}

static long long registers_of_load(const struct draft *d)
{
    return d->own->lane_elements / d->own->fragment->together;
}

static const char *register_of(const struct draft *d, const struct operand *operand, long long line)
{
    return register_name(d->job, operand, line, lines_of(d, operand), 0, 1);
}

/* The function that multiplies the lines of a step, fragment by fragment. */
static void add_step_function(const struct draft *d)
{
    enum {
        OF_FRAGMENT = 2 /* registers of a line in a fragment */
    };
    struct job *const job = d->job;
    struct value *const products = value_set_list(job, d->view, "products");
    value_set_bool(job, d->view, "by_runs", d->own->words != 0);
    value_set_text(job, d->view, "large_name", d->large->name);
    value_set_text(job, d->view, "large_place", place_word(d, d->large));
    value_set_text(job, d->view, "thin_name", d->thin->name);
    value_set_text(job, d->view, "large_letter", letter_of(d, d->large));
    value_set_text(job, d->view, "thin_letter", letter_of(d, d->thin));
    for (long long first = 0; first < registers_of_load(d); first += OF_FRAGMENT) {
        struct value *const product = value_add(products, value_object(job));
        value_set_text(job, product, "sums", d->own->words ? "thin/of_run" : "thin/of_tile");
        value_set_text(job, product, "first", component_name(job, registers_of_load(d), first));
        value_set_text(job, product, "second",
                       component_name(job, registers_of_load(d), first + 1));
    }
}

/* -------------------------------------------------------------------------------- loops */

/* Members of a load of elements of a line, at `step` of the iteration; beyond K zero where it is the remainder's. */
static void add_load_of_line(const struct draft *d, struct value *loads,
                             const struct operand *operand, long long line, long long step,
                             bool whole)
{
    struct job *const job = d->job;
    struct value *const load = value_add(loads, value_object(job));
    value_set_text(job, load, "name", register_of(d, operand, line));
    value_set_text(job, load, "load", whole ? "thin/whole" : "thin/inside");
    value_set_text(job, load, "memory", operand->form.memory);
    value_set_text(job, load, "letter", letter_of(d, operand));
    value_set_text(job, load, "place", place_word(d, operand));
    value_set_integer(job, load, "line", line);
    value_set_unless(job, load, "step", step, 0);
}

/* The same of words that have been loaded: `number` of them from `first` on. */
static void add_load_of_words(const struct draft *d, struct value *loads, long long line,
                              long long first, long long number)
{
    struct job *const job = d->job;
    struct value *const load = value_add(loads, value_object(job));
    const char *part = "s";
    for (long long i = first; i < first + number; i++)
        part = arena_printf(job->arena, "%s%lld", part, i);
    value_set_text(job, load, "name", register_of(d, d->large, line));
    value_set_text(job, load, "load", "thin/halves");
    value_set_text(job, load, "stored", d->large->element->name);
    value_set_integer(job, load, "line", line);
    value_set_text(job, load, "part", part);
}

/* Calls of that function, for each fragment and each thin line; with the scales of run `number` of the words. */
static void add_products(const struct draft *d, struct value *step, long long number)
{
    struct job *const job = d->job;
    struct value *const products = value_set_list(job, step, "products");
    const char *const part = component_name(job, d->own->span / d->own->step, number);
    for (long long i = 0; i < lines_of(d, d->large); i += 2)
        for (long long j = 0; j < d->own->thin_ones; j++) {
            struct value *const product = value_add(products, value_object(job));
            value_set_integer(job, product, "i", i);
            value_set_integer(job, product, "other_i", i + 1);
            value_set_integer(job, product, "j", j);
            value_set_text(job, product, "one", register_of(d, d->large, i));
            value_set_text(job, product, "other", register_of(d, d->large, i + 1));
            value_set_text(job, product, "thin", register_of(d, d->thin, j));
            value_set_text(job, product, "run", d->own->words ? part : NULL);
        }
}

static void add_step_of_span(const struct draft *d, struct value *steps, long long span,
                             long long number, bool whole)
{
    const struct thin_plan *const own = d->own;
    struct value *const step = value_add(steps, value_object(d->job));
    struct value *const thin = value_set_list(d->job, step, "thin");
    struct value *const large = value_set_list(d->job, step, "large");
    const long long at = span + number * own->step, words = own->words * own->step / own->span;
    value_set_bool(d->job, step, "of_several", own->step < d->kernel->tile_k);
    for (long long line = 0; line < lines_of(d, d->thin); line++)
        add_load_of_line(d, thin, d->thin, line, at, whole);
    for (long long line = 0; line < lines_of(d, d->large); line++)
        if (own->words)
            add_load_of_words(d, large, line, number * words, words);
        else
            add_load_of_line(d, large, d->large, line, at, whole);
    add_products(d, step, number);
}

/* Of blocks the words and scales of a span. */
static void add_words(const struct draft *d, struct value *span, long long at, bool whole)
{
    struct job *const job = d->job;
    struct value *const places = value_set_list(job, span, "places");
    for (long long line = 0; d->own->words && line < lines_of(d, d->large); line++) {
        struct value *const place = value_add(places, value_object(job));
        value_set_integer(job, place, "line", line);
        value_set_text(job, place, "words", whole ? "thin/words" : "thin/words_inside");
        value_set_text(job, place, "scales", whole ? "thin/scales" : "thin/scales_inside");
        value_set_text(job, place, "scales_type",
                       vector_name(job, "float", d->own->span / d->own->step));
        value_set_text(job, place, "stored", d->large->element->name);
        value_set_text(job, place, "letter", letter_of(d, d->large));
        value_set_text(job, place, "place", place_word(d, d->large));
        value_set_unless(job, place, "step", at, 0);
    }
}

/* List `spans` of a loop: what an iteration multiplies, load by load of blocks; `whole`: all of it lies before the end of K. */
static void add_body(const struct draft *d, struct value *turn, bool whole)
{
    struct value *const spans = value_set_list(d->job, turn, "spans");
    const bool several = d->kernel->tile_k > d->own->span;
    for (long long at = 0; at < d->kernel->tile_k; at += d->own->span) {
        struct value *const span = value_add(spans, value_object(d->job));
        struct value *const steps = value_set_list(d->job, span, "steps");
        value_set(span, "span",
                  several ? value_integer(d->job, at / d->own->span) : value_bool(d->job, false));
        add_words(d, span, at, whole);
        for (long long number = 0; number < d->own->span / d->own->step; number++)
            add_step_of_span(d, steps, at, number, whole);
    }
}

/* Whether lines of both may begin at multiples of a load. */
static bool may_load_whole(const struct draft *d)
{
    return tests_alignment(d->kernel, d->thin) &&
           (in_blocks(d->large) || tests_alignment(d->kernel, d->large));
}

static void add_main(const struct draft *d)
{
    struct job *const job = d->job;
    struct value *const main = value_set_object(job, d->view, "main");
    struct value *const operands = value_set_list(job, main, "operands");
    set_alignment_test(job, d->kernel, value_add(operands, value_object(job)), d->thin);
    if (!in_blocks(d->large))
        set_alignment_test(job, d->kernel, value_add(operands, value_object(job)), d->large);
    value_mark_ends(job, operands);
    value_set_integer(job, main, "load_bytes", THIN_LOAD_BYTES);
    add_body(d, main, true);
}

static void add_loops(const struct draft *d)
{
    struct job *const job = d->job;
    const bool has_main = !d->kernel->turns_none && may_load_whole(d);
    struct value *const remainder = value_set_object(job, d->view, "remainder");
    value_set_integer(job, d->view, "turn_k", d->kernel->turn_k);
    value_set_integer(job, d->view, "depth_of_part", d->kernel->unroll_k);
    value_set_text(job, d->view, "load_type",
                   vector_name(job, d->own->fragment->held, registers_of_load(d)));
    if (has_main)
        add_main(d);
    else
        value_set_bool(job, d->view, "main", false);
    value_set_bool(job, remainder, "behind_loop", has_main);
    add_body(d, remainder, false);
}

/* Member `part_of_line`, the function of the remainder. */
static void add_part_of_line(const struct draft *d)
{
    struct job *const job = d->job;
    struct value *const function = value_set_object(job, d->view, "part_of_line");
    struct value *const numbers = value_set_list(job, function, "numbers");
    value_set_integer(job, function, "count", d->own->lane_elements);
    for (long long i = 0; i < d->own->lane_elements; i++)
        value_set_unless(job, value_add(numbers, value_object(job)), "number", i, 0);
    value_mark_ends(job, numbers);
}

/* --------------------------------------------------------------------------------- sums */

/* What a lane has, by the place in local memory: `across` on the thin side and `along` the other. */
static void add_held_sums(const struct draft *d)
{
    struct job *const job = d->job;
    struct value *const held = value_set_list(job, d->view, "held_sums");
    for (long long i = 0; i < lines_of(d, d->large); i++)
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

static void add_cells(const struct draft *d, const struct sharing *sharing)
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

static void add_stores_of(const struct draft *d, const struct sharing *sharing)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const bool part_n = stores_part(kernel, false);
    add_store(job, kernel, d->view, 1, 0, part_n);
    struct value *const stores =
        add_stores(job, kernel, d->view, part_n ? "stores/elements" : "stores/rows", "sum/cell");
    for (long long i = 0; i < sharing->cells.height; i++)
        add_stored_row(job, stores, i, i * sharing->items.height);
    for (long long j = 0; j < sharing->cells.width; j++)
        add_stored_column(job, stores, j, j * sharing->items.width);
}

static void add_tile(const struct draft *d)
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
    const struct draft d = {
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
    add_step_function(&d);
    if (own->words)
        view_add_lanes(job, kernel, view, d.large->element);
    add_loops(&d);
    add_part_of_line(&d);
    add_tile(&d);
}
