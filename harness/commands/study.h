/* `clgemm-bench study`: the speed of a few kernels over sizes. */
#ifndef HARNESS_COMMANDS_STUDY_H
#define HARNESS_COMMANDS_STUDY_H

#include "harness/cli/options.h"

/* Measures a study and prints its table; draws it where asked. A kernel that cannot run at a size
 * leaves a gap, and a line that says why. Errors: as ladder_command. */
int study_command(const struct options *options, struct fault *fault);

#endif
