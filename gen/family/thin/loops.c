/*
 * The loops over K of the thin family: what lanes load and multiply. Part of its view: see thin_view.c.
 */
#include "gen/family/thin/thin.h"

#include "gen/family/tiled_view.h"

static long long registers_of_load(const struct thin_draft *d)
{
    return d->own->lane_elements / d->own->fragment->together;
}

static const char *register_of(const struct thin_draft *d, const struct operand *operand,
                               long long line)
{
    return register_name(d->job, operand, line, thin_lines(d, operand), 0, 1);
}

/* The function that multiplies the lines of a step, fragment by fragment. */
static void add_step_function(const struct thin_draft *d)
{
    enum {
        OF_FRAGMENT = 2 /* registers of a line in a fragment */
    };
    struct job *const job = d->job;
    struct value *const products = value_set_list(job, d->view, "products");
    value_set_bool(job, d->view, "by_runs", d->own->by_runs);
    value_set_text(job, d->view, "large_name", d->large->name);
    value_set_text(job, d->view, "large_place", thin_place_word(d, d->large));
    value_set_text(job, d->view, "thin_name", d->thin->name);
    value_set_text(job, d->view, "large_letter", thin_letter(d, d->large));
    value_set_text(job, d->view, "thin_letter", thin_letter(d, d->thin));
    for (long long first = 0; first < registers_of_load(d); first += OF_FRAGMENT) {
        struct value *const product = value_add(products, value_object(job));
        value_set_text(job, product, "sums", d->own->by_runs ? "thin/of_run" : "thin/of_tile");
        value_set_text(job, product, "first", component_name(job, registers_of_load(d), first));
        value_set_text(job, product, "second",
                       component_name(job, registers_of_load(d), first + 1));
    }
}

/* Members of a load of elements of a line, at `step` of the iteration; beyond K zero where it is the remainder's. */
static void add_load_of_line(const struct thin_draft *d, struct value *loads,
                             const struct operand *operand, long long line, long long step,
                             bool whole)
{
    struct job *const job = d->job;
    struct value *const load = value_add(loads, value_object(job));
    value_set_text(job, load, "name", register_of(d, operand, line));
    value_set_text(job, load, "load", whole ? "thin/whole" : "thin/inside");
    value_set_text(job, load, "memory", operand->form.memory);
    value_set_text(job, load, "letter", thin_letter(d, operand));
    value_set_text(job, load, "place", thin_place_word(d, operand));
    value_set_integer(job, load, "line", line);
    value_set_unless(job, load, "step", step, 0);
}

/* What elements of blocks become. */
static void set_made(const struct thin_draft *d, struct value *object)
{
    const struct element *const made = element_find(d->own->fragment->element);
    view_add_conversion(d->job, d->kernel, d->large->element, made, d->own->lane_elements, object,
                        d->view);
    if (!d->own->words)
        view_add_unscaled(d->job, d->kernel, d->view, d->large->element, d->own->lane_elements);
}

/* Members by which blocks of a line are read, at `step` of the iteration. */
static void set_blocks(const struct thin_draft *d, struct value *object, long long line,
                       long long step)
{
    struct job *const job = d->job;
    const struct operand *const large = d->large;
    value_set_text(job, object, "stored", kernel_stored(job, d->kernel, large->element));
    value_set_text(job, object, "memory", large->form.memory);
    value_set_text(job, object, "letter", thin_letter(d, large));
    value_set_text(job, object, "place", thin_place_word(d, large));
    value_set_integer(job, object, "elements_of_block", large->element->covers);
    value_set_integer(job, object, "elements_of_group", large->element->group);
    value_set_bool(job, object, "further", false);
    value_set_integer(job, object, "line", line);
    value_set_unless(job, object, "step", step, 0);
}

/* "scale_of_b_1". */
static const char *scale_name(const struct thin_draft *d, long long line)
{
    return arena_printf(d->job->arena, "scale_of_%s", register_of(d, d->large, line));
}

/* The same of elements that are made of quants, by the scale that was loaded. */
static void add_load_of_blocks(const struct thin_draft *d, struct value *loads, long long line,
                               long long step, bool whole)
{
    struct job *const job = d->job;
    const struct element *const element = d->large->element;
    struct value *const load = value_add(loads, value_object(job));
    set_made(d, load);
    set_blocks(d, load, line, step);
    value_set_text(job, load, "name", register_of(d, d->large, line));
    value_set_text(job, load, "load", whole ? "thin/made" : "thin/made_inside");
    value_set_text(job, load, "read", element->least ? "read/scaled_from_least" : "read/scaled");
    value_set_text(job, load, "scale", scale_name(d, line));
    value_set_text(job, load, "quants", element->read_quants);
}

/* The scales of all lines, for the elements that a lane has one behind another. */
static void add_scales(const struct thin_draft *d, struct value *span, long long at, bool whole)
{
    struct job *const job = d->job;
    const struct element *const element = d->large->element;
    struct value *const scales = value_set_list(job, span, "scales_of_lanes");
    for (long long line = 0;
         in_blocks(d->large) && !d->own->words && line < thin_lines(d, d->large); line++) {
        struct value *const scale = value_add(scales, value_object(job));
        set_blocks(d, scale, line, at);
        value_set_text(job, scale, "name", scale_name(d, line));
        value_set_text(job, scale, "load", whole ? "thin/scale" : "thin/scale_inside");
        value_set_text(job, scale, "read", element->read_scale);
        value_set_text(job, scale, "scale_type", vector_name(job, "float", element->least ? 2 : 1));
    }
}

/* The same of words that have been loaded: `number` of them from `first` on. */
static void add_load_of_words(const struct thin_draft *d, struct value *loads, long long line,
                              long long first, long long number)
{
    struct job *const job = d->job;
    struct value *const load = value_add(loads, value_object(job));
    const char *part = "s";
    for (long long i = first; i < first + number; i++)
        part = arena_printf(job->arena, "%s%lld", part, i);
    value_set_text(job, load, "name", register_of(d, d->large, line));
    value_set_text(job, load, "load", d->own->by_runs ? "thin/halves" : "thin/made");
    value_set_text(job, load, "stored", kernel_stored(job, d->kernel, d->large->element));
    value_set_integer(job, load, "line", line);
    value_set_text(job, load, "part", part);
    if (d->own->by_runs)
        return;
    set_made(d, load);
    value_set_text(job, load, "read", "thin/scaled");
}

/* Calls of that function, for each fragment and each thin line; with the scales of run `number` of the words. */
static void add_products(const struct thin_draft *d, struct value *step, long long number)
{
    struct job *const job = d->job;
    struct value *const products = value_set_list(job, step, "products");
    const char *const part = component_name(job, d->own->span / d->own->step, number);
    for (long long i = 0; i < thin_lines(d, d->large); i += 2)
        for (long long j = 0; j < d->own->thin_ones; j++) {
            struct value *const product = value_add(products, value_object(job));
            value_set_integer(job, product, "i", i);
            value_set_integer(job, product, "other_i", i + 1);
            value_set_integer(job, product, "j", j);
            value_set_text(job, product, "one", register_of(d, d->large, i));
            value_set_text(job, product, "other", register_of(d, d->large, i + 1));
            value_set_text(job, product, "thin", register_of(d, d->thin, j));
            value_set_text(job, product, "run", d->own->by_runs ? part : NULL);
        }
}

static void add_step_of_span(const struct thin_draft *d, struct value *steps, long long span,
                             long long number, bool whole)
{
    const struct thin_plan *const own = d->own;
    struct value *const step = value_add(steps, value_object(d->job));
    struct value *const thin = value_set_list(d->job, step, "thin");
    struct value *const large = value_set_list(d->job, step, "large");
    const long long words = own->words * own->step / own->span;
    const long long at = span + number * (own->by_runs ? own->step : own->lane_elements);
    value_set_bool(d->job, step, "in_turn", own->step < own->span);
    for (long long line = 0; line < thin_lines(d, d->thin); line++)
        add_load_of_line(d, thin, d->thin, line, at, whole);
    for (long long line = 0; line < thin_lines(d, d->large); line++)
        if (own->words)
            add_load_of_words(d, large, line, number * words, words);
        else if (in_blocks(d->large))
            add_load_of_blocks(d, large, line, at, whole);
        else
            add_load_of_line(d, large, d->large, line, at, whole);
    add_products(d, step, number);
}

/* Of blocks the words and scales of a span. */
static void add_words(const struct thin_draft *d, struct value *span, long long at, bool whole)
{
    enum {
        SCALE_AND_LEAST = 2 /* of elements that are made */
    };
    struct job *const job = d->job;
    struct value *const places = value_set_list(job, span, "places");
    const long long of_fragment = fragment_places(d->own->engine, d->own->fragment, true);
    const long long scales = d->own->by_runs ? d->own->span / d->own->step : SCALE_AND_LEAST;
    for (long long line = 0; d->own->words && line < thin_lines(d, d->large); line++) {
        struct value *const place = value_add(places, value_object(job));
        value_set_integer(job, place, "line", line);
        value_set_integer(job, place, "fragment", line / of_fragment);
        value_set_integer(job, place, "eight", line % of_fragment);
        value_set_text(job, place, "words", whole ? "thin/words" : "thin/words_inside");
        value_set_text(job, place, "scales", whole ? "thin/scales" : "thin/scales_inside");
        value_set_text(job, place, "scales_type", vector_name(job, "float", scales));
        value_set_text(job, place, "stored", kernel_stored(job, d->kernel, d->large->element));
        value_set_text(job, place, "letter", thin_letter(d, d->large));
        value_set_text(job, place, "place", thin_place_word(d, d->large));
        value_set_unless(job, place, "step", at, 0);
    }
}

/* List `spans` of a loop: what an iteration multiplies, load by load of blocks; `whole`: all of it lies before the end of K. */
static void add_body(const struct thin_draft *d, struct value *turn, bool whole)
{
    struct value *const spans = value_set_list(d->job, turn, "spans");
    for (long long at = 0; at < d->kernel->tile_k; at += d->own->span) {
        struct value *const span = value_add(spans, value_object(d->job));
        struct value *const steps = value_set_list(d->job, span, "steps");
        value_set_bool(d->job, span, "of_several", d->kernel->tile_k > d->own->span);
        add_words(d, span, at, whole);
        add_scales(d, span, at, whole);
        for (long long number = 0; number < d->own->span / d->own->step; number++)
            add_step_of_span(d, steps, at, number, whole);
    }
}

/* Whether lines of both may begin at multiples of a load. */
static bool may_load_whole(const struct thin_draft *d)
{
    return tests_alignment(d->kernel, d->thin) &&
           (in_blocks(d->large) || tests_alignment(d->kernel, d->large));
}

static void add_main(const struct thin_draft *d)
{
    struct job *const job = d->job;
    struct value *const main = value_set_object(job, d->view, "main");
    value_set_term(job, main, "aligned_test",
                   term_and(job, alignment_test(job, d->kernel, d->thin),
                            in_blocks(d->large) ? NULL : alignment_test(job, d->kernel, d->large)));
    value_set_integer(job, main, "load_bytes", THIN_LOAD_BYTES);
    add_body(d, main, true);
}

static void add_loops(const struct thin_draft *d)
{
    struct job *const job = d->job;
    const bool has_main = !d->kernel->turns_none && may_load_whole(d);
    struct value *const remainder = value_set_object(job, d->view, "remainder");
    value_set_integer(job, d->view, "turn_k", d->kernel->turn_k);
    value_set_integer(job, d->view, "depth_of_part", d->kernel->unroll_k);
    value_set_bool(job, d->view, "lane_k", !d->own->by_runs);
    if (in_blocks(d->large) && !d->own->by_runs)
        set_made(d, value_set_object(job, d->view, "made"));
    else
        value_set_bool(job, d->view, "made", false);
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
static void add_part_of_line(const struct thin_draft *d)
{
    struct job *const job = d->job;
    struct value *const function = value_set_object(job, d->view, "part_of_line");
    struct value *const numbers = value_set_list(job, function, "numbers");
    value_set_integer(job, function, "count", d->own->lane_elements);
    for (long long i = 0; i < d->own->lane_elements; i++)
        value_set_unless(job, value_add(numbers, value_object(job)), "number", i, 0);
    value_mark_ends(job, numbers);
}

void thin_view_loops(const struct thin_draft *d)
{
    add_step_function(d);
    if (d->own->words)
        view_add_lanes(d->job, d->kernel, d->view, d->large->element);
    add_loops(d);
    add_part_of_line(d);
}
