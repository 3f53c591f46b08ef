/*
 * Names of cards and processors, and the profile of each: the table of doc/cards.md, which the build puts into the library.
 */
#ifndef GEN_REQUEST_CARD_H
#define GEN_REQUEST_CARD_H

#include "gen/base/job.h"

enum {
    CARDS_NEAR = 3
};

/* The names of the table that are nearest to a text: "RTX 4080, RTX 4090 or RTX 4070". */
const char *cards_near(struct job *job, const char *text);

#endif
