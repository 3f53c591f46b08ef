#include "harness/commands/worker.h"

#include "harness/commands/take.h"

int worker_command(const struct options *options, struct fault *fault)
{
    const struct worker_options worker = take_worker(options);

    return worker_serve(&worker, fault);
}
