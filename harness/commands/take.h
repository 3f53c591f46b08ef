/* Fills the structs of the rooms below from the command line. */
#ifndef HARNESS_COMMANDS_TAKE_H
#define HARNESS_COMMANDS_TAKE_H

#include "harness/cli/options.h"
#include "harness/output/figures.h"
#include "harness/engine/suite.h"
#include "harness/kernel/kernel.h"
#include "harness/worker/worker.h"

/* All of them point into what the options point into. */
struct executor_options take_executor(const struct options *options);
struct worker_options take_worker(const struct options *options);
struct suite_options take_suite(const struct options *options);
struct protocol take_protocol(const struct options *options);

#endif
