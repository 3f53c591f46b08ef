/*
 * The views of templates/pack.cl and templates/pack_fragments.cl: kernels that pack operands into panels.
 */
#include "gen/view/step.h"

void view_add_begins(struct job *job, const struct kernel *kernel, const struct operand *operand,
                     const char *stride, struct value *object)
{
    const struct operand source = packed_from(operand);
    const char *const ld = symbol_in_kernel(operand->ld);
    const char *const word = kernel_axis_word(kernel, is_a(operand));
    const struct term *const place = term_name(job, arena_printf(job->arena, "first_%s", word));
    const struct term *const k =
        kernel->in_blocks ? term_name(job, "first_k") : term_number(job, 0);
    /* Of rows that a list names none is the first. */
    const bool listed = kernel_listed_rows(kernel, operand) != SYMBOL_NONE;
    value_set_term(job, object, "block_begins",
                   listed                  ? kernel->in_blocks ? k : NULL
                   : lies_along_k(&source) ? term_add(job, view_lines(job, kernel, place, ld), k)
                                           : term_add(job, view_lines(job, kernel, k, ld), place));
    value_set_term(
        job, object, "panels_begin",
        term_add(job, view_lines(job, kernel, k, stride), view_lines(job, kernel, place, "steps")));
}

/* Adds what such a kernel reads and writes: names, sizes, and where the members of a batch begin. */
static void add_ends(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct form *const form = &s->operand->form;
    const struct operand source = packed_from(s->operand);
    struct value *const packing = s->object;
    step_add_caller(s, form->axes.along, form->axes.lines);
    step_add_written(s, "stride");
    if (s->kernel->in_blocks || s->moves)
        view_add_constant(job, s->constants, "stride",
                          view_extent(job, s->kernel, form->axes.along, form->multiple.width));
    value_set(packing, "letter", value_printf(job, "%c", operand_letter(s->operand)));
    value_set_text(job, packing, "memory", source.form.memory);
    value_set_text(job, packing, "panels", form->memory);
    value_set_text(job, packing, "place", kernel_axis_word(s->kernel, is_a(s->operand)));
    value_set_text(job, packing, "limit", symbol_in_kernel(form->axes.along));
}

/* ------------------------------------------------------------------------------ fragments */

/* Tells whether panels reach beyond the matrix that they are packed from. */
static bool guards(const struct kernel *kernel, const struct form *form)
{
    const long long along = kernel->fixed[form->axes.along],
                    lines = kernel->fixed[form->axes.lines];
    const bool whole =
        along >= 0 && along % form->panel == 0 && lines >= 0 && lines % form->block == 0;
    return kernel->edges != EDGES_EXACT && !whole;
}

/* Writes number / divisor % most * times, where these are not 1. */
static const struct term *part(struct job *job, const char *number, long long divisor,
                               long long most, long long times)
{
    const struct term *const whole = term_over(job, term_name(job, number), divisor);
    const struct term *const rest = most ? term_rest(job, whole, most) : whole;
    return term_times(job, rest, times);
}

/* Says where the elements begin that a load puts together: in a swizzled block, whose pieces of a line change positions; and for a lane of
 * fragments. Members `begins` and `begins_k`. */
static void add_swizzled_places(const struct step_view *s, const struct term *place,
                                const struct term *k)
{
    enum {
        ALIKE = 8 /* lines after which pieces change positions alike */
    };
    struct job *const job = s->job;
    const struct form *const form = &s->operand->form;
    const struct fragment_order *const order = form->fragments;
    const long long pieces = order->lanes_of_place;
    const bool several = form->block > order->steps; /* blocks have several lines of a place */
    const struct term *const line = part(job, "load", ALIKE, pieces, 1);
    const struct term *const piece = term_bits(job, part(job, "load", 1, pieces, 1), "^", line);
    value_set_term(job, s->object, "begins",
                   term_add(job, place, part(job, "load", pieces, several ? form->panel : 0, 1)));
    if (several)
        k = term_add(job, k, part(job, "load", order->lanes, 0, order->steps));
    value_set_term(job, s->object, "begins_k",
                   term_add(job, k, term_times(job, piece, order->together)));
    value_set_unless(job, s->object, "lines_alike", ALIKE / pieces, 1);
}

static void add_fragment_places(const struct step_view *s, const struct term *place,
                                const struct term *k)
{
    struct job *const job = s->job;
    const struct form *const form = &s->operand->form;
    const struct fragment_order *const order = form->fragments;
    const long long across = form->panel / order->places; /* fragments along the places */
    place = term_add(job, place, part(job, "fragment", 1, across, order->places));
    place = term_add(job, place, part(job, "lane", order->lanes_of_place, 0, order->apart));
    k = term_add(job, k, part(job, "fragment", across, 0, order->steps));
    k = term_add(job, k, part(job, "lane", 1, order->lanes_of_place, order->together));
    k = term_add(job, k, part(job, "load", order->lanes, order->loads, order->further));
    value_set_term(job, s->object, "begins", place);
    value_set_term(job, s->object, "begins_k", k);
}

/* Adds list `components` of elements that become two numbers each: as many of a load as make a word of such numbers. */
static void add_components(const struct step_view *s)
{
    enum {
        WORD_BYTES = 4
    };
    struct job *const job = s->job;
    const struct operand *const operand = s->operand;
    const long long count = operand->form.fragments->count;
    const long long together = WORD_BYTES / operand->element->bytes;
    const bool parts = operand->form.parts > 1;
    value_set_bool(job, s->object, "parts", parts);
    struct value *const components = value_set_list(job, s->object, "components");
    for (long long i = 0; parts && i < count; i += together)
        value_set_text(job, value_add(components, value_object(job)), "component",
                       number_component(job, operand->given->same, count, i, together));
    value_mark_ends(job, components);
    value_set_integer(job, s->object, "words_of_load", (long long)components->count);
}

/* Adds list `elements` of a load, from its first place and step of K on. */
static void add_elements(const struct step_view *s, const char *word)
{
    struct job *const job = s->job;
    const struct fragment_order *const order = s->operand->form.fragments;
    struct value *const elements = value_set_list(job, s->object, "elements");
    for (long long i = 0; i < order->count; i++) {
        struct value *const item = value_add(elements, value_object(job));
        value_set_term(job, item, "at_place",
                       term_plus(job, step_name(s, word), order->elements[i].down));
        value_set_term(job, item, "at_k",
                       term_plus(job, step_name(s, "k"), order->elements[i].deep));
    }
    value_mark_ends(job, elements);
}

/* Describes the kernel that packs into fragments, which a work-item puts together for a lane. */
static void add_fragments(const struct step_view *s)
{
    struct job *const job = s->job;
    const struct operand *const operand = s->operand;
    const struct operand source = packed_from(operand);
    const struct form *const form = &operand->form;
    const struct fragment_order *const order = form->fragments;
    const char *const ld = symbol_in_kernel(operand->ld);
    const char *const word = kernel_axis_word(s->kernel, is_a(operand));
    const bool bits = view_moves_bits(s->plan, s->step);
    const char *const moved = bits ? element_bits(operand->element) : operand->element->name;
    const struct term *const first = term_name(job, arena_printf(job->arena, "first_%s", word));
    struct value *const packing = s->object;
    step_set_page(s, "pack_fragments.cl");
    value_set_text(job, packing, "source",
                   bits ? element_bits(operand->given) : operand->given->name);
    value_set(packing, "vector", value_printf(job, "%s%lld", moved, order->count));
    value_set_bool(job, packing, "guards", guards(s->kernel, form));
    value_set_term(job, packing, "from",
                   lies_along_k(&source) ? step_place(s, word, ld, step_name(s, "k"))
                                         : step_place(s, "k", ld, step_name(s, word)));
    value_set_integer(job, packing, "side", form->panel);
    value_set_integer(job, packing, "block", form->block);
    value_set_integer(job, packing, "last_of_block", form->block - 1);
    value_set_integer(job, packing, "elements_of_block",
                      form->panel * form->block * (form->parts > 1 ? form->parts : 1));
    value_set_integer(job, packing, "loads_of_block", form->panel * form->block / order->count);
    value_set_integer(job, packing, "loads_of_fragment", order->lanes * order->loads);
    value_set_integer(job, packing, "items", s->step->dimensions[0].local);
    value_set_integer(job, packing, "fragment_side", order->places);
    value_set_integer(job, packing, "steps_of_fragment", order->steps);
    value_set_bool(job, packing, "several_steps", order->steps > 1);
    value_set_integer(job, packing, "lanes", order->lanes);
    value_set_integer(job, packing, "lanes_of_place", order->lanes_of_place);
    value_set_integer(job, packing, "count", order->count);
    value_set_bool(job, packing, "swizzled", order->swizzled);
    if (order->swizzled)
        add_swizzled_places(s, first, step_name(s, "first_k"));
    else
        add_fragment_places(s, first, step_name(s, "first_k"));
    add_elements(s, word);
    add_components(s);
}

void step_view_packing(const struct step_view *s)
{
    struct job *const job = s->job;
    add_ends(s);
    if (s->operand->form.fragments) {
        add_fragments(s);
        return;
    }
    step_set_page(s, "pack.cl");
    view_add_begins(job, s->kernel, s->operand, "stride", s->object);
    value_set_integer(job, s->object, "places", s->step->dimensions[0].per_group);
    value_set_text(job, s->object, "depth", symbol_in_kernel(s->operand->form.axes.lines));
}
