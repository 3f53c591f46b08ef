/*
 * Shared by the commands that check kernels; only check*.c include this.
 *
 *     check.c              kernels that are named
 *     check_space.c        points of the generator's space: which
 */
#ifndef HARNESS_COMMANDS_CHECK_INTERNAL_H
#define HARNESS_COMMANDS_CHECK_INTERNAL_H

#include "clgemm.h"
#include "harness/base/fault.h"
#include "harness/commands/commands.h"
#include "harness/journal/journal.h"
#include "harness/output/progress.h"

struct check {
    const struct options *options;
    struct executor executor; /* where kernels run */
    struct progress progress;
    size_t done, total; /* kernels */
    size_t passed, failed, skipped;
    size_t absent;         /* of the skipped: what the device has not got */
    enum fault_code worst; /* of the failures */
};

/* Results of a kernel's cases. */
struct tally {
    enum status status;
    size_t cases, exact;
    double worst; /* ratio to the bound */
};

/* Whether kernels are to be looked at on the edges of their tiles, whatever they say of them. */
bool check_at_edges(const struct options *options);

/* Builds a kernel and runs its cases in the worker. Errors: what failed first. */
int check_kernel(struct check *check, const struct recipe *recipe, const struct kernel *kernel,
                 struct tally *tally, struct fault *fault);

/* Counts a kernel by its status. */
void check_count(struct check *check, enum status status, const struct fault *fault);

/* Prints a kernel that did not pass, for people. */
void check_show(enum status status, const char *label, const struct fault *fault);

/* Prints how many have passed and failed. */
void check_show_sum(const struct check *check);

/* A walk over points. */
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
