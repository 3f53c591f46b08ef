/*
 * Attention: O = softmax(alpha Q K^T) V, a head at a time, in one pass over K and V.
 *
 * A work-group has some rows of Q and goes through K and V block by block. Of each row it keeps the largest score so far, the sum of
 * weights 2^(score - largest) and the weighted sum of rows of V; where a block has a larger score, both sums are scaled. Arrays lie
 * in local memory, and tiles of both products are in registers; a single work-item, as CPUs have it, has private arrays.
 *
 * Source of the technique: M. Milakov, N. Gimelshein, "Online normalizer calculation for softmax", arXiv 1805.02867 (2018).
 */
#include "gen/family/families.h"

const struct family family_attention = {
    .name = "attention",
    .help = "attention (--chain attention): rows of a head against blocks of keys",
    .standard = "--tile 4x4 --wg 8x8",
    .standard_cpu = "--tile 6x16 --wg 1x1 --block-tiles 16x1",
    .shares = SHARED_BY(SHARE_NONE),
    .options =
        OPTIONS(OPTION_HEAD, OPTION_MASK, OPTION_TYPE_MASK, OPTION_LENGTHS, OPTION_BLOCK_TILES),
    .by_index = true,
    .attends = true,
    FAMILY_STAGES(attention),
};
