#include "harness/commands/take.h"

struct selection take_selection(const struct options *options)
{
    return (struct selection){.manifests = options->manifests,
                              .manifest_count = options->manifest_count,
                              .presets = options->presets,
                              .preset_count = options->preset_count,
                              .all_presets = options->all_presets,
                              .all_layouts = options->all_layouts,
                              .all_transposes = options->all_transposes};
}

struct suite_options take_suite(const struct options *options)
{
    return (struct suite_options){.settings = options->settings,
                                  .test_case = options->test_case,
                                  .data = options->data,
                                  .iterations = options->iterations,
                                  .warm_up = options->warm_up,
                                  .seed = options->seed,
                                  .memory = options->memory,
                                  .peak = options->peak,
                                  .edited = options->edited,
                                  .validate = options->validate,
                                  .with_transfer = options->with_transfer};
}

struct worker_options take_worker(const struct options *options)
{
    return (struct worker_options){.program = options->worker,
                                   .device = options->device,
                                   .memory = options->memory,
                                   .limited =
                                       options->command == COMMAND_TUNE || options->has_memory,
                                   .data = options->data,
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
                             .data = options->data,
                             .iterations = options->iterations,
                             .warm_up = options->warm_up,
                             .seed = options->seed,
                             .with_transfer = options->with_transfer,
                             .peak = options->peak};
}
