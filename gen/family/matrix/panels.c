/*
 * Panels of the matrix family: in which order blocks have their elements, and rules on what is packed. Blocks for engines whose lanes load
 * fragments hold what a lane loads at once; those for engines that read local memory by themselves are tiles as they lie there.
 */
#include "gen/family/matrix/ring.h"

/* The tile as the engine reads it in local memory: lines along K, as long as a swizzle reaches, and their pieces. */
static struct fragment_order order_of_lines(const struct spec *spec, const struct operand *operand)
{
    const struct matrix_tile tile = matrix_tile_of(spec, operand);
    const long long piece = matrix_load(matrix_spec(spec), operand);
    struct fragment_order order = {
        .swizzled = true,
        .places = tile.lines,
        .steps = tile.span,
        .lanes = tile.lines * tile.span / piece,
        .lanes_of_place = tile.span / piece,
        .apart = 1,
        .together = piece,
        .loads = 1,
        .count = piece,
    };
    for (long long i = 0; i < piece; i++)
        order.elements[i].deep = i;
    return order;
}

/* Register r of a lane holds the row r % rows of the lane, and begins at the step r / rows of those that the lane has. */
static struct fragment_order order_of_lanes(const struct matrix_spec *own,
                                            const struct operand *operand)
{
    const struct engine *const engine = own->engine;
    const struct fragment *const fragment = own->fragment;
    const bool left = is_a(operand);
    const long long registers = fragment_registers(engine, fragment, left);
    const long long at_once = matrix_load(own, operand) / fragment->together;
    const long long rows = fragment_places(engine, fragment, left);
    const long long side = fragment_side(fragment, left);
    struct fragment_order order = {
        .places = side,
        .steps = fragment->k,
        .lanes = engine->alone ? side / rows : engine_lanes(engine),
        .lanes_of_place = engine->alone ? 1 : engine->lanes.width,
        .apart = engine->alone ? rows : 1,
        .together = fragment->together,
        .loads = registers / at_once,
        .further = fragment->k * at_once / registers,
    };
    for (long long i = 0; i < at_once; i++)
        for (long long j = 0; j < fragment->together; j++) {
            order.elements[order.count].down = i % rows * engine->rows_apart;
            order.elements[order.count++].deep = i / rows * (fragment->k * rows / registers) + j;
        }
    return order;
}

void matrix_lay_panels(struct job *job, const struct spec *spec, struct form *form,
                       const struct operand *operand)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    struct fragment_order *const order = arena_allocate(job->arena, sizeof *order);
    *order = own->engine->described ? order_of_lines(spec, operand) : order_of_lanes(own, operand);
    form->panel = shape_side(spec_group_tile(spec), is_a(operand));
    form->block = spec->tile_k;
    form->parts = matrix_parts(own);
    form->reader = own->engine->name;
    form->multiple = (struct shape){form->block, form->panel};
    form->fragments = order;
}
