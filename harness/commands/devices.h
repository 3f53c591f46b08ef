/* The command `devices`. */
#ifndef HARNESS_COMMANDS_DEVICES_H
#define HARNESS_COMMANDS_DEVICES_H

#include "harness/cli/options.h"

/* Lists platforms and devices that fit the choice, with their facts and what probing finds. */
int devices_command(const struct options *options, struct fault *fault);

#endif
