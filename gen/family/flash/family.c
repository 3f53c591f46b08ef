/*
 * Flash: attention on a matrix engine, O = softmax(alpha Q K^T) V, a head at a time, in one pass over K and V.
 *
 * A sub-group has some rows of Q. Of a block of keys it multiplies their scores on the engine, which its lanes hold as the
 * accumulators of fragments; makes weights of them there, with the lanes that hold parts of the same row; and multiplies these,
 * rounded to the type of V, with the block of V. The largest score, the sum of weights and the sums of weighted rows of V stay in registers.
 * All work-items copy blocks of K and V into local memory.
 *
 * Source of the technique: T. Dao, "FlashAttention-2: Faster Attention with Better Parallelism and Work Partitioning", arXiv 2307.08691 (2023).
 */
#include "gen/family/families.h"

const struct family family_flash = {
    .name = "flash",
    .help = "attention (--chain attention) on a matrix engine: scores and sums stay in registers",
    .standard = "--tile 2x2 --wg 32x4",
    .shares = SHARED_BY(SHARE_LOCAL),
    .options = OPTIONS(OPTION_ENGINE, OPTION_HEAD, OPTION_MASK, OPTION_TYPE_MASK, OPTION_LENGTHS,
                       OPTION_STAGES, OPTION_COPY, OPTION_PACK_HEADS),
    .by_index = true,
    .attends = true,
    .spec = &family_flash_spec,
    .rules = &family_flash_rules,
    .plan = &family_flash_plan,
    .view = &family_flash_view,
};
