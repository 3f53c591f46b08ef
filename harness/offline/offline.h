/* `clgemm-bench offline`: what compilers make of kernels for devices that are not here. */
#ifndef HARNESS_OFFLINE_OFFLINE_H
#define HARNESS_OFFLINE_OFFLINE_H

#include "harness/cli/options.h"

/* Compiles every kernel that the command line names for every target, prints a row each. A target
 * whose compiler is not here has rows that say so. Errors: FAULT_USAGE: no such target; FAULT_DEVICE:
 * a compiler refuses a kernel, or is not here and nothing is compiled or something is required;
 * FAULT_WRONG: a kernel falls short of a --require. */
int offline_command(const struct options *options, struct fault *fault);

#endif
