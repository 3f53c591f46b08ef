/*
 * Register: a tile of C a work-item, in registers; nothing is shared.
 *
 * Accumulators are vectors of vec-c elements along C's contiguous axis. A is read element by
 * element (or vec-a at a time along the axis on which it is contiguous) and widened; B is read as
 * vectors that match the accumulators.
 */
#include "gen/family/families.h"

const struct family family_register = {
    .name = "register",
    .help = "a tile of C per work-item, in registers; nothing is shared",
    .standard = "--tile 4x4 --wg 8x8",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_LOOP_ORDER, OPTION_IDS, OPTION_ALIGNED, OPTION_WG_MEMBERS,
                       OPTION_TILE_ORDER),
    .orders_groups = true,
    .complex = true,
    .vectors = true,
    .quantised = true,
    .groups = true,
    .gathers = true,
    .by_index = true,
    .parts_by_index = true,
    .gates = true,
    .walks = true,
    FAMILY_STAGES(register),
};
