/*
 * The rules that requests break, and the advice of their sentences.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "clgemm.h"

/* The rules that a request breaks, in order: "tile-size lanes ", with their sentences. */
struct broken {
    char names[1024];
    char text[512]; /* of the first one */
    int count;
};

/* For clgemm_why_not: `self` is a struct broken. */
void note(void *self, const struct clgemm_error *broken);

struct broken why_not(const char *line);

/* The rules that it breaks as it stands, with the defaults that yield to it (gen/rules/yield.h); what they propose is not tried. */
struct broken broken_by(const char *line);

bool breaks(const struct broken *broken, const char *rule);

/* What a sentence says to ask, its first proposal: from "; ask " to the next " or ", comma or end. */
void first_proposal(const char *sentence, char *proposal, size_t size);

/* The next proposal that is options with their values, from *at on, which begins at "; ask " and is moved
 * behind it; false where there is none. Words and further values ("or 112") are passed over. */
bool next_proposal(const char **at, char *proposal, size_t size);
