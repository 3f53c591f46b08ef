/*
 * The view of the subgroup family: see subgroup.c for the scheme.
 */
#include "gen/family/lanes.h"

/* ---------------------------------------------------------------------- multiplication */

/* For every group of rows and step of K: who holds the values, and the multiply-adds with them. */
static void add_shares(const struct lanes *d, struct value *main)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    for (long long g = 0; g < d->groups; g++) {
        const long long first = lanes_group_row(d, g);
        struct value *const group = lanes_add_group(
            d, main, d->group > 1 && d->turned ? "word/tile_rows_apart" : "word/tile_rows", first,
            first + (d->group - 1) * lanes_row_step(d));
        for (long long k = 0; k < kernel->tile_k; k++) {
            const long long blocks = d->groups / d->lanes;
            const long long holder = d->turned ? k * blocks + g % blocks
                                               : g * (kernel->tile_k / d->lanes) + k / d->lanes;
            const long long lane = d->turned ? g / blocks : k % d->lanes;
            const char *shared;
            struct value *const step =
                add_step(job, lanes_add_share(d, group, holder, lane, &shared));
            add_row(job, step, g, (struct factor){shared, NULL});
            for (long long c = 0; c < kernel->tile.width; c++)
                add_column(job, step, c, lanes_b_value(d, k, c));
        }
    }
}

/* The multiply-adds of an iteration, with factors like `a` and `b`: vectors of rows, or of columns of wide lanes. */
static void add_form(const struct lanes *d, struct value *turn, struct factor a, struct factor b)
{
    add_products_form(d->job, d->kernel, turn,
                      &(struct product_form){.sum = "sum/cell",
                                             .width = d->wide ? d->columns : d->group,
                                             .a = a,
                                             .b = b,
                                             .spreads_a = d->wide,
                                             .spreads_b = !d->wide});
}

static void add_main(const struct lanes *d, struct value *main)
{
    struct job *const job = d->job;
    struct value *const loads_a = value_set_list(job, main, "loads_a");
    struct value *const loads_b = value_set_list(job, main, "loads_b");
    for (long long i = 0; i < lanes_a_registers(d); i++)
        lanes_add_a_load(d, loads_a, i);
    if (!d->wide || d->own->holds_b)
        lanes_add_b_loads(d, loads_b);
    add_form(d, main, (struct factor){NULL, component_name(job, d->depth, 0)},
             lanes_b_value(d, 0, 0));
    value_set_list(job, main, "groups");
    if (d->wide)
        lanes_add_wide_shares(d, main);
    else
        add_shares(d, main);
}

static void add_remainder(const struct lanes *d, struct value *remainder)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    struct value *const loads_a = value_set_list(job, remainder, "loads_a");
    struct value *const loads_b = value_set_list(job, remainder, "loads_b");
    add_form(d, remainder, (struct factor){NULL, NULL}, (struct factor){NULL, NULL});
    struct value *const step = add_step(job, remainder);
    for (long long g = 0; g < d->groups; g++) {
        const char *const name = arena_printf(job->arena, "%c_%lld", operand_letter(&kernel->a), g);
        lanes_add_a_group(d, loads_a, name, g);
        add_row(job, step, g, (struct factor){name, NULL});
    }
    if (d->wide)
        lanes_add_b_rows(d, loads_b, 0, 1);
    for (long long c = 0; c < kernel->tile.width / d->columns; c++) {
        if (d->wide) {
            add_column(job, step, c, lanes_b_value(d, 0, c));
            continue;
        }
        const char *const name = arena_printf(job->arena, "%c_%lld", operand_letter(&kernel->b), c);
        add_load(job, kernel, loads_b, name, 1, lanes_b_element(d, c, 0));
        add_column(job, step, c, (struct factor){name, NULL});
    }
}

static void add_tile(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    if (d->wide) {
        lanes_add_wide_stores(d);
        return;
    }
    long long *const rows = arena_array(job->arena, (size_t)d->groups, sizeof *rows);
    for (long long g = 0; g < d->groups; g++)
        rows[g] = lanes_group_row(d, g);
    add_stores(job, kernel, d->view,
               &(struct stored_tile){
                   .width = d->group,
                   .line_step = lanes_row_step(d),
                   .vectors = {d->groups, kernel->tile.width},
                   .rows = rows,
                   .columns = places_apart(job, kernel->tile.width, d->lanes),
                   .by_columns = true,
               });
}

/* ------------------------------------------------------------------------------ set-up */

/* Members of an axis: `start_of_group`, the template of where the work-group's tile begins; `names_first`, whether that
 * has a variable; and `first_of_group`, the template of either. */
static void add_place(const struct lanes *d, bool along_m, bool named)
{
    struct value *const axis = value_child(d->view, along_m ? "m" : "n");
    const char *const start =
        value_get(axis, "shifts")->truth ? "start/of_group_inside" : "start/of_group";
    value_set_text(d->job, axis, "start_of_group", start);
    value_set_bool(d->job, axis, "names_first", named);
    value_set_text(d->job, axis, "first_of_group", named ? "start/named" : start);
}

/* Member `own_columns` of the axis: those that have a variable each. */
static void add_own_columns(const struct lanes *d)
{
    struct job *const job = d->job;
    struct value *const columns = value_set_list(job, value_child(d->view, "n"), "own_columns");
    for (long long c = 0; c < d->kernel->tile.width && lanes_names_columns(d); c++) {
        struct value *const column = value_add(columns, value_object(job));
        value_set_integer(job, column, "line", c);
        value_set_unless(job, column, "plus", lanes_column(d, c), 0);
    }
}

/* Where the tile begins. Block reads name the first column of the group, all others the lane's own. A block read takes
 * one place a sub-group: from a value that the compiler sees to be the same in all lanes it keeps that place in one
 * register, not eight (Gen8 has no more left at 32x2). */
static void add_places(const struct lanes *d, bool names_first_row)
{
    struct job *const job = d->job;
    add_place(d, true, names_first_row);
    add_place(d, false, d->blocks);
    value_set_bool(job, d->view, "tall", d->kernel->wg.height > 1);
    value_set_integer(job, d->view, "tile_height", d->kernel->tile.height);
    value_set_text(job, d->view, "row_of_items",
                   d->blocks ? "start/row_of_items_uniform" : "start/row_of_items");
    value_set_unless(job, d->view, "lane_columns", d->columns, 1);
    add_own_columns(d);
}

void subgroup_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct subgroup_plan *const own = kernel->own;
    const struct lanes d = {
        .job = job,
        .kernel = kernel,
        .own = own,
        .view = view,
        .blocks = own->blocks,
        .lanes = own->lanes,
        .group = own->group,
        .groups = own->groups,
        .depth = own->depth,
        .columns = own->columns,
        .turned = own->turned,
        .wide = own->wide,
        .guard_m = kernel->guard_m,
        .guard_n = kernel->guard_n,
    };

    add_axes(job, kernel, view);
    add_operands(job, kernel, view);
    value_set_list(job, view, "clamped");
    const struct turns turns = add_turns(job, kernel, view, &own->main);
    if (!d.wide || turns.remainder)
        add_line_starts(job, view, &kernel->a, kernel->tile.height, 1, d.guard_m);
    else
        add_line_starts(job, view, &kernel->a, 0, 1, true);
    lanes_add_own_lines(&d, d.wide && turns.main);
    add_line_starts(job, view, &kernel->b, kernel->tile.width, d.lanes, d.guard_n);
    add_places(&d, turns.main && main_loop_leaves_tiles(&own->main) && d.turned);
    lanes_add_exchange(&d);
    add_accumulators(job, kernel, view, d.groups, kernel->tile.width / d.columns,
                     d.wide ? d.columns : d.group);
    if (turns.main)
        add_main(&d, turns.main);
    if (turns.remainder)
        add_remainder(&d, turns.remainder);
    add_tile(&d);
}
