/* `clgemm-bench offline`: what compilers make of kernels for devices that are not here. */
#ifndef HARNESS_COMMANDS_OFFLINE_H
#define HARNESS_COMMANDS_OFFLINE_H

#include "harness/cli/options.h"

/* Compiles every kernel that the command line names. Errors: those of offline_compile. */
int offline_command(const struct options *options, struct fault *fault);

#endif
