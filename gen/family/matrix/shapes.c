/*
 * The numbers that follow from what is asked of the matrix family: tiles in local memory, sub-groups and their fragments.
 */
#include "gen/family/matrix/matrix.h"

const struct matrix_spec *matrix_spec(const struct spec *spec)
{
    return spec->own;
}

const struct matrix_plan *matrix_own(const struct kernel *kernel)
{
    return kernel->own;
}

const struct matrix_tile *matrix_operand_tile(const struct matrix_plan *own,
                                              const struct operand *operand)
{
    return is_a(operand) ? &own->a : &own->b;
}

const struct operand *matrix_in_blocks(const struct spec *spec)
{
    return in_blocks(&spec->a) ? &spec->a : in_blocks(&spec->b) ? &spec->b : NULL;
}

/* Elements behind a line. Where nobody says it, 8 and as many more as the next line needs to begin at a multiple of 16 bytes. */
static long long pad_of(const struct spec *spec, const struct operand *operand, long long length)
{
    enum {
        PAD = 8,
        LINE_BYTES = 16
    };
    const struct option_value *const said = &spec->values[OPTION_PAD_A + (operand->role - ROLE_A)];
    const long long whole = LINE_BYTES / matrix_spec(spec)->fragment->cell_bytes;
    return said->voice > VOICE_STANDARD ? said->numbers[0]
                                        : rounded_up(length + PAD, whole) - length;
}

bool matrix_swizzles(const struct matrix_spec *own)
{
    return own->engine->described || own->tensor;
}

/* Whether boxes of whole panels are copied, the last of which reaches beyond the tile: one of 32 or 64 bytes takes as long as one of 128. */
static bool reaches_beyond(const struct spec *spec, const struct operand *operand, bool along_k)
{
    enum {
        SHARE = 4 /* of the tile that may be copied besides */
    };
    const struct matrix_spec *const own = matrix_spec(spec);
    const long long whole = MOST_SPAN_BYTES / own->fragment->cell_bytes;
    const long long side = shape_side(spec_group_tile(spec), is_a(operand));
    return own->tensor && own->engine->described && !along_k &&
           side == fragment_side(own->fragment, is_a(operand)) && side > whole &&
           rounded_up(side, whole) - side <= side / SHARE;
}

/* Elements of a line in a panel: as many as divide what a fragment has of the line, or the tile where lanes load them. */
static long long span_of(const struct spec *spec, const struct operand *operand, bool along_k)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct fragment *const fragment = own->fragment;
    const long long bytes = fragment->cell_bytes;
    const bool left = is_a(operand);
    const long long side = own->engine->described ? fragment_side(fragment, left)
                                                  : shape_side(spec_group_tile(spec), left);
    const long long length = along_k ? spec->tile_k : side;
    /* Of a tile of two halves each has panels of its own. */
    const long long of_half = along_k ? length : shape_side(spec_group_tile(spec), left);
    long long span = MOST_SPAN_BYTES / bytes;
    while ((length % span || of_half % span) && span * bytes > LEAST_SPAN_BYTES &&
           !reaches_beyond(spec, operand, along_k))
        span /= 2;
    return span;
}

struct matrix_tile matrix_tile_of(const struct spec *spec, const struct operand *operand)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const long long side = shape_side(spec_group_tile(spec), is_a(operand));
    const bool packed = in_panels(operand);
    const bool swizzled = packed ? own->engine->described : matrix_swizzles(own);
    const bool along_k = (packed && swizzled) || contiguous_along_k(operand);
    const long long span = swizzled ? span_of(spec, operand, along_k) : 0;
    const long long length = along_k                                  ? spec->tile_k
                             : reaches_beyond(spec, operand, along_k) ? rounded_up(side, span)
                                                                      : side;
    if (packed && !swizzled)
        return (struct matrix_tile){.packed = true,
                                    .lines = 1,
                                    .length = side * spec->tile_k,
                                    .pitch = side * spec->tile_k};
    struct matrix_tile tile = {
        .packed = packed,
        .split = packed && matrix_spec(spec)->split,
        .along_k = along_k,
        .lines = along_k ? side : spec->tile_k,
        .length = length,
        .pitch = length + (swizzled ? 0 : pad_of(spec, operand, length)),
        .span = span,
    };
    if (shape_side(matrix_halves(spec), is_a(operand)) > 1)
        matrix_add_half(&tile);
    return tile;
}

long long matrix_tile_part(const struct matrix_tile *tile)
{
    return tile->lines * tile->pitch;
}

long long matrix_tile_cells(const struct matrix_tile *tile)
{
    return matrix_tile_part(tile) * (tile->split ? 2 : 1);
}

/* The widest copies that lines without gaps are made of. */
struct matrix_blocks matrix_blocks_of(const struct spec *spec)
{
    enum {
        COPY_BYTES = 16,
        CELL_BYTES = 2 /* at most: there is a type of one in every kernel */
    };
    const struct operand *const operand = matrix_in_blocks(spec);
    struct matrix_blocks blocks = {.staged = false};
    if (!operand || !matrix_spec(spec)->async)
        return blocks;
    const struct element *const element = operand->given;
    const long long bytes = spec->tile_k / element->covers * element->bytes;
    long long copied = COPY_BYTES;
    blocks.staged = true;
    blocks.covers = element->covers;
    blocks.cell = element->alignment < CELL_BYTES ? element->alignment : CELL_BYTES;
    blocks.cells = element->bytes / blocks.cell;
    blocks.lines = matrix_tile_of(spec, operand).lines;
    blocks.length = bytes / blocks.cell;
    while (copied > blocks.cell && bytes % copied)
        copied /= 2;
    blocks.vector = copied / blocks.cell;
    return blocks;
}

const char *matrix_block_cell(const struct matrix_blocks *blocks)
{
    return blocks->cell == 1 ? "uchar" : "ushort";
}

long long matrix_tiles_at_once(const struct spec *spec, const struct operand *operand)
{
    return in_blocks(operand) && matrix_spec(spec)->async ? MATRIX_TILES_OF_BLOCKS
                                                          : matrix_spec(spec)->stages;
}

long long matrix_tiles_under_way(const struct matrix_spec *own)
{
    enum {
        STAGES = 3 /* one that arrives, one that is multiplied, one that is under way */
    };
    return own->engine->described && !matrix_sums_by_block(own) &&
           (own->ring || own->stages >= STAGES);
}

struct shape matrix_sub_groups(const struct spec *spec)
{
    const struct shape lanes = matrix_spec(spec)->engine->lanes;
    return (struct shape){spec->wg.height / lanes.height, spec->wg.width / lanes.width};
}

bool matrix_straddles(const struct spec *spec)
{
    return matrix_spec(spec)->engine->described && matrix_halves(spec).width == 2 &&
           matrix_sub_groups(spec).width == 1;
}

struct shape matrix_fragments(const struct spec *spec)
{
    const struct matrix_spec *const own = matrix_spec(spec);
    const struct shape cells = fragment_cells(own->engine, own->fragment);
    const struct shape halves = matrix_halves(spec);
    return (struct shape){halves.height * spec->tile.height / cells.height,
                          halves.width * spec->tile.width / cells.width};
}

long long matrix_parts(const struct matrix_spec *own)
{
    return own->split ? 2 : 1;
}

long long matrix_products(const struct matrix_spec *own)
{
    return own->split ? 3 : 1;
}

bool matrix_sums_by_block(const struct matrix_spec *own)
{
    return own->engine->described && (own->split || own->sum_depth);
}

long long matrix_sums_of_block(const struct matrix_spec *own, long long tile_k)
{
    return own->sum_depth && tile_k > own->sum_depth ? tile_k / own->sum_depth : 1;
}
