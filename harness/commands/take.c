#include "harness/commands/take.h"

struct suite_options take_suite(const struct options *options)
{
    return (struct suite_options){.settings = options->settings,
                                  .test_case = options->test_case,
                                  .data = options->schedule.data,
                                  .iterations = options->schedule.iterations,
                                  .warm_up = options->schedule.warm_up,
                                  .seed = options->schedule.seed,
                                  .memory = options->schedule.memory,
                                  .peak = options->schedule.peak,
                                  .edited = options->edited,
                                  .validate = options->schedule.validate,
                                  .with_transfer = options->schedule.with_transfer};
}

struct worker_options take_worker(const struct options *options)
{
    return (struct worker_options){.program = options->worker,
                                   .device = options->device,
                                   .memory = options->schedule.memory,
                                   .limited =
                                       options->command == COMMAND_TUNE || options->has_memory,
                                   .data = options->schedule.data,
                                   .test_case = options->test_case};
}

/* --memory is for matrices here, not for all of the process. */
struct executor_options take_executor(const struct options *options)
{
    struct executor_options executor = {take_worker(options), options->edited,
                                        options->compile_limit, options->run_limit,
                                        options->require_engine};

    executor.worker.limited = false;
    return executor;
}

struct protocol take_protocol(const struct options *options)
{
    return (struct protocol){.format = options->format,
                             .data = options->schedule.data,
                             .iterations = options->schedule.iterations,
                             .warm_up = options->schedule.warm_up,
                             .seed = options->schedule.seed,
                             .with_transfer = options->schedule.with_transfer,
                             .peak = options->schedule.peak};
}
