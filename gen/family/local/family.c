/*
 * Local: as register, and the work-items of a work-group share tiles of A, B or both in local memory.
 *
 * An iteration of the loop over K loads a tile of tile-k elements along K and multiplies it. Loading has a shape of its
 * own: the work-group is arranged along the lines of the operand, whatever shape it computes in. With
 * several stages later tiles are on their way while one is multiplied. The scheme is that of the
 * L3_SLM kernels of Intel's SGEMM sample and of most GPU matrix products since Volkov and Demmel
 * (Benchmarking GPUs to Tune Dense Linear Algebra, 2008).
 */
#include "gen/family/families.h"

const struct family family_local = {
    .name = "local",
    .help = "a tile of C per work-item; a work-group shares tiles of A and B in local memory",
    .standard = "--tile 4x4 --wg 16x16 --ids group",
    .shares = SHARED_BY(SHARE_LOCAL),
    .options = OPTIONS(OPTION_STAGE_A, OPTION_STAGE_B, OPTION_LOAD_SHAPE_A, OPTION_LOAD_SHAPE_B,
                       OPTION_PAD_A, OPTION_PAD_B, OPTION_LOCAL_VEC_A, OPTION_LOCAL_VEC_B,
                       OPTION_ASSIGN, OPTION_STAGES, OPTION_PREFETCH, OPTION_EXCHANGE, OPTION_COPY,
                       OPTION_LOOP_ORDER, OPTION_IDS, OPTION_ALIGNED, OPTION_WG_MEMBERS),
    .complex = true,
    .vectors = true,
    .quantised = true,
    .groups = true,
    .gathers = true,
    .by_index = true,
    .parts_by_index = true,
    .in_runs = true,
    .gates = true,
    FAMILY_STAGES(local),
};
