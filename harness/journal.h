/*
 * The journal of a long check: a JSON object a line, appended and flushed as things happen, so that a check that
 * was stopped, or that a kernel took down, goes on where it was.
 *
 *     {"journal": "check", "device": "..."}
 *     {"point": "clgemm-gen --tile ...", "hash": "fnv1a64:...", "result": "started"}
 *     {"point": "clgemm-gen --tile ...", "hash": "fnv1a64:...", "result": "passed", "seconds": 1.25}
 *
 * Results: passed, failed, absent (the device cannot run it), crashed. A point whose kernel has changed since has
 * another hash, and counts as new.
 */
#ifndef HARNESS_JOURNAL_H
#define HARNESS_JOURNAL_H

#include <stdio.h>

#include <jansson.h>

#include "harness/error.h"

struct journal {
    const char *path;
    FILE *file;
    json_t *results; /* last result by hash and command */
    json_t *crashed; /* the line of a point that was started last and never ended, or NULL */
};

/* Bytes of a journal; 0 where there is none. */
long journal_length(const char *path);

/* Opens or makes a journal for a device. What failed, crashed or was under way before byte `since` is forgotten: it is
 * tried again. Errors: FAULT_IO; FAULT_USAGE where it is another device's. */
int journal_open(const char *path, const char *device, long since, struct journal *journal,
                 struct fault *fault);
void journal_close(struct journal *journal);

/* The result of a point, or NULL where it is still to be checked. */
const char *journal_result(const struct journal *journal, const char *point, const char *hash);

/* Appends a line. `text` (why it failed) may be NULL; seconds below 0 are left out. */
int journal_add(struct journal *journal, const char *point, const char *hash, const char *result,
                double seconds, const char *text, struct fault *fault);

#endif
