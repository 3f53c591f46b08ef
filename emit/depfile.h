/*
 * A make rule that says what files were made from.
 */
#pragma once

#include <stdbool.h>

/* Whether make can read all names of a list, which NULL ends: it has no way to write a line break. */
bool depfile_can_name(const char *const *names);

/* The rule "TARGETS: DEPENDENCIES" in make's syntax, names escaped, and an empty rule for each
 * dependency, so that make goes on when one of them is gone. Both lists end with NULL. The text
 * belongs to the caller (free); NULL when out of memory. All names must be such as make can read. */
char *depfile_text(const char *const *targets, const char *const *dependencies);
