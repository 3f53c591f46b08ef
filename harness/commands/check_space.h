/* The command `check --covering` and `check --sample`: kernels of the generator's parameter space. */
#ifndef HARNESS_COMMANDS_CHECK_SPACE_H
#define HARNESS_COMMANDS_CHECK_SPACE_H

#include "harness/cli/options.h"

/* Checks the points of a pairwise covering set, or random points, of the space that the command line leaves open.
 * A point of the space that the generator refuses is a failure. Prints what did not pass, and a summary.
 * With a journal a walk goes on where an earlier one has ended.
 * Errors: FAULT_WRONG where a point failed, the code of the error where the check could not go on. */
int points_command(const struct options *options, struct fault *fault);

#endif
