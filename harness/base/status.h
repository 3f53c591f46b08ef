/* The status of an order of a worker, or of a candidate: one table of words for answers, journals
 * and tables. */
#ifndef HARNESS_BASE_STATUS_H
#define HARNESS_BASE_STATUS_H

#include <stdbool.h>

#include "harness/base/fault.h"

enum status {
    STATUS_OK,
    STATUS_COMPILE,
    STATUS_RUNTIME,
    STATUS_WRONG, /* a result, "correctness" */
    STATUS_TIMEOUT,
    STATUS_CRASH,
    STATUS_IMPOSSIBLE, /* a time */
    STATUS_REFUSED,    /* the kernel is not for this problem or device; no harm is done */
    STATUS_MEMORY,     /* none is left, perhaps because others use it */
    STATUS_ABSENT,     /* the device has not got what the kernel needs */
    STATUS_COUNT
};

/* The word of a status, "" for STATUS_OK; and the status of a word, STATUS_COUNT where it is none
 * or NULL. */
const char *status_word(enum status status);
enum status status_find(const char *word);

/* The word for whoever asked whether a kernel is right: "passed", "refused", "absent", "crashed" or
 * "failed". */
const char *status_verdict(enum status status);

/* The word for whoever asked whether a kernel compiles as required: "compiled", "refused", "missing"
 * (a compiler), "short" of what is required or "failed". */
const char *status_compiled(enum status status);

/* Whether a worker answers with it; the others are those of its end, or of its times. */
bool status_is_answer(enum status status);

/* The exit code that it leads to. */
enum fault_code status_code(enum status status);

#endif
