/*
 * Ring: attention on a matrix engine that reads local memory by itself, O = softmax(alpha Q K^T) V, a head at a time, in one pass over K and V.
 *
 * Work-groups last: each computes tile after tile of O. A sub-group of its own copies tiles of Q and blocks of K and V into rings of stages, as boxes
 * that maps describe, across tiles. The others have 64 rows of Q each: they multiply the scores of a block while they make weights of those of the
 * block before, and take turns at the engine. Weights are the left factor of the second product as they lie in registers.
 *
 * Source of the technique: J. Shah et al., "FlashAttention-3: Fast and Accurate Attention with Asynchrony and Low-precision", arXiv 2407.08608 (2024).
 */
#include "gen/family/families.h"

const struct family family_ring = {
    .name = "ring",
    .help =
        "attention (--chain attention) on --engine wgmma: a sub-group copies ahead of the others",
    .standard = "--engine wgmma --tile 2x8 --wg 64x4 --stages 2 --persistent 1 --take-turns yes",
    .shares = SHARED_BY(SHARE_LOCAL),
    .options = OPTIONS(OPTION_ENGINE, OPTION_HEAD, OPTION_MASK, OPTION_TYPE_MASK, OPTION_LENGTHS,
                       OPTION_STAGES, OPTION_PERSISTENT, OPTION_TAKE_TURNS),
    .by_index = true,
    .attends = true,
    .numbers = true,
    .spec = &family_ring_spec,
    .rules = &family_ring_rules,
    .plan = &family_ring_plan,
    .view = &family_ring_view,
};
