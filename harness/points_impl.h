/*
 * What the files of the check of a space share; only points*.c include this.
 *
 *     points.c        which points, and the process that checks them
 *     points_check.c  one point, by the journal or on the device
 */
#ifndef HARNESS_POINTS_IMPL_H
#define HARNESS_POINTS_IMPL_H

#include "clgemm.h"
#include "harness/check_impl.h"
#include "harness/journal.h"
#include "harness/points.h"

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
