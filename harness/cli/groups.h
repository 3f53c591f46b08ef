/* The value of --groups: how rows, columns or parts of K are dealt out to groups. */
#ifndef HARNESS_CLI_GROUPS_H
#define HARNESS_CLI_GROUPS_H

#include "harness/run/launch.h"

/* Reads "even:128x512" or "zipf:128x8", a way to deal out rows, groups, and how many rows each has on average; or a file with the rows of a group a
 * line, the first field of CSV: empty lines, those that begin with # and a first line of words do not count. Errors: FAULT_USAGE, FAULT_IO. */
int groups_read(const char *text, struct test_case *test_case, struct fault *fault);

/* Completes a case with groups: the size of the axis of which they have parts, if nobody says it, is as much as they have together. `ragged`: the value of
 * --ragged; NULL: nobody says that, and it is the first axis without a size. */
void groups_complete(const char *ragged, struct test_case *test_case);

#endif
