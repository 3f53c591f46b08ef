/*
 * Gated products of the matrix family: the tile of the caller's B in local memory has two halves, that of D behind that of B. The engine multiplies
 * both as one tile, so that a lane has the sums of both products of its elements of C.
 */
#include "gen/family/matrix/matrix.h"

struct shape matrix_halves(const struct spec *spec)
{
    const bool left = spec->a.role == ROLE_B;
    return !spec->problem.gate ? (struct shape){1, 1}
           : left              ? (struct shape){2, 1}
                               : (struct shape){1, 2};
}

struct matrix_tile matrix_halved(struct matrix_tile tile)
{
    const bool across_panels = tile.span && !tile.along_k;
    if (tile.half == 0)
        return tile;
    if (across_panels)
        tile.length = tile.pitch = tile.length / 2;
    else
        tile.lines /= 2;
    return tile;
}

void matrix_add_half(struct matrix_tile *tile)
{
    const bool across_panels = tile->span && !tile->along_k;
    tile->half = across_panels ? tile->length * tile->lines
                 : tile->span  ? tile->lines * tile->span
                               : tile->lines;
    if (across_panels)
        tile->length = tile->pitch = tile->length * 2;
    else
        tile->lines *= 2;
}

char matrix_tile_letter(const struct operand *operand)
{
    return operand->role == ROLE_D ? 'b' : operand_letter(operand);
}

long long matrix_fragments_of(const struct matrix_plan *own, bool along_m)
{
    return shape_side(own->fragments, along_m) /
           (own->straddles ? 1 : shape_side(own->halves, along_m));
}
