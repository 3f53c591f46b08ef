/*
 * Lists of how many rows each group has, beside the ways of enum dealing. A list is known by a number, and kept to the end of the process.
 */
#ifndef HARNESS_RUN_DEALT_H
#define HARNESS_RUN_DEALT_H

#include <stddef.h>
#include <stdint.h>

#include "harness/base/fault.h"

struct dealt_list {
    size_t groups;
    uint64_t *first; /* row of each group, and the end of the last one */
};

/* Keeps a list of rows, if there is none like it, and gives its number, which is none of enum dealing. Errors: FAULT_IO (memory). */
int dealt_keep(const uint64_t *rows, size_t groups, uint64_t *dealt, struct fault *fault);

/* The list of that number; NULL: it is no such number. */
const struct dealt_list *dealt_find(uint64_t dealt);

#endif
