/*
 * Blocked: many tiles of C a work-item, one after another, and K in blocks. For CPUs, whose work-items share no registers.
 *
 * For each block of K the work-item packs its rows of A and its columns of B into panels in local memory: as wide as a tile,
 * one step of K after another, so that the multiplication reads them from first to last. Then it computes its tiles from these
 * panels. All blocks but the first add to what is in C. A step before the multiplication may pack all panels of an operand
 * instead, for all work-items (form FORM_PANELS); the same function packs both. What an index function finds the work-item packs by
 * itself; its rows of A are copied into lines, which are read as rows in place are.
 *
 * Of a gated product it packs columns of D beside those of B, and keeps the sums of both of all its tiles in local memory from one block of K
 * to the next; C is written after the last one.
 *
 * Source of the technique: K. Goto, R. van de Geijn, "Anatomy of High-Performance Matrix Multiplication", ACM TOMS 34 (2008).
 */
#include "gen/family/families.h"

const struct family family_blocked = {
    .name = "blocked",
    .help = "for CPUs: many tiles of C per work-item, from panels of A and B",
    .standard = "--tile 4x8 --wg 1x1 --vec-c 4 --block-tiles 8x4",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_BLOCK_TILES, OPTION_BLOCK_K, OPTION_PANELS, OPTION_TILE_ORDER,
                       OPTION_PREFETCH, OPTION_STAGE_A, OPTION_STAGE_B),
    .complex = true,
    .numbers = true,
    .alone = true,
    .gathers = true,
    .walks = true,
    .by_index = true,
    .gates = true,
    .in_runs = true,
    FAMILY_STAGES(blocked),
};
