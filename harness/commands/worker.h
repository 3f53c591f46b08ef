/* `clgemm-bench worker`, which tune starts and no person. */
#ifndef HARNESS_COMMANDS_WORKER_H
#define HARNESS_COMMANDS_WORKER_H

#include "harness/cli/options.h"

/* Serves until the end of its input. Errors: those of worker_serve. */
int worker_command(const struct options *options, struct fault *fault);

#endif
