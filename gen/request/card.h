/*
 * Names of cards and processors, and the profile of each: the table of doc/cards.md, which the build puts into the library.
 */
#pragma once

#include "gen/base/job.h"

enum {
    CARDS_NEAR = 3
};

/* The names of the table that have all words of a text, or are one or two letters from it: "RTX 4080, RTX 4090, RTX 4070"; NULL: none. */
const char *cards_near(struct job *job, const char *text);
