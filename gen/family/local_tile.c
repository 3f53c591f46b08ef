/*
 * The shapes of the local family: tiles in local memory, and where the elements of a work-item lie.
 */
#include "gen/family/local.h"

static long long larger(long long left, long long right)
{
    return left > right ? left : right;
}

static long long rounded_up_quotient(long long number, long long by)
{
    return number / by + (number % by != 0);
}

bool local_along_k(const struct spec *spec, const struct operand *operand)
{
    return operand->image ? is_a(spec, operand) : lies_along_k(spec, operand);
}

struct local_tile local_tile_of(const struct spec *spec, const struct operand *operand)
{
    const struct shape group = spec_group_tile(spec);
    const long long side = is_a(spec, operand) ? group.height : group.width;
    struct local_tile tile = {
        .operand = operand,
        .along_k = local_along_k(spec, operand),
        .vector = operand->vector,
        .load = operand->load_shape,
    };
    tile.lines = tile.along_k ? side : spec->tile_k;
    tile.length = tile.along_k ? spec->tile_k : side;
    tile.local_along_k = tile.along_k == (operand->stage == STAGE_PLAIN);
    tile.local_lines = tile.local_along_k ? side : spec->tile_k;
    tile.local_length = tile.local_along_k ? spec->tile_k : side;
    tile.pitch = tile.local_length + operand->pad;
    tile.line_passes = rounded_up_quotient(tile.lines, tile.load.height);
    tile.along_passes = rounded_up_quotient(tile.length, tile.load.width * tile.vector);
    return tile;
}

struct local_read local_read_of(const struct spec *spec, const struct operand *operand)
{
    if (operand->stage == STAGE_NONE)
        return (struct local_read){local_along_k(spec, operand), operand->vector};
    return (struct local_read){local_tile_of(spec, operand).local_along_k, operand->local_vector};
}

long long local_steps(const struct spec *spec)
{
    const struct local_read a = local_read_of(spec, &spec->a);
    const struct local_read b = local_read_of(spec, &spec->b);
    return larger(a.along_k ? a.width : 1, b.along_k ? b.width : 1);
}

/* Rows that stay together where elements are strided: those of one read. */
static long long row_block(const struct spec *spec)
{
    const struct local_read a = local_read_of(spec, &spec->a);
    return a.along_k ? 1 : a.width;
}

long long local_row(const struct spec *spec, long long i)
{
    const long long block = row_block(spec);
    return spec->strided ? i / block * block * spec->wg.height + i % block : i;
}

long long local_column(const struct spec *spec, long long j)
{
    return j * spec->c.vector * (spec->strided ? spec->wg.width : 1);
}

long long local_place(const struct spec *spec, const struct operand *operand, long long i)
{
    const long long width = spec->c.vector;
    return is_a(spec, operand) ? local_row(spec, i) : local_column(spec, i / width) + i % width;
}

long long local_own_rows(const struct spec *spec)
{
    return !spec->exchange || spec->spelling == SPELLING_EMULATED
               ? 0
               : rounded_up_quotient(spec->tile.height, spec->wg.width);
}

struct shape local_stride(const struct spec *spec)
{
    return spec->strided ? (struct shape){row_block(spec), spec->c.vector} : spec->tile;
}

bool local_guarded(const struct local_draft *d, const struct operand *operand)
{
    return is_a(d->spec, operand) ? d->guard_m : d->guard_n;
}
