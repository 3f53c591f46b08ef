/*
 * Wide lanes: what they load at once, in which order it is multiplied and how it is stored. See
 * subgroup.c for the scheme.
 */
#include "gen/family/lanes.h"

/* ------------------------------------------------------------------------------- loads */

void lanes_add_own_lines(const struct lanes *d, bool named)
{
    struct job *const job = d->job;
    struct value *const a = value_child(d->view, "a");
    struct value *const lines = value_set_list(job, a, "own_lines");
    const long long lanes_of_row = d->depth == 1 ? 1 : d->lanes / d->depth;
    const long long count = !named ? 0 : d->guard_m ? d->groups / d->depth : 1;
    value_set_unless(job, a, "lanes_of_row", lanes_of_row, 1);
    value_set_integer(job, a, "depth_of_lane", d->depth);
    if (d->depth == 1)
        value_set_text(job, a, "own_place", d->guard_m ? "at/clamped" : "at/place");
    else
        value_set_text(job, a, "own_place",
                       d->guard_m ? "at/of_lane_clamped" : "at/of_lane_in_product");
    value_set_text(job, a, "own_k",
                   d->depth == 1       ? "at/lane"
                   : lanes_of_row == 1 ? NULL
                                       : "at/part_of_lane");
    for (long long i = 0; i < count; i++) {
        struct value *const line = value_add(lines, value_object(job));
        value_set(line, "line", d->guard_m ? value_integer(job, i) : value_bool(job, false));
        value_set_unless(job, line, "plus", i * d->depth, 0);
    }
}

/* ---------------------------------------------------------------------- multiplication */

/* Of wide lanes: the product of one row with `depth` rows of B from step k on, out of the register
 * and lane that hold them. */
static void add_wide_share(const struct lanes *d, struct value *group, long long row, long long k)
{
    struct job *const job = d->job;
    const long long chunks = d->kernel->tile_k / d->lanes;
    const long long holder = row / d->depth * chunks + k / d->lanes;
    const long long lane = row % d->depth * (d->lanes / d->depth) + k % d->lanes / d->depth;
    const char *shared;
    struct value *const share = lanes_add_share(d, group, holder, lane, &shared);
    for (long long i = 0; i < d->depth; i++) {
        struct value *const step = add_step(job, share);
        add_row(job, step, row, (struct factor){shared, component_name(job, d->depth, i)});
        for (long long c = 0; c < d->kernel->tile.width / d->columns; c++)
            add_column(job, step, c, lanes_b_value(d, k + i, c));
    }
}

void lanes_add_wide_shares(const struct lanes *d, struct value *main)
{
    const struct kernel *const kernel = d->kernel;
    if (d->own->holds_b) {
        for (long long first = 0; first < d->groups; first += d->depth) {
            struct value *const group =
                lanes_add_group(d, main, "word/tile_rows", first, first + d->depth - 1);
            for (long long row = first; row < first + d->depth; row++)
                for (long long k = 0; k < kernel->tile_k; k += d->depth)
                    add_wide_share(d, group, row, k);
        }
        return;
    }
    for (long long k = 0; k < kernel->tile_k; k += d->depth) {
        struct value *const group = lanes_add_group(d, main, "word/with_rows", k, k + d->depth - 1);
        lanes_add_b_rows(d, value_child(group, "loads"), k, d->depth);
        for (long long row = 0; row < d->groups; row++)
            add_wide_share(d, group, row, k);
    }
}

/* ------------------------------------------------------------------------------- stores */

void lanes_add_wide_stores(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const struct shape vectors = {kernel->tile.height, kernel->tile.width / d->columns};
    add_stores(
        job, kernel, d->view,
        &(struct stored_tile){.width = d->columns,
                              .vectors = vectors,
                              .rows = places_apart(job, vectors.height, 1),
                              .columns = places_apart(job, vectors.width, d->lanes * d->columns)});
}
