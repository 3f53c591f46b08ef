/* The command `replay`. */
#ifndef HARNESS_COMMANDS_REPLAY_H
#define HARNESS_COMMANDS_REPLAY_H

#include "harness/cli/options.h"

/* Runs searches many times on recorded spaces and reports how many evaluations they need until a
 * point is nearly as fast as the best. Needs no device. Errors: FAULT_USAGE (unknown search),
 * those of recorded_read. */
int replay_command(const struct options *options, struct fault *fault);

#endif
