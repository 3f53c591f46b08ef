/*
 * The loops over K of the thin family: what lanes load and multiply. Part of its view: see family.c for the scheme.
 */
#include "gen/family/thin/thin.h"

#include "gen/view/formats.h"

/* The iteration under way. */
struct turn {
    const struct thin_draft *d;
    bool whole; /* all of it lies before the end of K */
};

static long long registers_of_load(const struct thin_draft *d)
{
    return d->own->lane_elements / d->own->fragment->together;
}

static const char *register_of(const struct thin_draft *d, const struct operand *operand,
                               long long line)
{
    return register_name(d->page.job, operand, line, thin_lines(d, operand), 0, 1);
}

/* ------------------------------------------------------------------------------ functions */

/* List `fragments`: which registers of the lines of a step are those of a fragment. */
static void add_fragments(const struct thin_draft *d)
{
    enum {
        OF_FRAGMENT = 2 /* registers of a line in a fragment */
    };
    struct job *const job = d->page.job;
    const long long registers = registers_of_load(d);
    struct value *const fragments = value_set_list(job, d->page.view, "fragments");
    for (long long first = 0; first < registers; first += OF_FRAGMENT) {
        struct value *const fragment = value_add(fragments, value_object(job));
        value_set_text(job, fragment, "first", component_name(job, registers, first));
        value_set_text(job, fragment, "second", component_name(job, registers, first + 1));
    }
}

/* List `elements_of_lane`: the places of elements that the remainder loads one by one. */
static void add_elements_of_lane(const struct thin_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const list = value_set_list(job, d->page.view, "elements_of_lane");
    for (long long i = 0; i < d->own->lane_elements; i++)
        value_set_term(job, value_add(list, value_object(job)), "at",
                       term_plus(job, page_name(&d->page, "at"), i));
    value_mark_ends(job, list);
}

/* ---------------------------------------------------------------------------------- loads */

/* The place in a line of the elements that a lane has of a step. They lie beside those of other lanes where these have a run together; else k is
 * that of the lane. */
static const struct term *place_of_step(const struct thin_draft *d, long long at)
{
    const struct term *const k = page_k(&d->page, at);
    return d->own->by_runs ? term_add(d->page.job, k, thin_place_of_lane(d)) : k;
}

/* Member `inside` of what is read of blocks at k + `at`: the test in the remainder whether K ends before, or false. */
static void set_inside(const struct turn *turn, struct value *item, long long at)
{
    const struct page *const page = &turn->d->page;
    value_set_term(page->job, item, "inside",
                   turn->whole ? NULL
                               : term_test(page->job, page_k(page, at), "<", page_depth(page)));
}

/* Appends to `loads` elements of a line; beyond K zero in the remainder. */
static void add_load_of_line(const struct turn *turn, struct value *loads,
                             const struct operand *operand, long long line, long long at)
{
    const struct page *const page = &turn->d->page;
    struct value *const load = value_add(loads, value_object(page->job));
    value_set_text(page->job, load, "name", register_of(turn->d, operand, line));
    value_set_text(page->job, load, "memory", operand->form.memory);
    value_set_term(page->job, load, "line", page_line(page, operand, line));
    value_set_term(page->job, load, "place", place_of_step(turn->d, at));
}

/* What elements of blocks become. */
static void set_made(const struct thin_draft *d, struct value *object)
{
    const struct element *const made = element_find(d->own->fragment->element);
    view_add_conversion(d->page.job, d->page.kernel, d->large->element, made, d->own->lane_elements,
                        object, d->page.view);
    if (!d->own->words)
        view_add_unscaled(d->page.job, d->page.kernel, d->page.view, d->large->element,
                          d->own->lane_elements);
}

/* Appends to `made` elements that are made of quants, which are fetched, and of their scale. */
static struct value *add_made(const struct turn *turn, struct value *list, long long line,
                              const char *scale, struct fetch fetch)
{
    struct job *const job = turn->d->page.job;
    const bool least = turn->d->large->element->least;
    struct value *const load = value_add(list, value_object(job));
    set_made(turn->d, load);
    value_set_text(job, load, "name", register_of(turn->d, turn->d->large, line));
    fetch.quants = fetch.get;
    fetch.get = least ? "get/scaled_from_least" : "get/scaled";
    fetch.as_is = true;
    fetch.scale = scale;
    page_set_fetch(&turn->d->page, load, turn->d->large, 1, &fetch);
    return load;
}

/* "scale_of_b_1"; and of words "words_1", "scales_1". */
static const char *scale_name(const struct thin_draft *d, long long line)
{
    return arena_printf(d->page.job->arena, "scale_of_%s", register_of(d, d->large, line));
}

static const char *numbered(const struct thin_draft *d, const char *word, long long line)
{
    return arena_printf(d->page.job->arena, "%s_%lld", word, line);
}

/* A fetch of a line of the large operand at k + `at`. */
static struct fetch fetch_of_line(const struct thin_draft *d, const char *read, long long line,
                                  long long at)
{
    struct fetch fetch = page_buffer(&d->page, d->large, at, 0, line, true);
    fetch.get = read;
    fetch.as_is = true;
    return fetch;
}

/* Names by which pieces read blocks of the large operand. */
static void set_blocks(const struct thin_draft *d, struct value *object)
{
    value_set_text(d->page.job, object, "memory", d->large->form.memory);
    value_set_text(d->page.job, object, "stored",
                   kernel_stored(d->page.job, d->page.kernel, d->large->element));
    view_add_companions(d->page.job, d->page.kernel, d->large->element, object);
}

static void add_load_of_blocks(const struct turn *turn, struct value *list, long long line,
                               long long at)
{
    const struct thin_draft *const d = turn->d;
    struct value *const load = add_made(turn, list, line, scale_name(d, line),
                                        fetch_of_line(d, d->large->element->read_quants, line, at));
    set_inside(turn, load, at);
}

/* Appends to `halves` or `made` the elements of words that have been loaded: of `number` of them from `first` on. */
static void add_load_of_words(const struct turn *turn, struct value *halves, struct value *made,
                              long long line, long long first, long long number)
{
    const struct thin_draft *const d = turn->d;
    struct job *const job = d->page.job;
    const char *part = "s";
    for (long long i = first; i < first + number; i++)
        part = arena_printf(job->arena, "%s%lld", part, i);
    const struct term *const words = term_part(job, numbered(d, "words", line), part);
    if (!d->own->by_runs) {
        const struct fetch fetch = {.get = "get/quants_of_words", .value = words};
        struct value *const load = add_made(turn, made, line, numbered(d, "scales", line), fetch);
        value_set_bool(job, load, "inside", false);
        return;
    }
    struct value *const load = value_add(halves, value_object(job));
    value_set_text(job, load, "name", register_of(d, d->large, line));
    value_set_term(job, load, "words", words);
}

/* ------------------------------------------------------------------------------- products */

/* The scale of run `number` of a line's words. */
static const struct term *scale_of_run(const struct thin_draft *d, long long line, long long number)
{
    const long long runs = d->own->span / d->own->step;
    return term_part(d->page.job, numbered(d, "scales", line),
                     component_name(d->page.job, runs, number));
}

/* List `products`: calls of the function that multiplies a step, for each fragment and each thin line. */
static void add_products(const struct thin_draft *d, struct value *step, long long number)
{
    struct job *const job = d->page.job;
    struct value *const products = value_set_list(job, step, "products");
    for (long long i = 0; i < thin_lines(d, d->large); i += 2)
        for (long long j = 0; j < d->own->thin_ones; j++) {
            struct value *const product = value_add(products, value_object(job));
            value_set_integer(job, product, "i", i);
            value_set_integer(job, product, "other_i", i + 1);
            value_set_integer(job, product, "j", j);
            value_set_text(job, product, "one", register_of(d, d->large, i));
            value_set_text(job, product, "other", register_of(d, d->large, i + 1));
            value_set_text(job, product, "of_thin", register_of(d, d->thin, j));
            value_set_term(job, product, "scale", scale_of_run(d, i, number));
            value_set_term(job, product, "other_scale", scale_of_run(d, i + 1, number));
        }
}

/* ---------------------------------------------------------------------------------- loops */

static void add_step(const struct turn *turn, struct value *steps, long long span, long long number)
{
    const struct thin_draft *const d = turn->d;
    const struct thin_plan *const own = d->own;
    struct job *const job = d->page.job;
    struct value *const step = value_add(steps, value_object(job));
    struct value *const loads = value_set_list(job, step, "loads");
    struct value *const halves = value_set_list(job, step, "halves");
    struct value *const made = value_set_list(job, step, "made");
    const long long words = own->words * own->step / own->span;
    const long long at = span + number * (own->by_runs ? own->step : own->lane_elements);
    value_set_bool(job, step, "of_several", own->step < own->span);
    for (long long line = 0; line < thin_lines(d, d->thin); line++)
        add_load_of_line(turn, loads, d->thin, line, at);
    for (long long line = 0; line < thin_lines(d, d->large); line++)
        if (own->words)
            add_load_of_words(turn, halves, made, line, number * words, words);
        else if (in_blocks(d->large))
            add_load_of_blocks(turn, made, line, at);
        else
            add_load_of_line(turn, loads, d->large, line, at);
    add_products(d, step, number);
}

/* List `words_of_lines` of a span: of blocks in the order of lanes the words and scales. */
static void add_words(const struct turn *turn, struct value *span, long long at)
{
    enum {
        SCALE_AND_LEAST = 2 /* of elements that are made */
    };
    const struct thin_draft *const d = turn->d;
    struct job *const job = d->page.job;
    const long long of_fragment = fragment_places(d->own->engine, d->own->fragment, true);
    const long long scales = d->own->by_runs ? d->own->span / d->own->step : SCALE_AND_LEAST;
    struct value *const list = value_set_list(job, span, "words_of_lines");
    for (long long line = 0; d->own->words && line < thin_lines(d, d->large); line++) {
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "name", numbered(d, "words", line));
        value_set_text(job, item, "scales", numbered(d, "scales", line));
        value_set_text(job, item, "type", vector_name(job, "float", scales));
        value_set_term(job, item, "from", thin_blocks_of_lines(d, line / of_fragment));
        value_set_term(job, item, "place", page_k(&d->page, at));
        value_set_integer(job, item, "eight", line % of_fragment);
        set_inside(turn, item, at);
    }
}

/* List `scales_of_lines` of a span: of other blocks the scales of the elements that a lane has one behind another. */
static void add_scales(const struct turn *turn, struct value *span, long long at)
{
    const struct thin_draft *const d = turn->d;
    struct job *const job = d->page.job;
    const struct element *const element = d->large->element;
    const bool has_scales = in_blocks(d->large) && !d->own->words;
    struct value *const list = value_set_list(job, span, "scales_of_lines");
    for (long long line = 0; has_scales && line < thin_lines(d, d->large); line++) {
        const struct fetch fetch = fetch_of_line(d, element->read_scale, line, at);
        struct value *const scale = value_add(list, value_object(job));
        value_set_text(job, scale, "name", scale_name(d, line));
        value_set_text(job, scale, "type", vector_name(job, "float", element->least ? 2 : 1));
        page_set_fetch(&d->page, scale, d->large, 1, &fetch);
        set_inside(turn, scale, at);
    }
}

/* List `spans` of a loop: what an iteration multiplies, load by load of blocks. */
static void add_iteration(const struct thin_draft *d, struct value *object, bool whole)
{
    struct job *const job = d->page.job;
    const struct turn turn = {d, whole};
    struct value *const spans = value_set_list(job, object, "spans");
    value_set_bool(job, object, "whole", whole);
    set_blocks(d, object);
    for (long long at = 0; at < d->page.kernel->tile_k; at += d->own->span) {
        struct value *const span = value_add(spans, value_object(job));
        value_set_bool(job, span, "of_several", d->page.kernel->tile_k > d->own->span);
        add_words(&turn, span, at);
        add_scales(&turn, span, at);
        struct value *const steps = value_set_list(job, span, "steps");
        for (long long number = 0; number < d->own->span / d->own->step; number++)
            add_step(&turn, steps, at, number);
    }
}

/* Whether lines of both may begin at multiples of a load. */
static bool may_load_whole(const struct thin_draft *d)
{
    return tests_alignment(d->page.kernel, d->thin) &&
           (in_blocks(d->large) || tests_alignment(d->page.kernel, d->large));
}

/* Where a lane begins, `from` the first element of an iteration: in its part of K, and where it has elements one behind another at the first
 * one of these. */
static const struct term *first_k(const struct thin_draft *d, const struct term *from)
{
    struct job *const job = d->page.job;
    const struct term *const part =
        term_times(job, page_name(&d->page, "part"), d->page.kernel->unroll_k);
    const struct term *first = d->page.kernel->parts > 1 ? term_add(job, from, part) : from;
    return d->own->by_runs ? first : term_add(job, first, thin_place_of_lane(d));
}

static void add_main(const struct thin_draft *d)
{
    struct job *const job = d->page.job;
    const struct kernel *const kernel = d->page.kernel;
    struct value *const main = value_set_object(job, d->page.view, "main");
    value_set_term(job, main, "aligned_test",
                   term_and(job, alignment_test(job, kernel, d->thin),
                            in_blocks(d->large) ? NULL : alignment_test(job, kernel, d->large)));
    value_set_integer(job, main, "load_bytes", THIN_LOAD_BYTES);
    value_set_term(job, main, "first_k", first_k(d, term_number(job, 0)));
    add_iteration(d, main, true);
}

void thin_view_loops(const struct thin_draft *d)
{
    struct job *const job = d->page.job;
    struct value *const view = d->page.view;
    const bool has_main = !d->page.kernel->turns_none && may_load_whole(d);
    struct value *const remainder = value_set_object(job, view, "remainder");
    value_set_integer(job, view, "lane_elements", d->own->lane_elements);
    value_set_text(job, view, "load_type",
                   vector_name(job, d->own->fragment->held, registers_of_load(d)));
    value_set_integer(job, view, "turn_k", d->page.kernel->turn_k);
    value_set_bool(job, view, "by_runs", d->own->by_runs);
    add_fragments(d);
    add_elements_of_lane(d);
    if (d->own->words)
        view_add_lanes(job, d->page.kernel, view, d->large->element);
    if (in_blocks(d->large) && !d->own->by_runs)
        set_made(d, value_set_object(job, view, "elements_made"));
    else
        value_set_bool(job, view, "elements_made", false);
    if (has_main)
        add_main(d);
    else
        value_set_bool(job, view, "main", false);
    value_set_bool(job, remainder, "behind_loop", has_main);
    value_set_term(job, remainder, "first_k", first_k(d, page_name(&d->page, "turn")));
    add_iteration(d, remainder, false);
}
