/* Searches that do not look at times. */
#include "harness/search/internal.h"

static bool next_random(struct search *search)
{
    if (!search_take_start(search, search->walk.here) &&
        !search_draw_new(search, search->walk.here))
        return false;
    scan_start(search, search->walk.here, NULL, 0);
    return true;
}

/* The starts, then everything in order. */
static bool next_exhaustive(struct search *search)
{
    if (search->walk.step == WALK_DESCENDS)
        return false;
    if (search_take_start(search, search->walk.here)) {
        scan_start(search, search->walk.here, NULL, 0);
        return true;
    }
    search->walk.step = WALK_DESCENDS;
    return scan_start_whole(search);
}

const struct search_kind search_random = {true, next_random};
const struct search_kind search_exhaustive = {true, next_exhaustive};
