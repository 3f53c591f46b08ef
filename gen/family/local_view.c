/*
 * The view of the local family: see local.c for the scheme.
 */
#include "gen/family/local.h"

#include "gen/family/page.h"
#include "gen/family/tiled_view.h"

/* ------------------------------------------------------------------------------- places */

/* The template of where the work-group's tile begins along canonical M or N, by global IDs alone. */
static const char *start_by_global(const struct kernel *kernel, bool along_m)
{
    return !kernel->stands ? "start/of_group_by_global"
           : along_m       ? "start/of_group_of_column"
                           : "start/of_column_by_global";
}

/* Members of an axis: `start_of_group`, the template of where the work-group's tile begins; `own_dimension`, that of
 * the launch along which its work-items stand; and `items_apart`, the places from one work-item's first to its
 * neighbour's. */
static void add_place(const struct local_draft *d, bool along_m, long long apart)
{
    struct value *const axis = value_child(d->view, along_m ? "m" : "n");
    value_set_text(d->job, axis, "start_of_group",
                   value_get(axis, "shifts")->truth ? "start/of_group_inside"
                   : d->kernel->group_ids           ? "start/of_group"
                                                    : start_by_global(d->kernel, along_m));
    value_set_integer(d->job, axis, "own_dimension", along_m != d->kernel->stands);
    value_set_integer(d->job, axis, "items_of_column", d->kernel->wg.height);
    value_set_unless(d->job, axis, "items_apart", apart, 1);
}

/* Members `lines` and `line_place` of an operand, as add_line_starts has them: of one that is read straight from global
 * memory, where it lies along K. */
static void add_direct_lines(const struct local_draft *d, const struct operand *operand)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const bool a = is_a(operand);
    const bool clamped = local_guarded(d, operand);
    const long long count = clamped ? a ? kernel->tile.height : kernel->tile.width : 1;
    const bool named = !local_tile(kernel, operand)->staged && lies_along_k(operand);
    struct value *const object = value_child(d->view, a ? "a" : "b");
    struct value *const lines = value_set_list(job, object, "lines");
    value_set_text(job, object, "line_place", clamped ? "at/clamped" : "at/place");
    for (long long i = 0; i < count && named; i++) {
        struct value *const line = value_add(lines, value_object(job));
        value_set(line, "line", clamped ? value_integer(job, i) : value_bool(job, false));
        value_set_unless(job, line, "plus", local_place(kernel, operand, i), 0);
    }
}

/* -------------------------------------------------------------------------------- loops */

static const char *form_of_loop(const struct local_draft *d)
{
    return d->own->stages == 1 && !d->own->prefetch ? "local/loop_plain"
           : d->own->stages == 1                    ? "local/loop_ahead"
           : d->own->async                          ? "local/loop_stages_async"
           : d->own->prefetch                       ? "local/loop_stages_ahead"
                                                    : "local/loop_stages";
}

/* What an iteration of a main loop loads and multiplies. */
static void add_turn(const struct local_draft *d, struct value *turn, enum local_reach reach)
{
    const bool ahead = d->own->prefetch || d->own->stages > 1;
    local_add_fill(d, turn, reach, ahead ? "next" : "k");
    local_add_multiply(d, turn, reach);
}

/* The loop over whole tiles. */
static void add_main(const struct local_draft *d, bool remains)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    struct value *const main = value_set_object(job, d->view, "main");
    value_set_text(job, main, "loop", form_of_loop(d));
    value_set_term(job, main, "crosses",
                   page_whole(&(struct page){job, kernel, d->view}, &d->own->main, true));
    value_set_text(job, main, "end", remains ? "end" : value_get(d->view, "depth")->text);
    value_set_integer(job, main, "stages", d->own->stages);
    value_set_bool(job, main, "one_ahead", d->own->stages == 2);
    value_set_integer(job, main, "tiles_ahead", d->own->stages - 1);
    value_set_integer(job, main, "depth_ahead", kernel->tile_k * (d->own->stages - 1));
    value_set_text(job, main, "filled", d->own->stages > 1 ? "filled" : NULL);
    value_set_text(job, main, "used", d->own->stages > 1 ? "used" : NULL);
    add_turn(d, main, REACH_WHOLE);
    if (d->own->aligned) {
        const struct operand *const operands[] = {
            local_loads_aligned(kernel, &kernel->a) ? &kernel->a : NULL,
            local_loads_aligned(kernel, &kernel->b) ? &kernel->b : NULL,
        };
        add_turn(d, add_aligned_loop(job, kernel, d->view, main, operands), REACH_ALIGNED);
    }
}

/* What it leaves: the last tile along K, and all of K where a tile crosses an edge. */
static void add_remainder(const struct local_draft *d, bool crosses)
{
    struct job *const job = d->job;
    const char *const tile = d->own->stages > 1 ? "0" : NULL;
    struct value *const remainder = value_set_object(job, d->view, "remainder");
    value_set_bool(job, remainder, "behind_loop", !d->own->main.idle);
    value_set_text(job, remainder, "why",
                   d->own->main.idle ? "loop/all_tiles"
                   : !d->guard_k     ? "loop/tiles_at_an_edge"
                   : crosses         ? "loop/rest_and_edge_tiles"
                                     : "loop/rest_of_tiles");
    value_set_text(job, remainder, "rest",
                   d->all_at_once ? "local/rest_of_all"
                   : crosses      ? "local/rest_loop"
                                  : "local/rest_once");
    value_set_text(job, remainder, "filled", tile);
    value_set_text(job, remainder, "used", tile);
    local_add_fill(d, remainder, REACH_CLAMPED, d->all_at_once ? NULL : "k");
    local_add_multiply(d, remainder, REACH_CLAMPED);
}

/* The function that loads `width` elements of an operand four at a time. */
static void add_fours_function(const struct local_draft *d, const struct operand *operand,
                               struct value *functions, long long width)
{
    struct job *const job = d->job;
    struct value *const function = value_add(functions, value_object(job));
    const char *const read = operand->element->fours;
    set_type_of_load(job, d->kernel, operand, function);
    value_set_text(job, function, "stored", operand->element->name);
    value_set_text(job, function, "type", register_type(job, d->kernel, width));
    value_set_text(job, function, "four", register_type(job, d->kernel, 4));
    value_set_integer(job, function, "width", width);
    value_set_text(job, function, "read", operand_widens(operand) ? "read/wider_four" : read);
    value_set_text(job, function, "narrow", read);
    struct value *const fours = value_set_list(job, function, "fours");
    for (long long i = 0; i < width / 4; i++)
        value_set_integer(job, value_add(fours, value_object(job)), "index", i);
    value_mark_ends(job, fours);
}

/* Whether the loops need a function that loads `width` elements of the operand inside the edges. */
static bool needs_clamped(const struct local_draft *d, const struct operand *operand,
                          long long width, bool remains)
{
    return remains && (local_fetches_clamped(d, operand, width) ||
                       (!is_a(operand) && local_reads_clamped(d, width)));
}

/* Members `clamped` and `in_fours`: functions that load vectors, for the widths that the loops use. A and B have the same
 * ones where they are stored alike. */
static void add_load_functions(const struct local_draft *d, bool remains)
{
    const struct operand *const operands[] = {&d->kernel->a, &d->kernel->b};
    struct value *const clamped = value_set_list(d->job, d->view, "clamped");
    struct value *const in_fours = value_set_list(d->job, d->view, "in_fours");
    const bool alike = operands[0]->element == operands[1]->element;
    for (long long width = 2; width <= 16; width *= 2)
        for (int i = 0; i < 2; i++) {
            const struct operand *const operand = operands[i];
            const struct operand *const done = i == 1 && alike ? operands[0] : NULL;
            if (needs_clamped(d, operand, width, remains) &&
                !(done && needs_clamped(d, done, width, remains)))
                add_clamped_function(d->job, d->kernel, operand, clamped, width);
            if (local_fetches_in_fours(d, operand, width, remains) &&
                !(done && local_fetches_in_fours(d, done, width, remains)))
                add_fours_function(d, operand, in_fours, width);
        }
}

/* Members `main` and `remainder`: the loops, or false. */
static void add_loops(const struct local_draft *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const bool crosses = main_loop_leaves_tiles(&d->own->main);
    const bool remains = d->guard_k || crosses;
    value_set_bool(job, d->view, "asynchronous", d->own->async);
    value_set_bool(job, d->view, "all_at_once", d->all_at_once);
    value_set_bool(job, d->view, "ragged_k", d->guard_k);
    value_set_integer(job, d->view, "tile_k", kernel->tile_k);
    if (d->own->main.idle)
        value_set_bool(job, d->view, "main", false);
    else
        add_main(d, remains);
    if (remains)
        add_remainder(d, crosses);
    else
        value_set_bool(job, d->view, "remainder", false);
    add_load_functions(d, remains);
}

static void add_tile(const struct local_draft *d)
{
    const struct kernel *const kernel = d->kernel;
    long long *const rows = arena_array(d->job->arena, (size_t)kernel->tile.height, sizeof *rows);
    const long long vectors = kernel->tile.width / kernel->c.vector;
    long long *const columns = arena_array(d->job->arena, (size_t)vectors, sizeof *columns);
    for (long long i = 0; i < kernel->tile.height; i++)
        rows[i] = local_row(kernel, i);
    for (long long j = 0; j < vectors; j++)
        columns[j] = local_column(kernel, j);
    add_stores(d->job, kernel, d->view,
               &(struct stored_tile){.width = kernel->c.vector,
                                     .vectors = {kernel->tile.height, vectors},
                                     .rows = rows,
                                     .columns = columns});
}

void local_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct local_plan *const own = kernel->own;
    const struct local_draft d = {
        .job = job,
        .kernel = kernel,
        .own = own,
        .view = view,
        .guard_m = kernel->guard_m,
        .guard_n = kernel->guard_n,
        .guard_k = kernel->guard_k,
        .all_at_once = kernel->turns_none,
    };
    local_add_exchange(&d);
    add_axes(job, kernel, view);
    add_place(&d, true, own->stride.height);
    add_place(&d, false, own->stride.width);
    add_operands(job, kernel, view);
    local_add_tiles(&d);
    add_direct_lines(&d, &kernel->a);
    add_direct_lines(&d, &kernel->b);
    add_accumulators(job, kernel, view, kernel->tile.height, kernel->tile.width / kernel->c.vector,
                     kernel->c.vector);
    add_loops(&d);
    add_format(job, kernel, view, &kernel->a, kernel->a.vector, false);
    add_format(job, kernel, view, &kernel->b, kernel->b.vector, false);
    add_tile(&d);
}
