/* A space for searches whose points are found by trying all. */
#pragma once

#include <string.h>

#include "harness/base/random.h"
#include "harness/search/search.h"

/* The valid point behind a valid one, or the first one. */
static inline bool plain_next(void *context, unsigned *point, bool first)
{
    const struct search_space *space = context;

    if (first)
        memset(point, 0, space->parameter_count * sizeof *point);
    for (bool found = first; !found || !space->valid(context, point); found = true) {
        size_t i = space->parameter_count;

        while (i > 0 && ++point[i - 1] == space->value_counts[i - 1])
            point[--i] = 0;
        if (i == 0)
            return false;
    }
    return true;
}

static inline bool plain_draw(void *context, uint64_t *random, unsigned *point)
{
    const struct search_space *space = context;

    for (unsigned tries = 0; tries < 10000; tries++) {
        for (size_t i = 0; i < space->parameter_count; i++)
            point[i] = (unsigned)random_below(random, space->value_counts[i]);
        if (space->valid(context, point))
            return true;
    }
    return plain_next(context, point, true);
}

/* The space of so many parameters; it is good until the next one is made. */
static inline struct search_space plain_space(size_t parameters, const unsigned *counts,
                                              bool (*valid)(void *, const unsigned *))
{
    static struct search_space space;

    space = (struct search_space){parameters, counts, &space, valid, plain_draw, plain_next};
    return space;
}
