/* `--explain peak`: how a peak comes about. */
#ifndef HARNESS_COMMANDS_EXPLAIN_H
#define HARNESS_COMMANDS_EXPLAIN_H

#include "harness/cli/options.h"

/* Prints the formula of the peak with the figures of published machines and of the device at hand,
 * on stdout. Errors: FAULT_DEVICE where there is no device, after the machines. */
int explain_command(const struct options *options, struct fault *fault);

#endif
