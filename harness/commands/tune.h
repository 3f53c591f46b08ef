/* `clgemm-bench tune`: finds the fastest kernel for a device, a problem or a list of shapes. */
#ifndef HARNESS_COMMANDS_TUNE_H
#define HARNESS_COMMANDS_TUNE_H

#include "harness/cli/options.h"

/* Searches and writes the profile. Errors: those of tune_run. */
int tune_command(const struct options *options, struct fault *fault);

#endif
