/*
 * How the lanes of a sub-group read A and B: registers, their loads, and where each element ends up.
 */
#include "gen/family/lanes.h"

#include <string.h>

/* First row of a group, from the tile's first; rows of a group are row_step apart. */
long long lanes_group_row(const struct lanes *d, long long group)
{
    if (!d->turned)
        return group * d->group;
    const long long blocks = d->groups / d->lanes;
    return group / blocks + d->lanes * d->group * (group % blocks);
}

long long lanes_row_step(const struct lanes *d)
{
    return d->turned ? d->lanes : 1;
}

/* "a_2", or "a_2_1" where there are several for each first number. */
static const char *numbered(const struct lanes *d, const char *letter, long long first,
                            long long second, long long seconds)
{
    return seconds == 1 ? arena_printf(d->job->arena, "%s_%lld", letter, first)
                        : arena_printf(d->job->arena, "%s_%lld_%lld", letter, first, second);
}

/* ---------------------------------------------------------------------------------- A */

/* Registers of A that a lane fills: where lanes hold steps of K, one for each group (wide lanes: each
 * block of rows) and each `lanes` steps; where they hold rows, one for each step and each block of
 * rows. */
long long lanes_a_registers(const struct lanes *d)
{
    if (d->wide)
        return d->groups / d->depth * (d->spec->tile_k / d->lanes);
    return d->turned ? d->spec->tile_k * (d->groups / d->lanes)
                     : d->groups * (d->spec->tile_k / d->lanes);
}

const char *lanes_a_register(const struct lanes *d, long long index)
{
    const long long seconds = d->turned ? d->groups / d->lanes : d->spec->tile_k / d->lanes;
    return numbered(d, d->a, index / seconds, index % seconds, seconds);
}

/* One element of A for loops of single steps, or of the lane's own where `lane` is added to the
 * place or k. */
struct value *lanes_a_element(const struct lanes *d, long long row, const char *k,
                              long long k_offset, bool own_row, bool clamped)
{
    struct job *const job = d->job;
    const struct operand *const a = &d->spec->a;
    const char *const base = own_row ? arena_printf(job->arena, "%s + lane", d->row) : d->row;
    const char *place = sum_text(job, base, row);
    if (clamped && !a->image)
        place = arena_printf(job->arena, "min(%s, %s - 1)", place, symbol_in_kernel(d->spec->m));
    return element_view(job, d->spec, a, k, k_offset, place,
                        line_at(job, d->spec, a, row, 1, d->guard_m));
}

/* The element as one of a block that all lanes read together. */
static struct value *as_block(struct value *element)
{
    (value_child(element, "element"))->text = "expression/element_block";
    return element;
}

/* The corner of a block in an image, whose x counts bytes. */
static struct value *as_corner(const struct lanes *d, struct value *element)
{
    struct value *const x = value_child(element, "x");
    x->text = arena_printf(d->job->arena, strchr(x->text, ' ') ? "(%s) * %lld" : "%s * %lld",
                           x->text, d->spec->element.storage->bytes);
    return element;
}

void lanes_add_a_load(const struct lanes *d, struct value *loads, long long index)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const char *const name = lanes_a_register(d, index);
    if (d->turned) {
        const long long blocks = d->groups / d->lanes;
        const long long k = index / blocks;
        const long long row = index % blocks * d->group * d->lanes;
        if (d->blocks) {
            load_at_once(job, loads, "subgroup/load_block_buffer", name, d->group,
                         lanes_a_element(d, row, "k", k, false, false));
            return;
        }
        struct value *const elements = load_of_elements(job, loads, name, d->group);
        for (long long i = 0; i < d->group; i++)
            value_add(elements, lanes_a_element(d, row + i * d->lanes, "k", k, true, d->guard_m));
        load_done(job, loads);
        return;
    }
    const long long chunks = spec->tile_k / d->lanes;
    const long long k = index % chunks * d->lanes;
    if (d->wide) {
        lanes_add_wide_a(d, loads, name, index / chunks, k);
        return;
    }
    const long long first = index / chunks * d->group;
    if (d->blocks && spec->a.image) {
        load_at_once(job, loads, "subgroup/load_block_image", name, d->group,
                     as_corner(d, lanes_a_element(d, first, "k", k, false, false)));
        return;
    }
    struct value *const elements = load_of_elements(job, loads, name, d->group);
    for (long long i = 0; i < d->group; i++)
        value_add(elements, d->blocks
                                ? as_block(lanes_a_element(d, first + i, "k", k, false, false))
                                : lanes_a_element(d, first + i, "own_k", k, false, false));
    load_done(job, loads);
}

/* ---------------------------------------------------------------------------------- B */

/* "column + 8", or the variable that holds it clamped: the place of one of the lane's columns. */
const char *lanes_b_place(const struct lanes *d, long long column)
{
    const long long beside = column % d->columns;
    if (d->guard_n && !d->spec->b.image && !lies_along_k(d->spec, &d->spec->b))
        return arena_printf(d->job->arena, "%s_%lld", d->column, column);
    return sum_text(d->job, d->column, (column - beside) * d->lanes + beside);
}

struct value *lanes_b_element(const struct lanes *d, long long column, long long k)
{
    const struct operand *const b = &d->spec->b;
    return element_view(d->job, d->spec, b, "k", k, lanes_b_place(d, column),
                        line_at(d->job, d->spec, b, column, d->lanes, d->guard_n));
}

/* Whether one block read brings a step of K for all columns of a lane. */
bool lanes_b_by_rows(const struct lanes *d)
{
    return d->blocks && !d->spec->b.image && !lies_along_k(d->spec, &d->spec->b);
}

void lanes_add_b_loads(const struct lanes *d, struct value *loads)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    if (d->wide) {
        lanes_add_b_rows(d, loads, 0, spec->tile_k);
        return;
    }
    const long long depth = lane_depth(spec);
    const long long width = spec->tile.width;
    if (lanes_b_by_rows(d)) {
        const long long wide = vector_that_divides(width);
        const char *const first_column = arena_printf(job->arena, "first_%s", d->column);
        for (long long k = 0; k < spec->tile_k; k++)
            for (long long c = 0; c < width; c += wide)
                load_at_once(job, loads, "subgroup/load_block_buffer",
                             numbered(d, d->b, k, c / wide, width / wide), wide,
                             element_view(job, spec, &spec->b, "k", k,
                                          sum_text(job, first_column, c * d->lanes),
                                          (struct line){NULL, 0}));
        return;
    }
    for (long long c = 0; c < width; c++) {
        for (long long k = 0; k < spec->tile_k; k += depth) {
            const char *const name = numbered(d, d->b, c, k / depth, spec->tile_k / depth);
            if (d->blocks && spec->b.image) {
                const char *const first_column = arena_printf(job->arena, "first_%s", d->column);
                load_at_once(job, loads, "subgroup/load_block_image", name, depth,
                             as_corner(d, element_view(job, spec, &spec->b, "k", k,
                                                       sum_text(job, first_column, c * d->lanes),
                                                       (struct line){NULL, 0})));
            } else if (spec->b.vector > 1) {
                load_at_once(job, loads, "common/load_vector", name, depth,
                             lanes_b_element(d, c, k));
            } else {
                struct value *const elements = load_of_elements(job, loads, name, depth);
                for (long long i = 0; i < depth; i++)
                    value_add(elements, lanes_b_element(d, c, k + i));
                load_done(job, loads);
            }
        }
    }
}

const char *lanes_b_value(const struct lanes *d, long long k, long long column)
{
    const struct spec *const spec = d->spec;
    const long long width = spec->tile.width;
    if (d->wide)
        return numbered(d, d->b, k, column, width / d->columns);
    if (lanes_b_by_rows(d)) {
        const long long wide = vector_that_divides(width);
        return arena_printf(d->job->arena, "%s%s",
                            numbered(d, d->b, k, column / wide, width / wide),
                            component(d->job, wide, column % wide));
    }
    const long long depth = lane_depth(spec);
    return arena_printf(d->job->arena, "%s%s",
                        numbered(d, d->b, column, k / depth, spec->tile_k / depth),
                        component(d->job, depth, k % depth));
}
