/* The command `tune`: finds the fastest kernel for a device, a problem or a list of shapes. */
#ifndef HARNESS_TUNE_TUNE_H
#define HARNESS_TUNE_TUNE_H

#include "harness/cli/options.h"

/* Searches, measures the best again, prints the result and writes the profile. Kernels run in
 * workers (harness/worker/worker.h); this process never touches a device. Errors: FAULT_DEVICE (no
 * device, or it is dead), FAULT_REFUSED (nothing works), FAULT_IO. */
int tune_command(const struct options *options, struct fault *fault);

#endif
