/*
 * The view of the pages gemv.cl, one tile, and gemv_tiles.cl, several in sequence: the lists that these go through. See family.c for the scheme.
 */
#include "gen/family/families.h"
#include "gen/family/gemv/view.h"
#include "gen/view/family.h"
#include "gen/view/formats.h"

static bool guarded(const struct gemv_draft *d, const struct operand *operand)
{
    return kernel_guards(d->page.kernel, is_a(operand));
}

/* ------------------------------------------------------------------------------- loads */

static struct fetch element(const struct gemv_draft *d, const struct operand *operand, long long k,
                            long long place)
{
    const bool guards = guarded(d, operand);
    return page_buffer(&d->page, operand, k, place, guards ? place : -1, guards);
}

/* Of the large operand quants, which are multiplied by the scale of their run here, or in sums. */
static void set_scale(const struct gemv_draft *d, struct fetch *fetch, long long run,
                      long long place)
{
    const struct element *const element = d->large->element;
    fetch->get = element->read_quants;
    if (d->own->sums_runs && !element->least)
        return;
    fetch->scale = gemv_scale_name(d, place, run);
    fetch->quants = element->read_quants;
    fetch->get = element->least ? "get/scaled_from_least" : "get/scaled";
}

/* A vector from there on, of a place that lies inside; `aligned`: at a multiple of its size. */
static struct fetch vector(const struct gemv_draft *d, const struct operand *operand, long long k,
                           long long place, long long width, bool aligned)
{
    const bool guards = guarded(d, operand) && lies_along_k(operand);
    struct fetch fetch = page_buffer(&d->page, operand, k, place, guards ? place : -1, false);
    fetch.get = operand_read(operand, width);
    if (d->own->run && operand == d->large)
        set_scale(d, &fetch, k / d->own->run, place);
    else if (aligned && !in_blocks(operand))
        fetch.get = aligned_read(d->page.job, operand);
    return fetch;
}

/* Registers of `width` elements along K, `count` of them for each place of the tile. */
static void add_runs(const struct gemv_draft *d, struct value *loads, const struct operand *operand,
                     long long width, long long count, bool aligned)
{
    const struct page *const page = &d->page;
    const long long places = gemv_side(d, operand);
    const bool at_once = width > 1 && lies_along_k(operand);
    struct fetch *const elements = arena_array(page->job->arena, (size_t)width, sizeof *elements);
    for (long long run = 0; run < count; run++)
        for (long long place = 0; place < places; place++) {
            const char *const name = register_name(page->job, operand, place, places, run, count);
            if (at_once) {
                page_load(page, loads, operand, name, width,
                          vector(d, operand, run * width, place, width, aligned));
                continue;
            }
            for (long long i = 0; i < width; i++)
                elements[i] = element(d, operand, run * width + i, place);
            page_gather(page, loads, operand, name, width, elements);
        }
}

/* The scales of the large operand's runs, with their least values where they have such. */
static void add_scales(const struct gemv_draft *d, struct value *loads)
{
    const struct element *const element = d->large->element;
    const long long places = gemv_side(d, d->large), runs = gemv_runs(d);
    for (long long run = 0; run < runs; run++)
        for (long long place = 0; place < places; place++) {
            struct fetch fetch =
                vector(d, d->large, run * d->own->run, place, d->own->vector, false);
            fetch.get = element->read_scale;
            fetch.scale = fetch.quants = NULL;
            page_load(&d->page, loads, d->large, gemv_scale_name(d, place, run),
                      element->least ? 2 : 1, fetch);
        }
}

/* Vectors along the places of a large operand, of `count` steps of K; `clamps`: they may end with the matrix. */
static void add_vectors(const struct gemv_draft *d, struct value *loads,
                        const struct operand *large, long long count, bool aligned, bool clamps)
{
    const struct page *const page = &d->page;
    const long long width = d->own->vector, vectors = gemv_side(d, large) / width;
    for (long long k = 0; k < count; k++)
        for (long long j = 0; j < vectors; j++)
            page_load(page, loads, large, register_name(page->job, large, j, vectors, k, count),
                      width,
                      clamps       ? page_clamped(page, large, j * width)
                      : width == 1 ? element(d, large, k, j)
                                   : vector(d, large, k, j * width, width, aligned));
}

/* The loads of both operands, and of the second large one: of tiles in sequence those of the large one stand apart, in the loop over tiles. */
struct loads {
    struct value *thin, *large, *second;
};

static struct loads new_loads(const struct gemv_draft *d, struct value *turn, bool apart)
{
    const struct page *const page = &d->page;
    struct value *const thin = apart ? value_set_object(page->job, turn, "thin") : turn;
    struct value *const large = apart ? value_set_object(page->job, turn, "large") : turn;
    struct value *const operands = value_set_list(page->job, thin, "operands");
    struct value *const others = apart ? value_set_list(page->job, large, "operands") : operands;
    struct loads loads = {NULL, NULL, NULL};
    if (apart || d->thin == page->kernel->factors[0])
        loads.thin = page_operand(page, operands, d->thin);
    loads.large = page_operand(page, others, d->large);
    if (!loads.thin)
        loads.thin = page_operand(page, operands, d->thin);
    if (d->second)
        loads.second = page_operand(page, others, d->second);
    return loads;
}

static void add_body(const struct gemv_draft *d, struct value *turn, bool aligned)
{
    const long long depth = d->page.kernel->tile_k, width = d->own->vector;
    const struct loads loads = new_loads(d, turn, d->own->tiles > 1);
    page_k_lines(&d->page, turn);
    if (!d->own->along_k) {
        const long long thin_width = d->thin->vector;
        add_runs(d, loads.thin, d->thin, thin_width, depth / thin_width, aligned);
        add_vectors(d, loads.large, d->large, depth, aligned, false);
        if (d->second)
            add_vectors(d, loads.second, d->second, depth, aligned, false);
        gemv_add_products(d, turn, NULL, width, 1, thin_width, depth);
        return;
    }
    add_runs(d, loads.thin, d->thin, width, depth / width, aligned);
    if (d->own->run)
        add_scales(d, loads.large);
    add_runs(d, loads.large, d->large, width, depth / width, aligned);
    if (d->second)
        add_runs(d, loads.second, d->second, width, depth / width, aligned);
    if (d->own->sums_runs)
        gemv_add_runs(d, turn);
    else
        gemv_add_products(d, turn, NULL, d->own->sum_vector, width / d->own->sum_vector, 1,
                          depth / width);
}

/* Single steps of K, with places clamped: right at every edge. Along K they are added to the first element of a sum. */
static void add_remainder(const struct gemv_draft *d, struct value *turn)
{
    struct job *const job = d->page.job;
    const long long width = d->own->vector;
    const bool clamps = guarded(d, d->large) && !d->own->along_k && width > 1;
    const struct loads loads = new_loads(d, turn, false);
    page_k_lines(&d->page, turn);
    add_runs(d, loads.thin, d->thin, 1, 1, false);
    if (d->own->along_k) {
        add_runs(d, loads.large, d->large, 1, 1, false);
        if (d->second)
            add_runs(d, loads.second, d->second, 1, 1, false);
        gemv_add_products(
            d, turn, d->own->sum_vector > 1 ? component_name(job, d->own->sum_vector, 0) : NULL, 1,
            1, 1, 1);
        return;
    }
    add_vectors(d, loads.large, d->large, 1, false, clamps);
    if (d->second)
        add_vectors(d, loads.second, d->second, 1, false, clamps);
    if (clamps)
        add_clamped_function(&d->page, d->large, width);
    gemv_add_products(d, turn, NULL, width, 1, 1, 1);
}

/* -------------------------------------------------------------------------------- loops */

/* Work-items of a group along the large operand. */
static long long items_of(const struct gemv_draft *d)
{
    const struct shape items = d->page.kernel->items;
    return d->own->thin_m ? items.width : items.height;
}

/* Members of the loops over K: the `parts` of it that work-items of a tile have, `part_of_k` of this one; `first_k` and `end_of_k` of the
 * main loop; `first_left` of the remainder. */
static void add_parts(const struct gemv_draft *d, const struct turns *turns)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const bool several = kernel->parts > 1, stops_early = turns->main && turns->remainder;
    const struct term *const item = page_name(&d->page, "item");
    const struct term *const part = page_name(&d->page, "part");
    const struct term *const whole_k = page_name(&d->page, "whole_k");
    const struct term *const none = term_number(job, 0);
    value_set_unless(job, d->page.view, "parts", kernel->parts, 1);
    value_set_term(job, d->page.view, "item", page_item(&d->page, true));
    value_set_term(job, d->page.view, "part_of_k",
                   d->own->along_k ? term_rest(job, item, kernel->parts)
                                   : term_over(job, item, items_of(d)));
    value_set_term(job, d->page.view, "first_k",
                   several ? term_times(job, part, kernel->tile_k) : none);
    value_set_term(job, d->page.view, "end_of_k", stops_early ? whole_k : page_depth(&d->page));
    value_set_term(job, d->page.view, "first_left",
                   term_add(job, turns->main ? whole_k : none, several ? part : none));
}

/* Members of the main loop: the `whole_steps` of it where it leaves others to the remainder, or false; it has them where its tile lies
 * `inside` (false: always); `unrolled`, the iterations that are, or false. */
static void add_main(const struct gemv_draft *d, const struct turns *turns)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const struct term *const depth = page_depth(&d->page);
    value_set_term(job, turns->main, "whole_steps",
                   turns->remainder
                       ? term_times(job, term_over(job, depth, kernel->turn_k), kernel->turn_k)
                       : NULL);
    value_set_term(
        job, turns->main, "inside",
        d->own->crosses && d->own->tiles == 1 ? page_whole(&d->page, &d->own->main, false) : NULL);
    value_set_unless(job, turns->main, "unrolled", kernel->unroll_k / kernel->tile_k, 1);
    add_body(d, turns->main, false);
    if (!d->own->aligned)
        return;
    /* The loop of aligned loads, too. */
    const struct operand *const operands[] = {gemv_reads_vectors(d->large) ? d->large : NULL,
                                              gemv_reads_vectors(d->thin) ? d->thin : NULL,
                                              gemv_reads_vectors(d->large) ? d->second : NULL};
    add_body(d, add_aligned_loop(&d->page, turns->main, operands, 3), true);
}

/* ------------------------------------------------------------------- sums of work-items */

/* Where the tile of a work-item begins, which shares that of its group along the large operand with others. */
static const struct term *begin(const struct gemv_draft *d, bool along_m)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const bool thin = d->own->thin_m == along_m;
    const long long items = items_of(d);
    const long long side = shape_side(kernel->tile, along_m);
    const struct term *const group = page_id(&d->page, "get_group_id", along_m);
    const struct term *const item = page_name(&d->page, "item");
    if (kernel->parts == 1)
        return term_times(job, page_id(&d->page, "get_global_id", along_m), side);
    if (thin || items == 1)
        return term_times(job, group, shape_side(kernel->group, along_m));
    const struct term *const own =
        d->own->along_k ? term_over(job, item, kernel->parts) : term_rest(job, item, items);
    return term_times(job, term_add(job, term_times(job, group, items), own), side);
}

/* List `places`; of tiles in sequence where the share of a work-item begins, `first_column`, and its `columns`. */
static void add_places(const struct gemv_draft *d)
{
    struct value *const places = value_set_list(d->page.job, d->page.view, "places");
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(d->page.kernel->factors[i]);
        const bool thin = d->own->thin_m == along_m;
        if (d->own->tiles > 1 && !thin)
            page_even_share(&d->page, places, along_m, gemv_side(d, d->large) * d->own->tiles);
        else
            page_declare(&d->page, places, page_place(&d->page, along_m, 0, false),
                         begin(d, along_m));
    }
}

static bool has_totals(const struct gemv_draft *d)
{
    return d->own->along_k && d->own->sum_vector > 1;
}

/* The sum of a vector along K: "sum_0_1"; of a gated product "gate_sum_0_1" and "up_sum_0_1". */
static const struct term *total_at(const struct page *page, int product, long long i, long long j)
{
    const bool gated = kernel_products(page->kernel) > 1;
    return page_printed(page, "%s%s_%lld_%lld", gated ? page_sum_word(page, product, "") : "",
                        gated ? "_sum" : "sum", i, j);
}

/* List `cells`: a work-item's vectors of sums at (i, j), those of a second product behind those of the first; what each is called, `cell`, and its
 * `total`. */
static struct value *add_cells(const struct gemv_draft *d, struct value *object)
{
    struct job *const job = d->page.job;
    const struct shape shape = d->own->cells;
    struct value *const cells = value_set_list(job, object, "cells");
    for (long long i = 0; i < shape.height * kernel_products(d->page.kernel); i++)
        for (long long j = 0; j < shape.width; j++) {
            struct value *const cell = value_add(cells, value_object(job));
            const int product = (int)(i / shape.height);
            value_set_integer(job, cell, "i", i);
            value_set_integer(job, cell, "j", j);
            value_set_term(job, cell, "cell", page_sum(&d->page, product, i % shape.height, j));
            value_set_term(job, cell, "total", total_at(&d->page, product, i % shape.height, j));
            value_set_term(job, cell, "sum",
                           has_totals(d) ? total_at(&d->page, product, i % shape.height, j)
                                         : page_sum(&d->page, product, i % shape.height, j));
        }
    return cells;
}

/* Members for tiles in sequence: how many `tiles` there are, at `most` and `whole_tiles` where some may end with the matrix (`crosses`); where a
 * tile begins, and the `cells` of its sums by `index`. */
static void add_tiles(const struct gemv_draft *d, bool loops)
{
    struct job *const job = d->page.job;
    const struct page *const page = &d->page;
    const long long side = gemv_side(d, d->large);
    const bool along_m = !d->own->thin_m;
    const char *const word = kernel_axis_word(page->kernel, along_m);
    value_set_bool(job, page->view, "crosses", loops && d->own->crosses);
    const struct term *const places = page_printed(page, "%ss", word);
    value_set_term(job, page->view, "tiles",
                   term_over(job, term_plus(job, places, side - 1), side));
    value_set_term(job, page->view, "whole_tiles", term_over(job, places, side));
    value_set_text(job, page->view, "place_of_tile", word);
    value_set_term(job, page->view, "begin_of_tile",
                   term_add(job, page_axis_name(page, "first", along_m),
                            term_times(job, page_name(page, "tile"), side)));
    value_set_integer(job, page->view, "most", d->own->tiles);
    value_set_integer(job, page->view, "cells_of_tile", d->own->cells.height * d->own->cells.width);
    long long index = 0;
    for (struct value *cell = add_cells(d, page->view)->first; cell; cell = cell->next)
        value_set_integer(job, cell, "index", index++);
}

/* Member `sum_of`: the function that adds the elements of a vector by halves, and its calls; false where sums are no vectors
 * along K. */
static void add_sum_of(const struct gemv_draft *d)
{
    struct job *const job = d->page.job;
    long long width = d->own->sum_vector;
    struct value *const object =
        value_set_object_if(job, d->page.view, "sum_of", d->own->along_k && width != 1);
    if (!object)
        return;
    const char *from = "values";
    value_set_text(job, object, "type", accumulator_type(job, d->page.kernel, width));
    value_set_text(job, object, "one", accumulator_type(job, d->page.kernel, 1));
    struct value *const halves = value_set_list(job, object, "halves");
    while ((width /= 2) > 1) {
        struct value *const half = value_add(halves, value_object(job));
        const char *const name = arena_printf(job->arena, "of_%lld", width);
        value_set_text(job, half, "half_type", accumulator_type(job, d->page.kernel, width));
        value_set_text(job, half, "half_name", name);
        value_set_text(job, half, "from", from);
        from = name;
    }
    value_set_text(job, object, "two", from);
    add_cells(d, object);
}

/* Whether a sum is made of a vector along K. */
/* A sum along K, made of a vector: of the kernel's only product, or of a second one. */
static const struct term *total(struct job *job, const void *self, long long i, long long j)
{
    const struct page page = {job, self, NULL};
    return total_at(&page, 0, i, j);
}

static const struct term *second_total(struct job *job, const void *self, long long i, long long j)
{
    const struct page page = {job, self, NULL};
    return total_at(&page, 1, i, j);
}

/* Member `exchange`: how the sums of work-items that compute a tile together are added; false where each computes its own. */
static void add_exchange(const struct gemv_draft *d)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    struct value *const exchange =
        value_set_object_if(job, d->page.view, "exchange", kernel->parts != 1);
    if (!exchange)
        return;
    value_set_text(job, exchange, "sum_type",
                   accumulator_type(job, kernel, d->own->along_k ? 1 : d->own->vector));
    value_set_integer(job, exchange, "height", d->own->cells.height * kernel_products(kernel));
    value_set_integer(job, exchange, "width", d->own->cells.width);
    value_set_integer(job, exchange, "items", kernel->wg.height * kernel->wg.width);
    value_set_integer(job, exchange, "half", kernel->parts / 2);
    value_set_unless(job, exchange, "apart", d->own->along_k ? 1 : items_of(d), 1);
    add_cells(d, exchange);
}

/* Vectors of sums are stored along C's lines where M is thin, across them where N is. */
static void add_tile(const struct gemv_draft *d)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const long long width = d->own->along_k ? 1 : d->own->vector;
    const bool across = !d->own->thin_m && width > 1;
    const struct shape cells = d->own->cells;
    keep_sums(&d->page,
              &(struct kept_sums){.vectors = cells,
                                  .width = width,
                                  .items = kernel->wg.height * kernel->wg.width / kernel->parts,
                                  .apart = d->own->along_k ? kernel->parts : 0,
                                  .tiles = d->own->tiles,
                                  .tile = page_name(&d->page, "tile"),
                                  .sum = has_totals(d) ? total : NULL});
    add_stores(&d->page, &(struct stored_tile){
                             .width = width,
                             .line_step = across,
                             .vectors = cells,
                             .rows = places_apart(job, cells.height, across ? width : 1),
                             .columns = places_apart(job, cells.width, across ? 1 : width),
                             .by_columns = across,
                             .sum = has_totals(d) ? total : NULL,
                             .up = has_totals(d) ? second_total : NULL,
                             .self = kernel,
                         });
}

/* The functions that read blocks: the main loop has those of the large operand without their scale, where it sums by runs. */
static void add_functions(const struct gemv_draft *d, const struct turns *turns)
{
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = d->page.kernel->factors[i];
        if (turns->main && d->own->run && operand == d->large)
            view_add_unscaled(d->page.job, d->page.kernel, d->page.view, operand->element,
                              operand->vector);
        else if (turns->main)
            add_format(&d->page, operand, operand->vector);
        if (turns->remainder)
            add_format(&d->page, operand, 1);
    }
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct gemv_plan *const own = kernel->own;
    const struct gemv_draft d = {
        .page = {job, kernel, view},
        .own = own,
        .large = own->thin_m ? &kernel->b : &kernel->a,
        .thin = own->thin_m ? &kernel->a : &kernel->b,
        .second = kernel->problem.gate ? &kernel->d : NULL,
    };
    add_places(&d);
    page_lines(&d.page, true);
    add_accumulators(&d.page, own->cells, own->sum_vector);
    const struct turns turns = add_turns(&d.page, &own->main);
    add_functions(&d, &turns);
    add_parts(&d, &turns);
    if (turns.main)
        add_main(&d, &turns);
    if (turns.remainder)
        add_remainder(&d, turns.remainder);
    if (own->tiles > 1) {
        add_tiles(&d, turns.main != NULL);
    } else {
        add_sum_of(&d);
        add_exchange(&d);
    }
    add_tile(&d);
}

static const char *page_of(const struct kernel *kernel)
{
    const struct gemv_plan *const own = kernel->own;
    return own->tiles > 1 ? "gemv_tiles.cl" : "gemv.cl";
}

const struct family_view family_gemv_view = {
    .page = "gemv.cl",
    .page_of = page_of,
    .fill = fill,
};
