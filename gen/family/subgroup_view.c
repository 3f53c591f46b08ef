/*
 * The view of the subgroup family: see subgroup.c for the scheme.
 */
#include "gen/family/lanes.h"

#include <string.h>

long long lane_depth(const struct spec *spec)
{
    return spec->wg.width < 8 ? spec->wg.width : 8;
}

bool rows_in_lanes(const struct spec *spec)
{
    return !spec->a.image && spec->a.transposed;
}

/* The largest power of two up to 8 that divides `number`. */
long long vector_that_divides(long long number)
{
    long long vector = 8;
    while (number % vector)
        vector /= 2;
    return vector;
}

/* ---------------------------------------------------------------------- multiplication */

struct value *lanes_add_share(const struct lanes *d, struct value *group, long long holder,
                              long long lane, const char **shared)
{
    struct job *const job = d->job;
    struct value *const steps = value_child(group, "steps");
    struct value *const step = value_add(steps, value_object(job));
    const char *const name = lanes_a_register(d, holder);
    *shared = arena_printf(job->arena, "%s_of_%lld", name, lane);
    value_set_text(job, step, "register", name);
    value_set_text(job, step, "shared", *shared);
    value_set_integer(job, step, "slot", holder);
    value_set_integer(job, step, "lane", lane);
    return value_set_list(job, step, "products");
}

struct value *lanes_add_group(const struct lanes *d, const char *what)
{
    struct value *const groups = value_child(d->view, "groups");
    struct value *const group = value_add(groups, value_object(d->job));
    value_set_text(d->job, group, "what", what);
    value_set_list(d->job, group, "loads");
    value_set_list(d->job, group, "steps");
    return group;
}

const char *lanes_range(struct job *job, const char *word, long long first, long long count)
{
    return count == 1
               ? arena_printf(job->arena, "%s %lld", word, first)
               : arena_printf(job->arena, "%ss %lld to %lld", word, first, first + count - 1);
}

/* For every group of rows and step of K: who holds the values, and the multiply-adds with them. */
static void add_shares(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    for (long long g = 0; g < d->groups; g++) {
        const long long first = lanes_group_row(d, g);
        const long long last = first + (d->group - 1) * lanes_row_step(d);
        struct value *const group = lanes_add_group(
            d, d->group > 1 && d->turned
                   ? arena_printf(job->arena, "The tile's %ss %lld to %lld, %lld apart.", d->row,
                                  first, last, d->lanes)
                   : arena_printf(job->arena, "The tile's %s.",
                                  lanes_range(job, d->row, first, d->group)));
        for (long long k = 0; k < spec->tile_k; k++) {
            const long long blocks = d->groups / d->lanes;
            const long long holder =
                d->turned ? k * blocks + g % blocks : g * (spec->tile_k / d->lanes) + k / d->lanes;
            const long long lane = d->turned ? g / blocks : k % d->lanes;
            const char *shared;
            struct value *const products = lanes_add_share(d, group, holder, lane, &shared);
            for (long long c = 0; c < spec->tile.width; c++)
                add_product(job, products, accumulator(job, g, c), shared,
                            widened(job, spec, d->group, lanes_b_value(d, k, c)));
        }
    }
}

static void add_remainder(const struct lanes *d, struct value *remainder)
{
    struct job *const job = d->job;
    struct value *const loads = value_child(remainder, "loads");
    struct value *const products = value_child(remainder, "products");
    for (long long g = 0; g < d->groups; g++) {
        struct value *const elements =
            load_of_elements(job, loads, arena_printf(job->arena, "%s_%lld", d->a, g), d->group);
        for (long long i = 0; i < d->group; i++)
            value_add(elements, lanes_a_element(d, lanes_group_row(d, g) + i * lanes_row_step(d),
                                                "k", 0, false, d->guard_m));
        load_done(job, loads);
    }
    if (d->wide)
        lanes_add_b_rows(d, loads, 0, 1);
    for (long long c = 0; c < d->spec->tile.width && !d->wide; c++)
        value_add(load_of_elements(job, loads, arena_printf(job->arena, "%s_%lld", d->b, c), 1),
                  lanes_b_element(d, c, 0));
    for (long long g = 0; g < d->groups; g++) {
        const char *const a = arena_printf(job->arena, "%s_%lld", d->a, g);
        for (long long c = 0; c < d->spec->tile.width / d->columns; c++)
            add_product(job, products, accumulator(job, g, c), widened(job, d->spec, d->columns, a),
                        d->wide ? lanes_b_value(d, 0, c)
                                : widened(job, d->spec, d->group,
                                          arena_printf(job->arena, "%s_%lld", d->b, c)));
    }
}

static void add_tile(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    if (d->wide) {
        lanes_add_wide_stores(d);
        return;
    }
    const bool part_m = stores_part(spec, true);
    add_store(job, spec, d->view, d->group, lanes_row_step(d), part_m);
    struct value *const stores = add_stores(
        job, spec, d->view, d->group == 1 && part_m ? "stores/elements_of_lanes" : "stores/columns",
        "sum/cell");
    for (long long g = 0; g < d->groups; g++)
        add_stored_row(job, stores, g, lanes_group_row(d, g));
    for (long long c = 0; c < spec->tile.width; c++)
        add_stored_column(job, stores, c, c * d->lanes);
}

/* ------------------------------------------------------------------------------ set-up */

/* Which sub-group of the work-group this is. A block read takes one place a sub-group: from a value
 * that the compiler sees to be the same in all lanes it keeps that place in one register, not eight
 * (Gen8 has no more left at 32x2). */
static const char *own_sub_group(const struct lanes *d)
{
    return d->blocks && d->spec->spelling == SPELLING_INTEL
               ? "intel_sub_group_shuffle((int)get_local_id(1), 0)"
               : "get_local_id(1)";
}

/* Where the tile begins. Block reads name the first column of the group, all others the lane's own.
 */
static void add_places(const struct lanes *d, bool needs_first_row)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    struct value *const view = d->view;
    const bool needs_first_column = d->blocks;
    value_set_list(job, view, "own_starts");
    const char *const row_of_group = add_tile_start(job, spec, view, true);
    const char *const column_of_group = add_tile_start(job, spec, view, false);

    value_set_bool(job, view, "names_first_row", needs_first_row);
    value_set_bool(job, view, "names_first_column", needs_first_column);
    value_set_text(job, view, "row_of_group", row_of_group);
    value_set_text(job, view, "column_of_group", column_of_group);
    const char *const first_row =
        needs_first_row ? arena_printf(job->arena, "first_%s", d->row) : row_of_group;
    value_set(view, "row_start",
              spec->wg.height > 1 ? value_printf(job, "%s + %s * %lld", first_row, own_sub_group(d),
                                                 spec->tile.height)
                                  : value_text(job, first_row));
    value_set(view, "column_start",
              value_printf(job, d->columns > 1 ? "%s + lane * %lld" : "%s + lane",
                           needs_first_column ? arena_printf(job->arena, "first_%s", d->column)
                                              : column_of_group,
                           d->columns));
    struct value *const columns = value_set_list(job, view, "own_columns");
    if (strchr(lanes_b_place(d, 0), '_')) {
        for (long long c = 0; c < spec->tile.width; c++) {
            struct value *const item = value_add(columns, value_object(job));
            value_set_text(job, item, "own", lanes_b_place(d, c));
            value_set(
                item, "value",
                value_printf(job, "min(%s, %s - 1)",
                             sum_text(job, d->column,
                                      c / d->columns * d->columns * d->lanes + c % d->columns),
                             symbol_in_kernel(spec->n)));
        }
    }
}

/* The loop over K; buffer block reads take all lanes' places at once: none of them may lie outside. */
static struct depth_loop group_loop(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct shape group = spec_group_tile(spec);
    const bool rows = d->blocks && d->turned && d->guard_m;
    const bool columns = lanes_b_by_rows(d) && d->guard_n;
    const char *const by_row = arena_printf(job->arena, "first_%s + %lld <= %s", d->row,
                                            group.height, symbol_in_kernel(spec->m));
    const char *const by_column = arena_printf(job->arena, "first_%s + %lld <= %s", d->column,
                                               group.width, symbol_in_kernel(spec->n));
    return depth_loop(spec,
                      rows && columns ? arena_printf(job->arena, "%s && %s", by_row, by_column)
                      : rows          ? by_row
                      : columns       ? by_column
                                      : NULL,
                      never_whole(spec, rows, columns, group));
}

void subgroup_view(struct job *job, const struct spec *spec, struct value *view)
{
    const struct shape group = spec_group_tile(spec);
    struct lanes d = {
        .job = job,
        .spec = spec,
        .view = view,
        .lanes = spec->wg.width,
        .guard_m = spec_guards(spec, spec->m, group.height),
        .guard_n = spec_guards(spec, spec->n, group.width),
        .blocks = spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL,
        .turned = rows_in_lanes(spec),
        .a = arena_printf(job->arena, "%c", operand_letter(&spec->a)),
        .b = arena_printf(job->arena, "%c", operand_letter(&spec->b)),
        .row = axis_word(spec, true),
        .column = axis_word(spec, false),
    };
    d.wide = wide_lanes(spec);
    d.group = d.wide
                  ? 1
                  : vector_that_divides(d.turned ? spec->tile.height / d.lanes : spec->tile.height);
    d.groups = spec->tile.height / d.group;
    d.depth = d.wide ? spec->a.vector : 1;
    d.columns = d.wide ? spec->b.vector : 1;

    const struct depth_loop loop = group_loop(&d);
    d.blocks = d.blocks && !loop.idle;
    value_set_list(job, view, "lines");
    if (!d.wide || loop.remainder)
        add_lines(job, spec, view, &spec->a, spec->tile.height, 1, d.guard_m);
    if (d.wide && !loop.idle)
        lanes_add_own_lines(&d);
    add_lines(job, spec, view, &spec->b, spec->tile.width, d.lanes, d.guard_n);
    add_k_lines(job, spec, view);
    add_places(&d, loop.whole && d.turned);
    lanes_add_exchange(&d);
    add_accumulators(job, spec, view, d.groups, spec->tile.width / d.columns,
                     d.wide ? d.columns : d.group);

    struct value *const remainder = add_depth_loop(job, spec, view, &loop);
    struct value *const loads_a = value_set_list(job, view, "loads_a");
    for (long long i = 0; i < lanes_a_registers(&d); i++)
        lanes_add_a_load(&d, loads_a, i);
    struct value *const loads_b = value_set_list(job, view, "loads_b");
    if (!d.wide || holds_b(spec))
        lanes_add_b_loads(&d, loads_b);
    value_set_list(job, view, "groups");
    if (d.wide)
        lanes_add_wide_shares(&d);
    else
        add_shares(&d);
    if (remainder)
        add_remainder(&d, remainder);
    add_tile(&d);
}
