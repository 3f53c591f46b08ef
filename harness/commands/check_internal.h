/* Shared by the commands that check kernels; only check*.c include this. */
#ifndef HARNESS_COMMANDS_CHECK_INTERNAL_H
#define HARNESS_COMMANDS_CHECK_INTERNAL_H

#include "harness/commands/commands.h"
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
    size_t cases, exact;
    double worst;       /* ratio to the bound */
    bool crashed, late; /* its process ended, or gave no answer in time */
};

/* Whether kernels are to be looked at on the edges of their tiles, whatever they say of them. */
bool check_at_edges(const struct options *options);

/* Builds a kernel and runs its cases in the worker. Errors: what failed first. */
int check_kernel(struct check *check, const struct recipe *recipe, const struct kernel *kernel,
                 struct tally *tally, struct fault *fault);

#endif
