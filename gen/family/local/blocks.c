/*
 * Tiles of quantised elements: what a tile in local memory asks of blocks.
 */
#include "gen/family/local/local.h"

/* Blocks are read as tiles are filled; one tile after another ends where a block does, so that no vector lies in two of them. */
const struct refusal *local_blocks_of_tiles(struct job *job, const struct spec *spec)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = operands[i];
        const long long covers = operand->given->covers;
        const enum option_id stage = option_of(operand, OPTION_STAGE_A);
        if (!in_blocks(operand))
            continue;
        if (!local_staged(spec, operand))
            return propose(
                refuse(job, "the local family reads blocks of %s for tiles alone: not with %s",
                       operand->given->type, option_and_value(job, spec, stage, "no")),
                stage, "plain");
        if (covers % spec->tile_k)
            return propose(
                refuse(job,
                       "tiles end where blocks of %s do: %lld, the elements of one, is no "
                       "multiple of %s",
                       operand->given->type, covers,
                       option_and_value(job, spec, OPTION_TILE_K, "%lld", spec->tile_k)),
                OPTION_TILE_K, "%d", 8);
    }
    return NULL;
}
