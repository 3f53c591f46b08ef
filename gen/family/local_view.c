/*
 * The view of the local family: see local.c for the scheme.
 */
#include "gen/family/local.h"

#include "gen/family/tiled_view.h"

/* ------------------------------------------------------------------------------- places */

/* The template of where the work-group's tile begins along canonical M or N, by global IDs alone. */
static const char *start_by_global(const struct spec *spec, bool along_m)
{
    return !spec_stands(spec) ? "start/of_group_by_global"
           : along_m          ? "start/of_group_of_column"
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
                   : d->spec->group_ids             ? "start/of_group"
                                                    : start_by_global(d->spec, along_m));
    value_set_integer(d->job, axis, "own_dimension", along_m != spec_stands(d->spec));
    value_set_integer(d->job, axis, "items_of_column", d->spec->wg.height);
    value_set_unless(d->job, axis, "items_apart", apart, 1);
}

/* Members `lines` and `line_place` of an operand, as add_line_starts has them: of one that is read straight from global
 * memory, where it lies along K. */
static void add_direct_lines(const struct local_draft *d, const struct operand *operand)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const bool a = is_a(spec, operand);
    const bool clamped = local_guarded(d, operand);
    const long long count = clamped ? a ? spec->tile.height : spec->tile.width : 1;
    const bool named = operand->stage == STAGE_NONE && lies_along_k(spec, operand);
    struct value *const object = value_child(d->view, a ? "a" : "b");
    struct value *const lines = value_set_list(job, object, "lines");
    value_set_text(job, object, "line_place", clamped ? "at/clamped" : "at/place");
    for (long long i = 0; i < count && named; i++) {
        struct value *const line = value_add(lines, value_object(job));
        value_set(line, "line", clamped ? value_integer(job, i) : value_bool(job, false));
        value_set_unless(job, line, "plus", local_place(spec, operand, i), 0);
    }
}

/* -------------------------------------------------------------------------------- loops */

/* Whether the main loop reads beyond the edge of a tile that crosses it, in vectors along the tile of C or straight from
 * global memory. */
static bool needs_whole(const struct local_draft *d, const struct operand *operand)
{
    const struct spec *const spec = d->spec;
    const bool crosses =
        !spec->async && operand->vector > 1 && !operand->image && !local_along_k(spec, operand);
    const bool direct =
        operand->stage == STAGE_NONE && !operand->image && !lies_along_k(spec, operand);
    return local_guarded(d, operand) && (crosses || direct);
}

/* Whether the main loop never runs: K is less than a tile, or every tile crosses such an edge. */
static bool never_runs(const struct local_draft *d)
{
    const struct spec *const spec = d->spec;
    return spec_turns_none(spec) || never_whole(spec, needs_whole(d, &spec->a),
                                                needs_whole(d, &spec->b), spec_group_tile(spec));
}

static const char *form_of_loop(const struct local_draft *d)
{
    return d->stages == 1 && !d->spec->prefetch ? "local/loop_plain"
           : d->stages == 1                     ? "local/loop_ahead"
           : d->spec->async                     ? "local/loop_stages_async"
           : d->spec->prefetch                  ? "local/loop_stages_ahead"
                                                : "local/loop_stages";
}

/* The loop over whole tiles. */
static void add_main(const struct local_draft *d, const struct whole_tile *whole, bool remains)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    struct value *const main = value_set_object(job, d->view, "main");
    const bool ahead = spec->prefetch || d->stages > 1;
    value_set_text(job, main, "loop", form_of_loop(d));
    add_whole(job, spec, main, whole);
    value_set_text(job, main, "end", remains ? "end" : value_get(d->view, "depth")->text);
    value_set_integer(job, main, "stages", d->stages);
    value_set_bool(job, main, "one_ahead", d->stages == 2);
    value_set_integer(job, main, "tiles_ahead", d->stages - 1);
    value_set_integer(job, main, "depth_ahead", spec->tile_k * (d->stages - 1));
    value_set_text(job, main, "filled", d->stages > 1 ? "filled" : NULL);
    value_set_text(job, main, "used", d->stages > 1 ? "used" : NULL);
    local_add_fill(d, main, false, ahead ? "next" : "k");
    local_add_multiply(d, main, false);
}

/* What it leaves: the last tile along K, and all of K where a tile crosses an edge. */
static void add_remainder(const struct local_draft *d, bool crosses)
{
    struct job *const job = d->job;
    const char *const tile = d->stages > 1 ? "0" : NULL;
    struct value *const remainder = value_set_object(job, d->view, "remainder");
    value_set_bool(job, remainder, "behind_loop", !d->idle);
    value_set_text(job, remainder, "why",
                   d->idle       ? "loop/all_tiles"
                   : !d->guard_k ? "loop/tiles_at_an_edge"
                   : crosses     ? "loop/rest_and_edge_tiles"
                                 : "loop/rest_of_tiles");
    value_set_text(job, remainder, "rest",
                   d->all_at_once ? "local/rest_of_all"
                   : crosses      ? "local/rest_loop"
                                  : "local/rest_once");
    value_set_text(job, remainder, "filled", tile);
    value_set_text(job, remainder, "used", tile);
    local_add_fill(d, remainder, true, d->all_at_once ? NULL : "k");
    local_add_multiply(d, remainder, true);
}

/* Functions that load many halves, four at a time. */
static void add_halves_functions(const struct local_draft *d, bool remains)
{
    struct job *const job = d->job;
    struct value *const functions = value_set_list(job, d->view, "wide_halves");
    for (long long width = 8; width <= 16; width *= 2) {
        if (!local_fetches_halves(d, &d->spec->a, width, remains) &&
            !local_fetches_halves(d, &d->spec->b, width, remains))
            continue;
        struct value *const function = value_add(functions, value_object(job));
        value_set_text(job, function, "type", register_type(job, d->spec, width));
        value_set_integer(job, function, "width", width);
        struct value *const fours = value_set_list(job, function, "fours");
        for (long long i = 0; i < width / 4; i++)
            value_set_integer(job, value_add(fours, value_object(job)), "index", i);
        value_mark_ends(job, fours);
    }
}

/* Members `main` and `remainder`: the loops, or false. */
static void add_loops(const struct local_draft *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct whole_tile whole = {needs_whole(d, &spec->a), needs_whole(d, &spec->b),
                                     arena_printf(job->arena, "first_%s", axis_word(spec, true)),
                                     arena_printf(job->arena, "first_%s", axis_word(spec, false)),
                                     spec_group_tile(spec)};
    const bool crosses = whole.rows || whole.columns;
    const bool remains = d->guard_k || crosses;
    value_set_bool(job, d->view, "asynchronous", spec->async);
    value_set_bool(job, d->view, "all_at_once", d->all_at_once);
    value_set_bool(job, d->view, "ragged_k", d->guard_k);
    value_set_integer(job, d->view, "tile_k", spec->tile_k);
    if (d->idle)
        value_set_bool(job, d->view, "main", false);
    else
        add_main(d, &whole, remains);
    if (remains)
        add_remainder(d, crosses);
    else
        value_set_bool(job, d->view, "remainder", false);
    /* Vector functions that read inside the edges, for the widths that the remainder uses. */
    struct value *const functions = value_set_list(job, d->view, "clamped");
    for (long long width = 2; remains && width <= 16; width *= 2)
        if (local_fetches_clamped(d, &spec->a, width) ||
            local_fetches_clamped(d, &spec->b, width) || local_reads_clamped(d, width))
            add_clamped_function(job, spec, functions, width);
    add_halves_functions(d, remains);
}

static void add_tile(const struct local_draft *d)
{
    const struct spec *const spec = d->spec;
    long long *const rows = arena_array(d->job->arena, (size_t)spec->tile.height, sizeof *rows);
    const long long vectors = spec->tile.width / spec->c.vector;
    long long *const columns = arena_array(d->job->arena, (size_t)vectors, sizeof *columns);
    for (long long i = 0; i < spec->tile.height; i++)
        rows[i] = local_row(spec, i);
    for (long long j = 0; j < vectors; j++)
        columns[j] = local_column(spec, j);
    add_tile_stores(d->job, spec, d->view, spec->c.vector, rows, columns);
}

void local_view(struct job *job, const struct spec *spec, struct value *view)
{
    const struct shape group = spec_group_tile(spec);
    const struct shape stride = local_stride(spec);
    struct local_draft d = {
        .job = job,
        .spec = spec,
        .view = view,
        .guard_m = spec_guards(spec, spec->m, group.height),
        .guard_n = spec_guards(spec, spec->n, group.width),
        .guard_k = spec_guards_k(spec),
        .all_at_once = spec_turns_none(spec),
    };
    d.idle = never_runs(&d);
    d.stages = d.idle ? 1 : spec->stages;
    local_add_exchange(&d);
    add_axes(job, spec, view);
    add_place(&d, true, stride.height);
    add_place(&d, false, stride.width);
    add_operands(job, spec, view);
    local_add_tiles(&d);
    add_direct_lines(&d, &spec->a);
    add_direct_lines(&d, &spec->b);
    add_accumulators(job, spec, view, spec->tile.height, spec->tile.width / spec->c.vector,
                     spec->c.vector);
    add_loops(&d);
    add_tile(&d);
}
