/*
 * Which share of a long loop this run has, as tests/share.sh says: six commits in a row have everything.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether item `number` of a loop is in this run's share: CLGEMM_SHARE, K/N or all; without one, 0/12. */
bool in_share(size_t number);

/* Prints the share and how the test `name` has it again. */
void print_share(const char *name);
