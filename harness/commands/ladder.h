/* `clgemm-bench ladder`: kernels one after the other, each with what it gains over the last. */
#ifndef HARNESS_COMMANDS_LADDER_H
#define HARNESS_COMMANDS_LADDER_H

#include "harness/cli/options.h"

/* Measures a ladder and prints its table; draws it where asked. A rung that cannot run here is a
 * row that says why. Errors: FAULT_WRONG and FAULT_DEVICE after the table, where a rung met them;
 * FAULT_USAGE, FAULT_REFUSED, FAULT_IO. */
int ladder_command(const struct options *options, struct fault *fault);

#endif
