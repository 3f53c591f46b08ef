/*
 * The rows of the groups of a batch, group after group, without those that lists skip.
 */
#ifndef HARNESS_WORKER_ROWS_H
#define HARNESS_WORKER_ROWS_H

#include "harness/run/launch.h"

struct rows {
    uint64_t *of_launch; /* numbers among the rows of the launch; owned */
    uint64_t *of
        [OPERAND_COUNT]; /* the same rows in the memory of A and of C; owned; no other has any, unless they are added */
    uint64_t *written; /* those of C, in the order of memory, each once; owned */
    uint64_t written_count;
    uint64_t *first; /* of each group in these lists, and their length; owned */
};

/* Lists them where a launch has lists of rows; else there is nothing to list. Errors: FAULT_IO (memory). */
int rows_make(const struct launch *launch, struct rows *rows, struct fault *fault);
void rows_release(struct rows *rows);

/* Whether there are lists. */
bool rows_listed(const struct rows *rows);

#endif
