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

/* Registers of A that a lane fills: where lanes hold steps of K, one for each group and each
 * `lanes` steps; where they hold rows, one for each step and each block of rows. */
long long lanes_a_registers(const struct lanes *d)
{
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
struct value *lanes_a_element(const struct lanes *d, long long row, const char *k, bool own_row,
                              bool clamped)
{
    struct job *const job = d->job;
    const struct operand *const a = &d->spec->a;
    const char *const base = own_row ? arena_printf(job->arena, "%s + lane", d->row) : d->row;
    const char *place = sum_text(job, base, row);
    if (clamped && !a->image)
        place = arena_printf(job->arena, "min(%s, %s - 1)", place, symbol_in_kernel(d->spec->m));
    return element_view(job, d->spec, a, k, place,
                        lies_along_k(d->spec, a) ? line_name(job, d->spec, a, row) : NULL);
}

static void as_block(struct job *job, struct value *element)
{
    for (struct value *member = element->first; member; member = member->next)
        if (strcmp(member->name, "element") == 0)
            member->text = arena_copy(job->arena, "expression/element_block");
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
        const char *const k_text = sum_text(job, "k", k);
        if (d->blocks) {
            load_at_once(job, loads, "subgroup/load_block_buffer", name, d->group,
                         lanes_a_element(d, row, k_text, false, false));
            return;
        }
        struct value *const elements = load_of_elements(job, loads, name, d->group);
        for (long long i = 0; i < d->group; i++)
            value_add(elements, lanes_a_element(d, row + i * d->lanes, k_text, true, d->guard_m));
        load_done(job, loads);
        return;
    }
    const long long chunks = spec->tile_k / d->lanes;
    const long long first = index / chunks * d->group;
    const char *const k_text = sum_text(job, "k", index % chunks * d->lanes);
    if (d->blocks && spec->a.image) {
        load_at_once(
            job, loads, "subgroup/load_block_image", name, d->group,
            lanes_a_element(d, first,
                            strchr(k_text, ' ') ? arena_printf(job->arena, "(%s)", k_text) : k_text,
                            false, false));
        return;
    }
    const char *const own_k = sum_text(job, "own_k", index % chunks * d->lanes);
    struct value *const elements = load_of_elements(job, loads, name, d->group);
    for (long long i = 0; i < d->group; i++) {
        struct value *const element = value_add(
            elements, lanes_a_element(d, first + i, d->blocks ? k_text : own_k, false, false));
        if (d->blocks)
            as_block(job, element);
    }
    load_done(job, loads);
}

/* ---------------------------------------------------------------------------------- B */

/* "column + 8", or the variable that holds it clamped. */
const char *lanes_b_place(const struct lanes *d, long long column)
{
    if (d->guard_n && !d->spec->b.image && !lies_along_k(d->spec, &d->spec->b))
        return arena_printf(d->job->arena, "%s_%lld", d->column, column);
    return sum_text(d->job, d->column, column * d->lanes);
}

struct value *lanes_b_element(const struct lanes *d, long long column, const char *k)
{
    const struct operand *const b = &d->spec->b;
    return element_view(d->job, d->spec, b, k, lanes_b_place(d, column),
                        lies_along_k(d->spec, b) ? line_name(d->job, d->spec, b, column) : NULL);
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
    const long long depth = lane_depth(spec);
    const long long width = spec->tile.width;
    if (lanes_b_by_rows(d)) {
        const long long wide = vector_that_divides(width);
        const char *const first_column = arena_printf(job->arena, "first_%s", d->column);
        for (long long k = 0; k < spec->tile_k; k++)
            for (long long c = 0; c < width; c += wide)
                load_at_once(job, loads, "subgroup/load_block_buffer",
                             numbered(d, d->b, k, c / wide, width / wide), wide,
                             element_view(job, spec, &spec->b, sum_text(job, "k", k),
                                          sum_text(job, first_column, c * d->lanes), NULL));
        return;
    }
    for (long long c = 0; c < width; c++) {
        for (long long k = 0; k < spec->tile_k; k += depth) {
            const char *const name = numbered(d, d->b, c, k / depth, spec->tile_k / depth);
            const char *const k_text = sum_text(job, "k", k);
            if (d->blocks && spec->b.image) {
                const char *const first_column = arena_printf(job->arena, "first_%s", d->column);
                const char *const place =
                    c ? arena_printf(job->arena, "(%s + %lld)", first_column, c * d->lanes)
                      : first_column;
                load_at_once(job, loads, "subgroup/load_block_image", name, depth,
                             element_view(job, spec, &spec->b, k_text, place, NULL));
            } else if (spec->b.vector > 1) {
                load_at_once(job, loads, "common/load_vector", name, depth,
                             lanes_b_element(d, c, k_text));
            } else {
                struct value *const elements = load_of_elements(job, loads, name, depth);
                for (long long i = 0; i < depth; i++)
                    value_add(elements, lanes_b_element(d, c, sum_text(job, "k", k + i)));
                load_done(job, loads);
            }
        }
    }
}

/* The scalar of B at step k of the lane's column. */
const char *lanes_b_value(const struct lanes *d, long long k, long long column)
{
    const struct spec *const spec = d->spec;
    const long long width = spec->tile.width;
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
