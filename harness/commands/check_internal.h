/*
 * Shared by the commands that check kernels; only check*.c include this.
 *
 *     check.c              kernels that are named
 *     check_space.c        points of the generator's space: which
 */
#pragma once

#include "harness/commands/commands.h"
#include "harness/engine/suite.h"
#include "harness/output/progress.h"

struct check {
    const struct options *options;
    struct executor executor; /* where kernels run */
    struct cases cases;
    struct schedule schedule;
    struct suite suite; /* settings of all kernels */
    struct observer observer;
    struct suite_run run;
    struct progress progress;
    size_t total; /* kernels */
    size_t passed, failed, skipped;
    size_t absent;         /* of the skipped: what the device has not got */
    enum fault_code worst; /* of the failures */
};

/* Whether kernels are to be looked at on the edges of their tiles, whatever they say of them. */
bool check_at_edges(const struct options *options);

/* Opens the device; the check, with its observer, stays where it is. `generates`: not all kernels
 * are files. Errors: those of executor_open. */
int check_open(struct check *check, const struct options *options, bool generates,
               struct fault *fault);

/* Expects so many kernels. */
void check_expect(struct check *check, size_t total);

/* Counts a kernel by its status. */
void check_count(struct check *check, enum status status, const struct fault *fault);

/* Prints a kernel that did not pass, for people. */
void check_show(enum status status, const char *label, const struct fault *fault);

/* Prints how many have passed and failed. */
void check_show_sum(const struct check *check);
