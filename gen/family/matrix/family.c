/*
 * Matrix: the tile of C of a sub-group is made of fragments, which its lanes multiply together on a matrix engine.
 *
 * The work-items of a work-group copy tiles of A and B into local memory, with the elements as they are stored; each sub-group loads
 * fragments from there and multiplies every one of A with every one of B. --tile and --wg mean what they do in other families:
 * the elements of C that a work-item holds, which the engine strides over the fragments, and the work-items. So the
 * sub-group has a tile of (tile H x lanes H) by (tile W x lanes W).
 *
 * An emulated engine has the fragments, lanes and registers of the real one; its lanes exchange what they hold through local
 * memory. It is slow, and proves on any device where a kernel of the real engine puts what.
 */
#include "gen/family/families.h"

const struct family family_matrix = {
    .name = "matrix",
    .help = "fragments of C that a sub-group multiplies on a matrix engine",
    .standard = "--tile 8x8 --wg 16x16 --vec-c 2",
    .shares = SHARED_BY(SHARE_LOCAL),
    .options = OPTIONS(OPTION_ENGINE, OPTION_PAD_A, OPTION_PAD_B, OPTION_STAGES, OPTION_COPY,
                       OPTION_PANELS, OPTION_PERSISTENT, OPTION_RASTER, OPTION_ACCUMULATE_K,
                       OPTION_TAKE_TURNS, OPTION_RING_REGISTERS, OPTION_ENGINE_ALONG),
    .quantised = true,
    .scales_sums = true,
    .numbers = true,
    .gathers = true,
    .by_index = true,
    .in_runs = true,
    .parts_by_index = true,
    .parts_of_panels = true,
    .gates = true,
    FAMILY_STAGES(matrix),
};
