/*
 * The view of the local family: see local.c for the scheme.
 */
#include <string.h>

#include "gen/family/local.h"

/* Places of the work-group and of the work-item in it. */
static void add_places(const struct local_draft *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct shape group = spec_group_tile(spec);
    const struct shape stride = local_stride(spec);
    const struct {
        const char *word;
        int dimension;
        long long group, tile, stride;
    } axes[] = {
        {d->row, 1, group.height, spec->tile.height, stride.height},
        {d->column, 0, group.width, spec->tile.width, stride.width},
    };
    struct value *const places = value_set_list(job, d->view, "places");
    for (int i = 0; i < 2; i++) {
        struct value *const first = value_add(places, value_object(job));
        const char *const id = arena_printf(job->arena, "get_local_id(%d)", axes[i].dimension);
        value_set(first, "name", value_printf(job, "first_%s", axes[i].word));
        const bool shifts = spec_shifts(spec, i == 0 ? spec->m : spec->n, axes[i].group);
        value_set(first, "place",
                  spec->group_ids || shifts
                      ? value_text(job, add_tile_start(job, spec, d->view, i == 0))
                      : value_printf(job, "(get_global_id(%d) - %s)%s", axes[i].dimension, id,
                                     axes[i].tile > 1
                                         ? arena_printf(job->arena, " * %lld", axes[i].tile)
                                         : ""));
        struct value *const own = value_add(places, value_object(job));
        value_set(own, "name", value_printf(job, "tile_%s", axes[i].word));
        value_set(own, "place",
                  axes[i].stride > 1 ? value_printf(job, "%s * %lld", id, axes[i].stride)
                                     : value_text(job, id));
    }
    for (int i = 0; i < 2; i++) {
        struct value *const place = value_add(places, value_object(job));
        value_set_text(job, place, "name", axes[i].word);
        value_set(place, "place",
                  value_printf(job, "first_%s + tile_%s", axes[i].word, axes[i].word));
    }
    value_set(d->view, "item",
              value_printf(job,
                           spec->wg.height == 1  ? "get_local_id(0)"
                           : spec->wg.width == 1 ? "get_local_id(1)"
                                                 : "get_local_id(1) * %lld + get_local_id(0)",
                           spec->wg.width));
}

/* Lines along K of an operand that is read straight from global memory. */
static void add_direct_lines(const struct local_draft *d, const struct operand *operand)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    struct value *const lines = value_child(d->view, "lines");
    if (operand->stage != STAGE_NONE || !lies_along_k(spec, operand))
        return;
    const bool a = is_a(spec, operand);
    const bool clamped = a ? d->guard_m : d->guard_n;
    const long long width = spec->c.vector;
    const long long count = a ? spec->tile.height : spec->tile.width;
    for (long long i = 0; i < (clamped ? count : 1); i++) {
        const long long place = a ? local_row(spec, i) : local_column(spec, i / width) + i % width;
        struct value *const line = value_add(lines, value_object(job));
        value_set_text(job, line, "line", line_at(job, spec, operand, i, 1, clamped).start);
        value_set_text(
            job, line, "start",
            line_start(job, spec, operand, place_text(job, spec, operand, place, clamped)));
    }
}

/* Whether vectors are read from global memory along the tile of C, where they could cross an edge. */
static bool crosses(const struct spec *spec, const struct operand *operand, bool guard)
{
    return guard && !spec->async && !operand->image && operand->vector > 1 &&
           !local_along_k(spec, operand);
}

/* Whether the main loop reads beyond the edge of a tile that crosses it, in vectors or straight from global
 * memory. */
static bool needs_whole(const struct local_draft *d, const struct operand *operand)
{
    const bool guard = is_a(d->spec, operand) ? d->guard_m : d->guard_n;
    return crosses(d->spec, operand, guard) || (guard && operand->stage == STAGE_NONE &&
                                                !operand->image && !lies_along_k(d->spec, operand));
}

/* Whether the main loop never runs: K is less than a tile, or every tile crosses such an edge. */
static bool never_runs(const struct local_draft *d)
{
    const struct spec *const spec = d->spec;
    return spec_turns_none(spec) || never_whole(spec, needs_whole(d, &spec->a),
                                                needs_whole(d, &spec->b), spec_group_tile(spec));
}

/* The condition for the main loop not to run: the work-group's tile crosses an edge. */
static const char *crossing_tile(const struct local_draft *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct shape group = spec_group_tile(spec);
    const bool rows = needs_whole(d, &spec->a);
    const bool columns = needs_whole(d, &spec->b);
    const char *const by_row = arena_printf(job->arena, "first_%s + %lld > %s", d->row,
                                            group.height, symbol_in_kernel(spec->m));
    const char *const by_column = arena_printf(job->arena, "first_%s + %lld > %s", d->column,
                                               group.width, symbol_in_kernel(spec->n));
    return rows && columns ? arena_printf(job->arena, "%s || %s", by_row, by_column)
           : rows          ? by_row
           : columns       ? by_column
                           : NULL;
}

/* Whether a load of the list is one of `width` elements inside the edges. */
static bool uses_clamped(const struct value *loads, long long width)
{
    for (const struct value *load = loads->first; load; load = load->next) {
        const struct value *const form =
            value_get(load, "from") ? value_get(load, "from") : value_get(load, "load");
        if (value_get(load, "width")->integer == width && strstr(form->text, "clamped"))
            return true;
    }
    return false;
}

/* Vector functions that read inside the edges, for the widths that the remainder uses. */
static void add_clamped_functions(const struct local_draft *d, const struct value *remainder)
{
    struct value *const functions = value_set_list(d->job, d->view, "clamped");
    for (long long width = 2; remainder && width <= 16; width *= 2)
        if (uses_clamped(value_get(remainder, "fetches"), width) ||
            uses_clamped(value_get(remainder, "loads"), width))
            add_clamped_function(d->job, d->spec, functions, width);
}

/* The loops: members `loop` (the partial), `main` and `remainder`. */
static void add_turns(const struct local_draft *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const char *const crosses_edge = crossing_tile(d);
    const bool remains = d->guard_k || crosses_edge;
    const bool all_at_once = spec_turns_none(spec);
    const bool ahead = spec->prefetch || d->stages > 1;
    const char *const depth =
        spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH ? "depth" : "K";
    const char *const buffer = d->stages > 1 ? "[used]" : "";

    value_set_bool(job, d->view, "all_at_once", all_at_once);
    value_set_bool(job, d->view, "ragged", remains);
    value_set_bool(job, d->view, "ragged_k", d->guard_k);
    value_set(d->view, "crossing",
              crosses_edge ? value_text(job, crosses_edge) : value_bool(job, false));
    value_set_integer(job, d->view, "tile_k", spec->tile_k);
    value_set_integer(job, d->view, "stages", d->stages);
    value_set_bool(job, d->view, "one_ahead", d->stages == 2);
    value_set(d->view, "first_tiles",
              d->stages == 2 ? value_text(job, "The first tile.")
                             : value_printf(job, "The first %lld tiles.", d->stages - 1));
    value_set_integer(job, d->view, "depth_ahead", spec->tile_k * (d->stages - 1));
    value_set_text(job, d->view, "end", remains ? "end" : depth);
    value_set(d->view, "loop",
              d->idle ? value_bool(job, false)
                      : value_printf(job, "local/loop_%s",
                                     d->stages == 1 && !spec->prefetch ? "plain"
                                     : d->stages == 1                  ? "ahead"
                                     : spec->async                     ? "stages_async"
                                     : spec->prefetch                  ? "stages_ahead"
                                                                       : "stages"));
    value_set_text(job, d->view, "start", remains ? "" : "int k = 0");
    struct value *const main = value_set_object(job, d->view, "main");
    local_add_fill(d, main, false, ahead ? "next" : "k", d->stages > 1 ? "[filled]" : "");
    local_add_multiply(d, main, false, buffer);
    struct value *remainder = NULL;
    if (!remains) {
        value_set_bool(job, d->view, "remainder", false);
    } else {
        remainder = value_set_object(job, d->view, "remainder");
        local_add_fill(d, remainder, true, all_at_once ? "" : "k", d->stages > 1 ? "[0]" : "");
        local_add_multiply(d, remainder, true, d->stages > 1 ? "[0]" : "");
        value_set_text(job, remainder, "why",
                       d->idle       ? "All of K."
                       : !d->guard_k ? "Where the tile crosses an edge of the matrix."
                       : crosses_edge
                           ? "What is left of K, and all of it where the tile crosses an edge."
                           : "What is left of K.");
        value_set_bool(job, remainder, "ragged", d->guard_k);
        value_set_bool(job, remainder, "once", !crosses_edge);
        value_set_text(job, remainder, "start", d->idle ? "int k = 0" : "");
    }
    add_clamped_functions(d, remainder);
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
    struct local_draft d = {
        .job = job,
        .spec = spec,
        .view = view,
        .guard_m = spec_guards(spec, spec->m, group.height),
        .guard_n = spec_guards(spec, spec->n, group.width),
        .guard_k = spec_guards_k(spec),
        .row = axis_word(spec, true),
        .column = axis_word(spec, false),
    };
    d.idle = never_runs(&d);
    d.stages = d.idle ? 1 : spec->stages;
    local_add_exchange(&d);
    value_set_list(job, view, "lines");
    value_set_list(job, view, "own_starts");
    add_places(&d);
    local_add_tiles(&d);
    add_direct_lines(&d, &spec->a);
    add_direct_lines(&d, &spec->b);
    add_accumulators(job, spec, view, spec->tile.height, spec->tile.width / spec->c.vector,
                     spec->c.vector);
    add_turns(&d);
    add_tile(&d);
}
