/* Suggestions for a mistyped option. */
#ifndef HARNESS_NEAREST_H
#define HARNESS_NEAREST_H

#include <getopt.h>
#include <stddef.h>

/* Writes up to three options nearest to `word` ("--tile, --tile-k"), or "" where none is near. */
void nearest_options(const char *word, const struct option *table, char *text, size_t room);

#endif
