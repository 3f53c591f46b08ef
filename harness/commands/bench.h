/* The command `bench`. */
#ifndef HARNESS_COMMANDS_BENCH_H
#define HARNESS_COMMANDS_BENCH_H

#include "harness/cli/options.h"

/* Verifies, then measures every kernel that the command line names; they take turns iteration by
 * iteration. Nothing is reported that was not verified. Errors: those of checking, FAULT_WRONG
 * where a result is wrong. */
int bench_command(const struct options *options, struct fault *fault);

#endif
