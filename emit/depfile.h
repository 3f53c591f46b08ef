/*
 * A make rule that says what files were made from.
 */
#ifndef EMIT_DEPFILE_H
#define EMIT_DEPFILE_H

/* The rule "TARGETS: DEPENDENCIES" in make's syntax, names escaped, and an empty rule for each
 * dependency, so that make goes on when one of them is gone. Both lists end with NULL. The text
 * belongs to the caller (free); NULL when out of memory. Make has no way to write a name with a
 * line break in it. */
char *depfile_text(const char *const *targets, const char *const *dependencies);

#endif
