/* The command `check`. */
#ifndef HARNESS_COMMANDS_CHECK_H
#define HARNESS_COMMANDS_CHECK_H

#include "harness/cli/options.h"

/* Checks every kernel that the command line names, prints a line for each and a summary.
 * Errors: FAULT_WRONG where a kernel failed its check (what failed is printed), the code of the
 * error where kernels could not be checked at all, FAULT_REFUSED where all were refused. */
int check_command(const struct options *options, struct fault *fault);

#endif
