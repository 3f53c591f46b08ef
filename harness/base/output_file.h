/*
 * A file that is being written. Under its own name it appears whole or not at all, also where power
 * is lost: until then it has another name in the same folder.
 */
#pragma once

#include <signal.h>
#include <stdio.h>

#include "harness/base/fault.h"

struct output {
    FILE *stream;     /* to write to; its errors are told by output_close */
    const char *path; /* as the caller named it */
    char *target;     /* the same, symbolic links followed */
    char *part; /* the file that is written; NULL: the target itself, which is no plain file */
    struct sigaction size_before; /* of SIGXFSZ: that a file may not grow is an error like others */
};

/* Begins a file. No other process writes to the same one, also where it makes the same file:
 * whoever ends last has the name. Any other kind of file, as a pipe, is written to. output_close is
 * due where this succeeds. `path` must live until then. Errors: FAULT_IO. */
int output_open(const char *path, struct output *output, struct fault *fault);

/* Ends a file: it takes its name, with the permissions of the file that had it. One that had the
 * same bytes stays as it is, with its time. If an error is recorded already, nothing of it stays.
 * Returns -1 where there is an error in the end. Errors: FAULT_IO. */
int output_close(struct output *output, struct fault *fault);

/* Checks in advance, before hours of work, what output_open and output_close need. Errors:
 * FAULT_IO. */
int output_check(const char *path, struct fault *fault);
