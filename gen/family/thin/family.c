/*
 * Thin: for products M or N of which is small, on a matrix engine. Each element of the large operand is read once, by the lane that
 * has it in a fragment, straight from global memory.
 *
 * Both operands lie along K, and every lane of a fragment's line loads contiguous elements of it. So the steps of K come in another
 * order than the engine numbers them, the same one for both operands, and sums are the same. The places of the large operand are
 * on the long side of the fragments, where the engine has 16 of them, the thin ones on the other one: 8.
 *
 * The sub-groups of a work-group have different places, or parts of K of the same ones. Their sums come together in local
 * memory, in the same order each time, and work-items store neighbouring elements of C.
 *
 * Elements of blocks are made as each lane needs them, and rounded once to what the engine multiplies. Of some blocks quants are multiplied
 * beside halves instead, which are exact: the sums of a run of elements that share a scale are multiplied by it, one for each place.
 *
 * --prepared brings the words of some blocks into the order of lanes: a block is of the 16 lines of a fragment, and what all lanes load at once
 * is contiguous, 16 bytes for each. All lanes of a line have the same run where sums are multiplied by its scale; where elements are made, each has a
 * run of its own.
 */
#include "gen/family/families.h"

const struct family family_thin = {
    .name = "thin",
    .help = "for M or N of at most about 16, on a matrix engine that reads the large operand once",
    .standard = "--tile 2x4 --wg 16x8 --engine mma",
    .shares = SHARED_BY(SHARE_NONE),
    .options = OPTIONS(OPTION_THIN, OPTION_ENGINE),
    .quantised = true,
    .groups = true,
    .repacks = true,
    .numbers = true,
    .gathers = true,
    FAMILY_STAGES(thin),
};
