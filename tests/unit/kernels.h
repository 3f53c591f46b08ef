/*
 * Kernels of all kinds, and what is looked for in the text of each.
 */
#pragma once

enum {
    KERNELS = 51
};

/* Lines of options. */
extern const char *const kernels[KERNELS];

/* Calls `check` for every kernel of every problem that a rule does not refuse. */
void for_all(void (*check)(const char *line, const char *text));
