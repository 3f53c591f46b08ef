/* The command `compare`. */
#ifndef HARNESS_COMMANDS_COMPARE_H
#define HARNESS_COMMANDS_COMPARE_H

#include "harness/cli/options.h"

/* Verifies, then measures every kernel that the command line names against the BLAS libraries that
 * are installed, on every shape; they take turns call by call. Nothing is reported that was not
 * verified. Errors: those of bench; FAULT_REFUSED where no library is here. */
int compare_command(const struct options *options, struct fault *fault);

#endif
