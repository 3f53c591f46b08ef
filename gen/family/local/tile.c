/*
 * The shapes of the local family: tiles in local memory, and how they are read.
 */
#include "gen/family/local/local.h"

const struct local_spec *local_spec(const struct spec *spec)
{
    return spec->own;
}

const struct local_operand *local_operand(const struct spec *spec, const struct operand *operand)
{
    const struct local_spec *const own = spec->own;
    return is_a(operand) ? &own->a : &own->b;
}

bool local_staged(const struct spec *spec, const struct operand *operand)
{
    return local_operand(spec, operand)->stage != STAGE_NONE;
}

struct local_tile local_tile_of(const struct spec *spec, const struct operand *operand)
{
    const struct local_operand *const own = local_operand(spec, operand);
    const struct shape group = spec_group_tile(spec);
    const long long side = shape_side(group, is_a(operand));
    struct local_tile tile = {
        .operand = operand,
        .staged = own->stage != STAGE_NONE,
        .along_k = contiguous_along_k(operand),
        .vector = operand->vector,
        .load = own->load,
    };
    tile.lines = tile.along_k ? side : spec->tile_k;
    tile.length = tile.along_k ? spec->tile_k : side;
    tile.local_along_k = tile.along_k == (own->stage == STAGE_PLAIN);
    tile.local_lines = tile.local_along_k ? side : spec->tile_k;
    tile.local_length = tile.local_along_k ? spec->tile_k : side;
    tile.pitch = tile.local_length + own->pad;
    tile.read = tile.staged ? (struct local_read){tile.local_along_k, own->vector}
                            : (struct local_read){tile.along_k, tile.vector};
    tile.line_passes = covering(tile.lines, tile.load.height);
    tile.along_passes = covering(tile.length, tile.load.width * tile.vector);
    return tile;
}

long long local_steps(const struct spec *spec)
{
    const struct local_read a = local_tile_of(spec, &spec->a).read;
    const struct local_read b = local_tile_of(spec, &spec->b).read;
    return larger(a.along_k ? a.width : 1, b.along_k ? b.width : 1);
}

long long local_row_block(const struct spec *spec)
{
    const struct local_read a = local_tile_of(spec, &spec->a).read;
    return a.along_k ? 1 : a.width;
}

struct shape local_stride(const struct spec *spec)
{
    return local_spec(spec)->strided ? (struct shape){local_row_block(spec), spec->c.vector}
                                     : spec->tile;
}
