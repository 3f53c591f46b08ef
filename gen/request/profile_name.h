/*
 * What the text of --for is: a profile's name, a file's, or a card's.
 */
#pragma once

#include <stdbool.h>

#include "clgemm.h"

struct embedded_file;

/* The built-in profile of a name; NULL: there is none. */
const struct embedded_file *profile_built_in(const char *name);

/* Whether it is that of a file: it has a slash or ends in ".json". */
bool profile_is_file(const char *name);

/* Whether it is none of a profile, of the user's neither, or file but that of a card, which is read. */
bool profile_is_card(const char *name, struct clgemm_card *card);
