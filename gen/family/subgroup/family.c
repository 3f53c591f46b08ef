/*
 * Sub-group: as register, and the work-items of a row of the work-group share what they read of A.
 *
 * The W work-items of a row (lanes) hold the same tile.height rows of C, and each its own columns,
 * W apart. A lane reads 1/W of the row's fragment of A and takes the rest out of the other lanes'
 * registers; B it reads for its own columns. The technique is that of Intel's SGEMM sample:
 * shuffles on operands from buffers (L3_SIMD) or from sub-group block reads (block_read).
 *
 * A vector of accumulators is rows of a column. Where A lies along K, a lane holds one k of consecutive
 * rows, so that these are consecutive; where A lies across K, a lane holds one row of each W, so that
 * they are W apart.
 *
 * Wide lanes read several elements of a line at once: of A V steps of K, so that W lanes read a block
 * of V rows and W steps; of B the contiguous columns that are then the lane's own. A vector of
 * accumulators lies along such columns of one row, and what is exchanged along K.
 */
#include "gen/family/families.h"

const struct family family_subgroup = {
    .name = "subgroup",
    .help = "a tile of C per work-item; the lanes of a sub-group share their loads",
    .standard = "--tile 32x2 --wg 1x8",
    .shares = SHARED_BY(SHARE_SHUFFLE) | SHARED_BY(SHARE_BLOCK_READ),
    .options = OPTIONS(OPTION_BARRIER),
    FAMILY_STAGES(subgroup),
};
