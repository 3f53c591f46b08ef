/*
 * Parameter spaces of tests.
 */
#pragma once

#include "gen/space/space.h"

enum {
    MOST = SPACE_MOST_PARAMETERS,
    BOTH = CLGEMM_RANGE_KERNEL | CLGEMM_RANGE_PROBLEM
};

/* The space of a request, narrowed by lists with blanks between. */
struct clgemm_space *space_of(const char *line, unsigned ranges, const char *lists);

size_t parameters_of(const struct clgemm_space *space);

/* Whether a point breaks no rule as it stands, no default yielding. */
bool is_served(const struct clgemm_space *space, const char *line, const unsigned *point);
