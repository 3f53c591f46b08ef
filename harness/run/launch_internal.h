/* Shared by the files of the launch; only launch*.c include this. */
#ifndef HARNESS_RUN_LAUNCH_INTERNAL_H
#define HARNESS_RUN_LAUNCH_INTERNAL_H

#include "harness/run/launch.h"

/* Gives the members of a batch and their strides values. `span`: elements from the first one of a
 * member to one past its last. Errors: FAULT_REFUSED. */
int launch_batch(const struct manifest *manifest, const struct test_case *test_case,
                 const uint64_t span[OPERAND_COUNT], struct launch *launch, struct fault *fault);

#endif
