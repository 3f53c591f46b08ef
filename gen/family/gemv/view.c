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
                                   : term_over(job, item, gemv_items(d)));
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

/* -------------------------------------------------------------------------------- places */

/* Where the tile of a work-item begins, which shares that of its group along the large operand with others. */
static const struct term *begin(const struct gemv_draft *d, bool along_m)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    const bool thin = d->own->thin_m == along_m;
    const long long items = gemv_items(d);
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
    gemv_add_sums(&d, turns.main != NULL);
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
