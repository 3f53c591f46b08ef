/*
 * Wide lanes: what they load at once, in which order it is multiplied and how it is stored. See
 * subgroup.c for the scheme.
 */
#include "gen/family/lanes.h"

/* ------------------------------------------------------------------------------- loads */

/* "b_own", or the variable of one block of rows where they are clamped, "b_own_3". */
static const char *own_line(const struct lanes *d, long long block)
{
    return d->guard_m ? arena_printf(d->job->arena, "%s_own_%lld", d->a, block)
                      : arena_printf(d->job->arena, "%s_own", d->a);
}

/* A register of one element, or of several beside each other, the first of which is `at`. */
static void add_wide_load(const struct lanes *d, struct value *loads, const char *name,
                          long long width, struct value *at)
{
    if (width > 1) {
        load_at_once(d->job, loads, "common/load_vector", name, width, at);
        return;
    }
    value_add(load_of_elements(d->job, loads, name, 1), at);
    load_done(d->job, loads);
}

void lanes_add_own_lines(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    struct value *const lines = value_child(d->view, "lines");
    const long long lanes_of_row = d->lanes / d->depth;
    const char *const own_row =
        d->depth == 1       ? d->row
        : lanes_of_row == 1 ? arena_printf(job->arena, "%s + lane", d->row)
                            : arena_printf(job->arena, "%s + lane / %lld", d->row, lanes_of_row);
    const char *const own_k =
        d->depth == 1 ? " + lane"
        : lanes_of_row == 1
            ? ""
            : arena_printf(job->arena, " + lane %% %lld * %lld", lanes_of_row, d->depth);
    for (long long i = 0; i < (d->guard_m ? d->groups / d->depth : 1); i++) {
        const char *place = sum_text(job, own_row, i * d->depth);
        if (d->guard_m)
            place = arena_printf(job->arena, "min(%s, %s - 1)", place, symbol_in_kernel(spec->m));
        add_line(job, lines, own_line(d, i),
                 arena_printf(job->arena, "%s%s", line_start(job, spec, &spec->a, place), own_k));
    }
}

void lanes_add_wide_a(const struct lanes *d, struct value *loads, const char *name, long long block,
                      long long k)
{
    const struct line line = {own_line(d, block), d->guard_m ? 0 : block * d->depth};
    add_wide_load(d, loads, name, d->depth,
                  element_view(d->job, d->spec, &d->spec->a, "k", k, d->row, line));
}

void lanes_add_b_rows(const struct lanes *d, struct value *loads, long long k, long long rows)
{
    struct job *const job = d->job;
    const long long vectors = d->spec->tile.width / d->columns;
    for (long long row = k; row < k + rows; row++) {
        for (long long i = 0; i < vectors; i++) {
            const char *const name = lanes_b_value(d, row, i);
            const long long first = i * d->columns;
            if (!d->guard_n) {
                add_wide_load(d, loads, name, d->columns, lanes_b_element(d, first, row));
                continue;
            }
            /* Columns beyond the edge are the last one again. */
            struct value *const elements = load_of_elements(job, loads, name, d->columns);
            for (long long c = first; c < first + d->columns; c++)
                value_add(elements, lanes_b_element(d, c, row));
            load_done(job, loads);
        }
    }
}

/* ---------------------------------------------------------------------- multiplication */

/* Of wide lanes: the product of one row with `depth` rows of B from step k on, out of the register
 * and lane that hold them. */
static void add_wide_share(const struct lanes *d, struct value *group, long long row, long long k)
{
    struct job *const job = d->job;
    const long long chunks = d->spec->tile_k / d->lanes;
    const long long holder = row / d->depth * chunks + k / d->lanes;
    const long long lane = row % d->depth * (d->lanes / d->depth) + k % d->lanes / d->depth;
    const char *shared;
    struct value *const products = lanes_add_share(d, group, holder, lane, &shared);
    for (long long i = 0; i < d->depth; i++) {
        const char *const part =
            d->depth == 1 ? shared
                          : arena_printf(job->arena, "%s%s", shared, component(job, d->depth, i));
        const char *const factor = widened(job, d->spec, d->columns, part);
        for (long long c = 0; c < d->spec->tile.width / d->columns; c++)
            add_product(job, products, accumulator(job, row, c), factor,
                        lanes_b_value(d, k + i, c));
    }
}

void lanes_add_wide_shares(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    if (holds_b(spec)) {
        for (long long first = 0; first < d->groups; first += d->depth) {
            const char *const rows = lanes_range(job, d->row, first, d->depth);
            struct value *const group =
                lanes_add_group(d, arena_printf(job->arena, "The tile's %s.", rows));
            for (long long row = first; row < first + d->depth; row++)
                for (long long k = 0; k < spec->tile_k; k += d->depth)
                    add_wide_share(d, group, row, k);
        }
        return;
    }
    for (long long k = 0; k < spec->tile_k; k += d->depth) {
        const char *const rows = lanes_range(job, d->row, k, d->depth);
        struct value *const group = lanes_add_group(
            d, arena_printf(job->arena, "With %s of the tile of %s.", rows, spec->b.name));
        lanes_add_b_rows(d, value_child(group, "loads"), k, d->depth);
        for (long long row = 0; row < d->groups; row++)
            add_wide_share(d, group, row, k);
    }
}

/* ------------------------------------------------------------------------------- stores */

void lanes_add_wide_stores(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const long long vectors = spec->tile.width / d->columns;
    long long *const rows = arena_array(job->arena, (size_t)spec->tile.height, sizeof *rows);
    long long *const columns = arena_array(job->arena, (size_t)vectors, sizeof *columns);
    for (long long row = 0; row < spec->tile.height; row++)
        rows[row] = row;
    for (long long i = 0; i < vectors; i++)
        columns[i] = i * d->lanes * d->columns;
    add_tile_stores(job, spec, d->view, d->columns, rows, columns);
}
