/*
 * Naive: the elements of a work-item, as a rule one, are computed one after another.
 */
#include "gen/family/families.h"

const struct family family_naive = {
    .name = "naive",
    .help = "one element of C per work-item, or several in sequence",
    .standard = "--tile 1x1 --wg 8x8",
    .shares = SHARED_BY(SHARE_NONE),
    .complex = true,
    .quantised = true,
    .groups = true,
    .gathers = true,
    .by_index = true,
    .parts_by_index = true,
    .gates = true,
    .walks = true,
    FAMILY_STAGES(naive),
};
