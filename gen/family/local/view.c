/*
 * The view of templates/local.cl: the lists that the page goes through. See family.c for the scheme.
 */
#include "gen/family/families.h"
#include "gen/family/local/view.h"
#include "gen/view/family.h"

/* ------------------------------------------------------------------------------- places */

/* Where the work-group's tile begins, by global IDs alone. */
static const struct term *begin_by_global(const struct page *page, bool along_m)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *const global = page_id(page, "get_global_id", along_m);
    if (!kernel->stands)
        return term_times(job, term_sub(job, global, page_id(page, "get_local_id", along_m)),
                          shape_side(kernel->tile, along_m));
    return along_m ? term_times(job, global, kernel->group.height)
                   : term_times(job, term_over(job, global, kernel->wg.height), kernel->tile.width);
}

/* List `places`: where the tile of the work-group begins, "first_row", that of the work-item in it, "tile_row", and in C. */
static void add_places(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct local_plan *const plan = kernel->own;
    struct value *const places = value_set_list(job, page->view, "places");
    page_own_places(page, places);
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(kernel->factors[i]);
        const bool by_group = kernel_shifts(kernel, along_m) || kernel->group_ids;
        page_declare(page, places, page_axis_name(page, "first", along_m),
                     by_group ? page_begin_of_group(page, along_m)
                              : begin_by_global(page, along_m));
        page_declare(page, places, page_axis_name(page, "tile", along_m),
                     term_times(job, page_id(page, "get_local_id", along_m != kernel->stands),
                                shape_side(plan->stride, along_m)));
    }
    for (int i = 0; i < 2; i++) {
        const bool along_m = is_a(kernel->factors[i]);
        page_declare(page, places, page_place(page, along_m, 0, false),
                     term_add(job, page_axis_name(page, "first", along_m),
                              page_axis_name(page, "tile", along_m)));
    }
}

/* -------------------------------------------------------------------------------- loops */

static void add_iteration(const struct local_turn *turn, struct value *object)
{
    local_add_fill(turn, object);
    local_add_multiply(turn, object);
}

/* Members of the main loop: which of five schedules it has, `plain`, `ahead_in_registers`, `staged`, `staged_ahead` or `staged_copies`. */
static void add_schedule(const struct page *page, struct value *main)
{
    struct job *const job = page->job;
    const struct local_plan *const plan = page->kernel->own;
    const bool several = plan->stages > 1, ahead = plan->prefetch;
    value_set_bool(job, main, "plain", !several && !ahead);
    value_set_bool(job, main, "ahead_in_registers", !several && ahead);
    value_set_bool(job, main, "staged", several && !plan->async && !ahead);
    value_set_bool(job, main, "staged_ahead", several && !plan->async && ahead);
    value_set_bool(job, main, "staged_copies", several && plan->async);
    value_set_integer(job, main, "stages", plan->stages);
    value_set_bool(job, main, "one_ahead", plan->stages == 2);
    value_set_integer(job, main, "tiles_ahead", plan->stages - 1);
    value_set_integer(job, main, "depth_ahead", page->kernel->tile_k * (plan->stages - 1));
}

/* The loop over whole tiles. */
static void add_main(const struct page *page, bool remains)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct local_plan *const plan = kernel->own;
    const bool several = plan->stages > 1;
    const struct term *const depth = page_depth(page);
    struct value *const main = value_set_object(job, page->view, "main");
    struct local_turn turn = {
        .page = page,
        .first_k = plan->prefetch || several ? "next" : "k",
        .filled = several ? "filled" : NULL,
        .used = several ? "used" : NULL,
        .steps = plan->steps,
    };
    add_schedule(page, main);
    value_set_term(job, main, "crosses", page_whole(page, &plan->main, true));
    value_set_term(job, main, "whole_tiles",
                   kernel->guard_k ? term_sub(job, depth, term_rest(job, depth, kernel->tile_k))
                                   : depth);
    value_set_term(job, main, "end", remains ? page_name(page, "end") : depth);
    add_iteration(&turn, main);
    if (plan->aligned) {
        const struct operand *operands[3];
        for (int i = 0; i < kernel->factor_count; i++)
            operands[i] =
                local_loads_aligned(kernel, kernel->factors[i]) ? kernel->factors[i] : NULL;
        turn.reach = REACH_ALIGNED;
        add_iteration(&turn, add_aligned_loop(page, main, operands, kernel->factor_count));
    }
}

/* What it leaves: the last tile along K, and all of K where a tile crosses an edge. */
static void add_remainder(const struct page *page, bool crosses)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct local_plan *const plan = kernel->own;
    const char *const tile = plan->stages > 1 ? "0" : NULL;
    struct value *const remainder = value_set_object(job, page->view, "remainder");
    value_set_bool(job, remainder, "behind_loop", !plan->main.idle);
    value_set_text(job, remainder, "why",
                   plan->main.idle    ? "loop/all_tiles"
                   : !kernel->guard_k ? "loop/tiles_at_an_edge"
                   : crosses          ? "loop/rest_and_edge_tiles"
                                      : "loop/rest_of_tiles");
    value_set_bool(job, remainder, "of_all", kernel->turns_none);
    value_set_bool(job, remainder, "of_tiles", !kernel->turns_none && crosses);
    value_set_bool(job, remainder, "of_last", !kernel->turns_none && !crosses);
    add_iteration(&(struct local_turn){.page = page,
                                       .reach = REACH_CLAMPED,
                                       .first_k = kernel->turns_none ? NULL : "k",
                                       .filled = tile,
                                       .used = tile,
                                       .steps = 1},
                  remainder);
}

/* The function that loads `width` elements of an operand four at a time. */
static void add_fours_function(const struct page *page, const struct operand *operand,
                               struct value *functions, long long width)
{
    struct job *const job = page->job;
    struct value *const function = value_add(functions, value_object(job));
    const char *const read = operand->element->fours;
    set_type_of_load(page, operand, function);
    value_set_text(job, function, "stored", operand->element->name);
    value_set_text(job, function, "type", register_type(job, page->kernel, width));
    value_set_text(job, function, "four", register_type(job, page->kernel, 4));
    value_set_integer(job, function, "width", width);
    value_set_text(job, function, "get", operand_widens(operand) ? "get/wider_four" : read);
    value_set_text(job, function, "narrow", read);
    struct value *const fours = value_set_list(job, function, "fours");
    for (long long i = 0; i < width / 4; i++)
        value_set_integer(job, value_add(fours, value_object(job)), "index", i);
    value_mark_ends(job, fours);
}

/* Whether the loops need a function that loads `width` elements of the operand inside the edges. */
static bool needs_clamped(const struct page *page, const struct operand *operand, long long width,
                          bool remains)
{
    return remains && (local_fetches_clamped(page->kernel, operand, width) ||
                       (!is_a(operand) && local_reads_clamped(page->kernel, width)));
}

/* Members `clamped` and `in_fours`: functions that load vectors, for the widths that the loops use. A and B have the same
 * ones where they are stored alike. */
static void add_load_functions(const struct page *page, bool remains)
{
    const struct operand *const *const operands = page->kernel->factors;
    struct value *const in_fours = value_set_list(page->job, page->view, "in_fours");
    const bool alike = operands[0]->element == operands[1]->element;
    for (long long width = 2; width <= 16; width *= 2)
        for (int i = 0; i < 2; i++) {
            const struct operand *const operand = operands[i];
            const struct operand *const done = i == 1 && alike ? operands[0] : NULL;
            if (needs_clamped(page, operand, width, remains) &&
                !(done && needs_clamped(page, done, width, remains)))
                add_clamped_function(page, operand, width);
            if (local_fetches_in_fours(page->kernel, operand, width, remains) &&
                !(done && local_fetches_in_fours(page->kernel, done, width, remains)))
                add_fours_function(page, operand, in_fours, width);
        }
}

/* Members `main` and `remainder`: the loops, or false. */
static void add_loops(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct local_plan *const plan = kernel->own;
    const bool crosses = main_loop_leaves_tiles(&plan->main);
    const bool remains = kernel->guard_k || crosses;
    value_set_bool(job, page->view, "asynchronous", plan->async);
    value_set_bool(job, page->view, "all_at_once", kernel->turns_none);
    value_set_bool(job, page->view, "ragged_k", kernel->guard_k);
    value_set_integer(job, page->view, "tile_k", kernel->tile_k);
    if (plan->main.idle)
        value_set_bool(job, page->view, "main", false);
    else
        add_main(page, remains);
    if (remains)
        add_remainder(page, crosses);
    else
        value_set_bool(job, page->view, "remainder", false);
    add_load_functions(page, remains);
}

static void add_tile(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long vectors = kernel->tile.width / kernel->c.vector;
    long long *const rows = arena_array(job->arena, (size_t)kernel->tile.height, sizeof *rows);
    long long *const columns = arena_array(job->arena, (size_t)vectors, sizeof *columns);
    for (long long i = 0; i < kernel->tile.height; i++)
        rows[i] = local_row(kernel, i);
    for (long long j = 0; j < vectors; j++)
        columns[j] = local_column(kernel, j);
    add_stores(page, &(struct stored_tile){.width = kernel->c.vector,
                                           .vectors = {kernel->tile.height, vectors},
                                           .rows = rows,
                                           .columns = columns});
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    local_add_exchange(&page);
    add_places(&page);
    local_add_tiles(&page);
    const struct shape vectors = {kernel->tile.height, kernel->tile.width / kernel->c.vector};
    add_accumulators(&page, vectors, kernel->c.vector);
    keep_sums(&page, &(struct kept_sums){.vectors = vectors, .width = kernel->c.vector});
    add_loops(&page);
    for (int i = 0; i < 2; i++)
        add_format(&page, kernel->factors[i], kernel->factors[i]->vector);
    add_tile(&page);
}

const struct family_view family_local_view = {
    .page = "local.cl",
    .fill = fill,
};
