/*
 * Tiles of the local family in the view: what fills them, in each loop.
 */
#include "gen/family/local/view.h"

/* ------------------------------------------------------------------------ how it is loaded */

/* Whether vectors of the operand are loaded inside the edges that their lines may cross. */
static bool clamps_vectors(const struct kernel *kernel, const struct operand *operand, bool clamped)
{
    const struct local_plan *const plan = kernel->own;
    return clamped && local_tile(kernel, operand)->staged && !in_image(operand) && !plan->async &&
           operand->vector > 1 && !by_index(operand) &&
           (contiguous_along_k(operand) ? kernel->guard_k : kernel_guards(kernel, is_a(operand)));
}

bool local_fetches_clamped(const struct kernel *kernel, const struct operand *operand,
                           long long width)
{
    return operand->vector == width && clamps_vectors(kernel, operand, true);
}

/* Whether a pass loads more than four elements that are converted four at a time, as halves are: what it loads stays in
 * registers across a barrier, and for that PoCL 3.1 loads 8 or 16 halves as if they were aligned, before it converts them. */
static bool loads_in_fours(const struct kernel *kernel, const struct operand *operand, bool clamped)
{
    const struct local_plan *const plan = kernel->own;
    return local_tile(kernel, operand)->staged && !in_image(operand) && !plan->async &&
           operand->vector >= 8 && operand->element->fours &&
           element_converts(operand->element, operand->computed) &&
           !clamps_vectors(kernel, operand, clamped);
}

bool local_fetches_in_fours(const struct kernel *kernel, const struct operand *operand,
                            long long width, bool remains)
{
    const struct local_plan *const plan = kernel->own;
    return operand->vector == width &&
           ((!plan->main.idle && loads_in_fours(kernel, operand, false)) ||
            (remains && loads_in_fours(kernel, operand, true)));
}

/* ------------------------------------------------------------------------------- turns */

static const struct term *last_k(const struct page *page)
{
    return term_plus(page->job, page_name(page, "K"), -1);
}

/* The step of K that lies `steps` after the first one of what is loaded; in the remainder inside K, where it is `clamped`. */
static const struct term *k_of(const struct local_turn *turn, const struct term *steps,
                               bool clamped)
{
    struct job *const job = turn->page->job;
    const struct term *const k =
        turn->first_k ? term_add(job, page_name(turn->page, turn->first_k), steps) : steps;
    return clamped && turn->reach == REACH_CLAMPED && turn->page->kernel->guard_k
               ? term_min(job, k, last_k(turn->page))
               : k;
}

static struct fetch texel_of_pass(const struct local_turn *turn, const struct pass *p)
{
    struct job *const job = turn->page->job;
    const struct operand *const operand = p->tile->operand;
    const bool along_k = p->tile->along_k;
    const struct term *const line = pass_line(p, true), *const at = pass_at(p, 0, true);
    const struct term *const k = k_of(turn, along_k ? at : line, false);
    const struct term *const place =
        local_place_of_group(turn->page, operand, along_k ? line : at, false);
    struct fetch fetch = page_texel(turn->page, operand, 0, 0);
    fetch.x = term_over(job, along_k ? k : place, operand->vector);
    fetch.y = along_k ? place : k;
    return fetch;
}

static struct fetch element_of_pass(const struct local_turn *turn, const struct pass *p)
{
    const struct operand *const operand = p->tile->operand;
    return page_at_step(turn->page, operand, pass_start(p), p->line, p->along, operand->vector);
}

/* Steps of K at which elements are loaded that an index function finds: those of a pass along lines. In a row they are inside K together. */
static void add_steps_of_passes(const struct local_turn *turn, const struct local_tile *tile,
                                struct value *positions, struct value *steps)
{
    const struct page *const page = turn->page;
    struct job *const job = page->job;
    const bool ends = turn->reach == REACH_CLAMPED && page->kernel->guard_k;
    for (long long along = 0; along < tile->along_passes; along++) {
        const struct pass p = {page, tile, 0, along};
        const struct term *const k = k_of(turn, pass_at(&p, 0, true), false);
        const struct term *const last = term_plus(job, page_name(page, "K"), -tile->vector);
        page_add_step(page, positions, steps, tile->operand,
                      page_step_of_k(page, tile->operand, ends ? term_min(job, k, last) : k),
                      along);
    }
}

static struct fetch fetch_of_pass(const struct local_turn *turn, const struct pass *p)
{
    const struct page *const page = turn->page;
    struct job *const job = page->job;
    const struct local_tile *const tile = p->tile;
    const struct operand *const operand = tile->operand;
    const bool along_k = tile->along_k, clamped = turn->reach == REACH_CLAMPED;
    if (in_image(operand))
        return texel_of_pass(turn, p);
    if (by_index(operand))
        return element_of_pass(turn, p);
    const bool ends = clamps_vectors(page->kernel, operand, clamped);
    const long long further = local_separate_starts(page, tile) ? 0
                              : along_k                         ? p->line * tile->load.height
                                        : p->along * tile->load.width * tile->vector;
    const struct term *const line =
        along_k ? term_add(job, pass_start(p), page_lines_further(page, operand->ld, further))
                : page_lines_of(page, k_of(turn, pass_line(p, true), true), operand->ld);
    const struct term *const place =
        along_k ? k_of(turn, pass_at(p, 0, true), !ends) : term_plus(job, pass_start(p), further);
    if (ends)
        return (struct fetch){.get = "get/clamped",
                              .as_is = true,
                              .address = line,
                              .place = place,
                              .last = along_k ? last_k(page) : page_last(page, is_a(operand))};
    const bool aligned = turn->reach == REACH_ALIGNED && local_loads_aligned(page->kernel, operand);
    const bool fours = !aligned && loads_in_fours(page->kernel, operand, clamped);
    return (struct fetch){.get = aligned ? aligned_read(job, operand)
                                 : fours ? "get/in_fours"
                                         : operand_read(operand, operand->vector),
                          .as_is = fours,
                          .address = term_add(job, line, place)};
}

/* Whether two passes store under the same condition. */
static bool under_same(const struct pass *p, const struct pass *q)
{
    return pass_partial_line(p) == pass_partial_line(q) &&
           pass_partial_along(p) == pass_partial_along(q) &&
           (!pass_partial_line(p) || p->line == q->line) &&
           (!pass_partial_along(p) || p->along == q->along);
}

static const struct term *inside_tile(const struct pass *p)
{
    struct job *const job = p->page->job;
    return term_and(job,
                    pass_partial_line(p)
                        ? term_test(job, pass_line(p, false), "<", term_number(job, p->tile->lines))
                        : NULL,
                    pass_partial_along(p) ? term_test(job, pass_at(p, 0, false), "<",
                                                      term_number(job, p->tile->length))
                                          : NULL);
}

/* An item of `puts`: what passes store under the condition `inside`, or false; how, `put`; and the list `writes`, which is returned. */
static struct value *add_put(const struct pass *p, struct value *puts)
{
    struct job *const job = p->page->job;
    const struct local_tile *const tile = p->tile;
    const struct number *const number = p->page->kernel->numbers.compute;
    struct value *const put = value_add(puts, value_object(job));
    value_set_term(job, put, "inside", inside_tile(p));
    value_set_text(job, put, "put",
                   tile->vector == 1 || local_turned(tile) ? "put/element"
                   : local_stores_vectors(tile)            ? "put/vector"
                   : number->parts                         ? "put/complex_vstore"
                                                           : "put/vstore");
    value_set_text(job, put, "type", number_vector(job, number, tile->vector));
    value_set_integer(job, put, "width", tile->vector);
    value_set_integer(job, put, "reals", tile->vector * number_parts(number));
    value_set_text(job, put, "real_number", number_real(number)->name);
    return value_set_list(job, put, "writes");
}

/* What a pass stores: the vector, or its elements one by one. */
static void add_writes(const struct local_turn *turn, const struct pass *p, struct value *writes,
                       const char *name)
{
    struct job *const job = turn->page->job;
    const struct local_tile *const tile = p->tile;
    const bool whole = tile->vector > 1 && !local_turned(tile);
    const struct term *const array = local_tile_name(turn->page, tile, turn->filled);
    const struct term *const line = pass_line(p, false);
    for (long long i = 0; i < (whole ? 1 : tile->vector); i++) {
        const struct term *const at = pass_at(p, i, false);
        const char *const part =
            number_component(job, turn->page->kernel->numbers.compute, tile->vector, i, 1);
        struct value *const write = value_add(writes, value_object(job));
        value_set_term(job, write, "cell",
                       term_at(job, term_at(job, array, local_turned(tile) ? at : line),
                               local_turned(tile) ? line : at));
        value_set_term(job, write, "value", term_part(job, name, whole ? NULL : part));
    }
}

static void add_passes(const struct local_turn *turn, const struct local_tile *tile,
                       struct value *loads, struct value *puts)
{
    struct value *writes = NULL;
    struct pass last = {turn->page, tile, 0, 0};
    for (long long line = 0; line < tile->line_passes; line++)
        for (long long along = 0; along < tile->along_passes; along++) {
            const struct pass p = {turn->page, tile, line, along};
            const char *const name = arena_printf(turn->page->job->arena, "%c_load_%zu",
                                                  operand_letter(tile->operand), loads->count);
            page_load(turn->page, loads, tile->operand, name, tile->vector,
                      fetch_of_pass(turn, &p));
            if (!writes || !under_same(&p, &last))
                writes = add_put(&p, puts);
            add_writes(turn, &p, writes, name);
            last = p;
        }
}

/* Lines of at most four names of what is loaded ahead. */
static void add_registers(const struct page *page, struct value *registers,
                          const struct local_tile *tile, const struct value *loads)
{
    struct job *const job = page->job;
    struct value *names = NULL;
    for (const struct value *load = loads->first; load; load = load->next) {
        if (!names || names->count == 4) {
            struct value *const line = value_add(registers, value_object(job));
            value_set_text(job, line, "type", register_type(job, page->kernel, tile->vector));
            names = value_set_list(job, line, "names");
        }
        value_set_text(job, value_add(names, value_object(job)), "name",
                       value_get(load, "name")->text);
    }
}

/* Elements of a line that are copied, as far as there are any. */
static const struct term *length_of_copy(const struct local_turn *turn,
                                         const struct local_tile *tile)
{
    const struct page *const page = turn->page;
    struct job *const job = page->job;
    const bool a = is_a(tile->operand);
    const bool ends = tile->along_k ? turn->reach == REACH_CLAMPED && page->kernel->guard_k
                                    : kernel_guards(page->kernel, a);
    const struct term *const length = term_number(job, tile->length);
    const struct term *const end = tile->along_k ? page_name(page, "K") : page_limit(page, a);
    if (!ends)
        return length;
    if (tile->along_k && !turn->first_k)
        return end;
    return term_min(job, length,
                    term_sub(job, end,
                             tile->along_k ? page_name(page, turn->first_k)
                                           : page_axis_name(page, "first", a)));
}

/* A line of the tile that is copied asynchronously: `to`, `from` and `length`; and how many `lines` there are. */
static void add_copy(const struct local_turn *turn, const struct local_tile *tile,
                     struct value *copies)
{
    const struct page *const page = turn->page;
    struct job *const job = page->job;
    const struct operand *const operand = tile->operand;
    const struct term *const line = page_name(page, "line");
    const struct term *const begin = tile->along_k
                                         ? local_start_of_line(page, tile, line)
                                         : page_lines_of(page, k_of(turn, line, true), operand->ld);
    const struct term *const place = tile->along_k ? k_of(turn, term_number(job, 0), false)
                                                   : page_axis_name(page, "first", is_a(operand));
    struct value *const copy = value_add(copies, value_object(job));
    value_set_integer(job, copy, "lines", tile->lines);
    value_set_term(job, copy, "to", term_at(job, local_tile_name(page, tile, turn->filled), line));
    value_set_term(
        job, copy, "from",
        term_add(job, term_add(job, page_name(page, operand->form.memory), begin), place));
    value_set_term(job, copy, "length", length_of_copy(turn, tile));
}

void local_add_fill(const struct local_turn *turn, struct value *object)
{
    struct job *const job = turn->page->job;
    const struct local_plan *const plan = turn->page->kernel->own;
    const bool ahead = plan->prefetch && turn->reach != REACH_CLAMPED;
    struct value *const positions = value_set_list(job, object, "positions");
    struct value *const steps = value_set_list(job, object, "steps");
    struct value *const fetched = value_set_list(job, object, "fetched");
    struct value *const puts = value_set_list(job, object, "puts");
    struct value *const copies = value_set_list(job, object, "copies");
    struct value *const registers = value_set_list(job, object, "registers");
    value_set_bool(job, object, "ahead", ahead);
    const struct kernel *const kernel = turn->page->kernel;
    for (int i = 0; i < kernel->factor_count; i++) {
        const struct local_tile *const tile = local_tile(kernel, kernel->factors[i]);
        if (!tile->staged)
            continue;
        if (plan->async) {
            add_copy(turn, tile, copies);
            continue;
        }
        if (by_index(tile->operand))
            add_steps_of_passes(turn, tile, positions, steps);
        struct value *const loads = page_operand(turn->page, fetched, tile->operand);
        add_passes(turn, tile, loads, puts);
        if (ahead)
            add_registers(turn->page, registers, tile, loads);
    }
    for (struct value *line = registers->first; line; line = line->next)
        value_mark_ends(job, value_child(line, "names"));
}
