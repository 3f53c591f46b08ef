/* The names that are nearest to a word that is none of them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gen/base/job.h"

/* Number of letters to insert, remove, replace or swap with their neighbour to turn one word into the other, small letters and
 * capitals alike; SIZE_MAX for words that are too long to be compared. */
size_t word_distance(const char *one, const char *other);

/* The name in a NULL-terminated list that is nearest to `name` by edit distance, or NULL where none
 * is near. */
const char *nearest_name(const char *name, const char *const *names);

/* The same with all that are equally near, three at most, each after `prefix`: "--tile or --tile-k". */
const char *nearest_names(struct job *job, const char *prefix, const char *name,
                          const char *const *names);
