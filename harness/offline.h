/* `clgemm-bench offline`: what compilers make of kernels for devices that are not here. */
#ifndef HARNESS_OFFLINE_H
#define HARNESS_OFFLINE_H

#include "harness/options.h"

/* Compiles every kernel that the command line names for every target, prints a row each.
 * Errors: FAULT_USAGE: no such target; FAULT_DEVICE: a compiler is not here, or refuses a kernel;
 * FAULT_WRONG: a kernel falls short of a --require. */
int offline_command(const struct options *options, struct fault *fault);

#endif
