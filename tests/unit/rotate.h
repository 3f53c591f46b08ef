/*
 * Which third of a long loop this run has, as tests/share.sh says: three commits in a row have everything.
 */
#ifndef TESTS_UNIT_ROTATE_H
#define TESTS_UNIT_ROTATE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether item `number` of a loop is in this run's share: CLGEMM_SHARE, 0 to 2 or all; without one, 0. */
bool in_share(size_t number);

/* Prints the share and how the test `name` has it again. */
void print_share(const char *name);

#endif
