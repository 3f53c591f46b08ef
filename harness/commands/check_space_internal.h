/*
 * Shared by the files of the check of a space; only check_space*.c include this.
 *
 *     check_space.c        which points
 *     check_space_point.c  one point, by the journal or on the device
 */
#ifndef HARNESS_COMMANDS_CHECK_SPACE_INTERNAL_H
#define HARNESS_COMMANDS_CHECK_SPACE_INTERNAL_H

#include "clgemm.h"
#include "harness/commands/check_internal.h"
#include "harness/journal/journal.h"
#include "harness/commands/commands.h"

struct walk {
    struct check check;
    struct clgemm_space *space;
    size_t parameters;
    struct journal *journal; /* NULL: none is asked for */
    json_int_t number;       /* of this walk, in the journal: when it began, ms since 1970 */
};

/* Checks a point, unless the journal knows what comes of it; counts it, and says what did not pass.
 * Errors: the walk cannot go on (FAULT_IO). */
int points_check(struct walk *walk, const unsigned *point, struct fault *fault);

#endif
