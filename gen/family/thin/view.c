/*
 * The view of templates/thin.cl: the lists that the page goes through. See family.c for the scheme.
 *
 * A sub-group has sums s_I_J of pairs: of the large operand's place lane / 4 + 8 I, of the thin places 2 (lane % 4) + 8 J and the next one.
 */
#include "gen/family/families.h"
#include "gen/family/thin/thin.h"

#include "gen/view/family.h"

enum {
    PAIR = 2 /* of thin places, whose sums a lane has */
};

/* The operand's letter and what its places are, as functions say it. */
static const char *letter_of(const struct thin_draft *d, const struct operand *operand)
{
    return arena_printf(d->page.job->arena, "%c", operand_letter(operand));
}

static const char *place_word(const struct thin_draft *d, const struct operand *operand)
{
    return kernel_axis_word(d->page.kernel, is_a(operand));
}

/* ------------------------------------------------------------------------------ places */

/* The part of K of a sub-group: those side by side have different places. */
static const struct term *part(const struct thin_draft *d)
{
    const struct page *const page = &d->page;
    if (page->kernel->parts == 1)
        return NULL;
    return d->own->side_groups > 1
               ? term_over(page->job, page_name(page, "sub_group"), d->own->side_groups)
               : term_over(page->job, page_name(page, "item"), engine_lanes(d->own->engine));
}

static void add_places(const struct thin_draft *d)
{
    const struct page *const page = &d->page;
    struct job *const job = page->job;
    const struct thin_plan *const own = d->own;
    struct value *const places = value_set_list(job, page->view, "places");
    struct value *const lines = value_set_list(job, page->view, "lines");
    value_set_term(job, page->view, "item", page_item(page, page->kernel->parts > 1));
    value_set_integer(job, page->view, "lanes_of_engine", engine_lanes(own->engine));
    value_set_bool(job, page->view, "names_sub_group", own->side_groups > 1 || own->emulated);
    value_set_term(job, page->view, "part", part(d));
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        page_declare(page, places, page_axis_name(page, "first", is_a(operand)),
                     page_begin_of_group(page, is_a(operand)));
        thin_view_lines(d, lines, operand);
    }
    if (own->side_groups > 1)
        page_declare(page, places, thin_tile_place(d),
                     term_times(job, term_rest(job, page_name(page, "sub_group"), own->side_groups),
                                own->places));
}

/* ---------------------------------------------------------------------- multiplication */

/* The function that multiplies two fragments: the large operand is the left one there. */
static void add_multiplication(const struct thin_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const view = d->page.view;
    struct value *const object = value_set_object(job, view, "multiplication");
    const struct operand *const sides[] = {d->large, d->thin};
    fragment_view_multiplication(job, d->page.kernel, d->own->engine, d->own->fragment,
                                 d->own->emulated, view);
    value_set_text(
        job, object, "engine",
        engine_template(job, d->own->engine, d->own->emulated ? "exchange" : "multiply"));
    value_set_text(job, object, "given", "mma/from_lines");
    value_set_text(job, object, "row", place_word(d, d->large));
    value_set_text(job, object, "column", place_word(d, d->thin));
    for (int i = 0; i < 2; i++)
        value_set_text(job, value_set_object(job, object, i ? "right_factor" : "left_factor"),
                       "letter", letter_of(d, sides[i]));
    value_set_unless(job, view, "exchanged", d->own->exchanged, 0);
    value_set_integer(job, view, "sub_groups", d->own->sub_groups);
    value_set_text(job, view, "large", letter_of(d, d->large));
    value_set_text(job, view, "large_name", d->large->name);
    value_set_text(job, view, "large_place", place_word(d, d->large));
    value_set_text(job, view, "thin", letter_of(d, d->thin));
    value_set_text(job, view, "thin_name", d->thin->name);
}

/* List `rows_of_sums`: lines of pairs of sums, those of a line of the thin operand. */
static void add_sums(const struct thin_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const rows = value_set_list(job, d->page.view, "rows_of_sums");
    value_set_text(job, d->page.view, "pair_type", accumulator_type(job, d->page.kernel, PAIR));
    for (long long j = 0; j < d->own->thin_ones; j++) {
        struct value *const sums = value_set_list(job, value_add(rows, value_object(job)), "sums");
        for (long long i = 0; i < thin_lines(d, d->large); i++) {
            struct value *const sum = value_add(sums, value_object(job));
            value_set_integer(job, sum, "i", i);
            value_set_integer(job, sum, "j", j);
        }
        value_mark_ends(job, sums);
    }
}

/* --------------------------------------------------------------------------------- sums */

/* The place in local memory of a sum: of a part of K, at a thin place and a long one. */
static const struct term *cell_of_sums(const struct thin_draft *d, const struct term *part_of_k,
                                       const struct term *thin, const struct term *along)
{
    struct job *const job = d->page.job;
    return term_at(job, term_at(job, term_at(job, page_name(&d->page, "sums"), part_of_k), thin),
                   along);
}

/* List `held_sums`: what a lane has, and where it puts that. */
static void add_held_sums(const struct thin_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const held = value_set_list(job, d->page.view, "held_sums");
    const struct term *const part_of_k =
        d->page.kernel->parts > 1 ? page_name(&d->page, "part") : term_number(job, 0);
    const struct term *const thin = term_times(job, thin_over_lanes(d, "%"), PAIR);
    const struct term *const tile = thin_tile_place(d), *const lane = thin_over_lanes(d, "/");
    const struct term *const along = tile ? term_add(job, tile, lane) : lane;
    for (long long i = 0; i < thin_lines(d, d->large); i++)
        for (long long j = 0; j < d->own->thin_ones; j++)
            for (long long element = 0; element < PAIR; element++) {
                struct value *const sum = value_add(held, value_object(job));
                value_set_term(
                    job, sum, "cell_of_sums",
                    cell_of_sums(d, part_of_k,
                                 term_plus(job, thin, j * d->own->fragment->n + element),
                                 term_plus(job, along, i * thin_lines_apart(d, d->large))));
                value_set_term(job, sum, "sum",
                               term_component(job, page_printed(&d->page, "s_%lld_%lld", i, j),
                                              component_name(job, PAIR, element)));
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

/* List `cells`: the elements of C of a work-item, their sums `of_first`, the first part of K, or of both where there are two; and `of_other`, each
 * part that a loop adds. */
static void add_cells(const struct thin_draft *d, const struct sharing *sharing)
{
    const struct page *const page = &d->page;
    struct job *const job = page->job;
    struct value *const cells = value_set_list(job, page->view, "cells");
    for (long long i = 0; i < sharing->cells.height; i++)
        for (long long j = 0; j < sharing->cells.width; j++) {
            struct value *const cell = value_add(cells, value_object(job));
            const struct term *const row =
                term_plus(job, page_own_place(page, true), i * sharing->items.height);
            const struct term *const column =
                term_plus(job, page_own_place(page, false), j * sharing->items.width);
            const struct term *const thin = d->own->thin_m ? row : column;
            const struct term *const along = d->own->thin_m ? column : row;
            value_set_term(job, cell, "sum", page_printed(page, "c_%lld_%lld", i, j));
            const struct term *const first = cell_of_sums(d, term_number(job, 0), thin, along);
            const struct term *const second = cell_of_sums(d, term_number(job, 1), thin, along);
            value_set_term(job, cell, "of_first",
                           page->kernel->parts == 2 ? term_add(job, first, second) : first);
            value_set_term(job, cell, "of_other",
                           cell_of_sums(d, page_name(page, "other"), thin, along));
        }
}

static void add_stores_of(const struct thin_draft *d, const struct sharing *sharing)
{
    struct job *const job = d->page.job;
    const struct shape cells = sharing->cells, items = sharing->items;
    add_stores(&d->page,
               &(struct stored_tile){.width = 1,
                                     .vectors = cells,
                                     .rows = places_apart(job, cells.height, items.height),
                                     .columns = places_apart(job, cells.width, items.width)});
}

static void add_tile(const struct thin_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const view = d->page.view;
    const struct kernel *const kernel = d->page.kernel;
    const struct sharing sharing = sharing_of(kernel);
    const long long storing = sharing.items.height * sharing.items.width;
    const long long places = d->own->places * d->own->side_groups;
    value_set_integer(job, view, "parts_of_sums", kernel->parts);
    value_set_unless(job, view, "parts_of_loop", kernel->parts > 2 ? kernel->parts : 1, 1);
    value_set_integer(job, view, "thin_places", d->own->thin_places);
    value_set_integer(job, view, "sums_pitch", places + d->own->engine->lanes.width);
    value_set_unless(job, view, "storing", storing, kernel->wg.height * kernel->wg.width);
    value_set_text(job, view, "inner_place", kernel_axis_word(kernel, false));
    value_set_text(job, view, "outer_place", kernel_axis_word(kernel, true));
    value_set_integer(job, view, "inner_items", sharing.items.width);
    add_held_sums(d);
    add_cells(d, &sharing);
    keep_sums(&d->page,
              &(struct kept_sums){.vectors = sharing.cells, .width = 1, .items = storing});
    add_stores_of(d, &sharing);
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct thin_plan *const own = kernel->own;
    const struct thin_draft d = {
        .page = {job, kernel, view},
        .own = own,
        .large = own->thin_m ? &kernel->b : &kernel->a,
        .thin = own->thin_m ? &kernel->a : &kernel->b,
    };
    add_places(&d);
    add_multiplication(&d);
    add_sums(&d);
    thin_view_loops(&d);
    add_tile(&d);
}

const struct family_view family_thin_view = {
    .page = "thin.cl",
    .fill = fill,
};
