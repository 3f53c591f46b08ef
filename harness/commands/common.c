/* Commands that a folder of their own does as a whole, and what several take of the command
 * line. */
#include "harness/commands/commands.h"

#include <stdlib.h>

#include "harness/offline/offline.h"
#include "harness/report/report.h"
#include "harness/tune/tune.h"

struct worker_options take_worker(const struct options *options)
{
    return (struct worker_options){.program = options->worker,
                                   .device = options->device,
                                   .memory = options->schedule.memory,
                                   .limited = options->command == COMMAND_TUNE ||
                                              options->command == COMMAND_PROFILE ||
                                              options->has_memory,
                                   .data = options->schedule.data,
                                   .test_case = options->test_case};
}

/* --memory is for matrices here, not for all of the process. */
struct executor_options take_executor(const struct options *options)
{
    struct executor_options executor = {take_worker(options),    options->edited,
                                        options->compile_limit,  options->run_limit,
                                        options->require_engine, options->source};

    executor.worker.limited = false;
    return executor;
}

void losses_add(struct losses *losses, const char *label, const struct fault *fault)
{
    if (losses->worst == FAULT_NONE || fault->code == FAULT_WRONG)
        losses->worst = fault->code;
    losses->count++;
    fflush(stdout);
    fprintf(stderr, "clgemm-bench: %s: %s\n", label, fault->text);
    fault_print_detail(fault->detail, stderr);
}

int offline_command(const struct options *options, struct fault *fault)
{
    const struct offline_options offline = {
        .selection = options->selection,
        .settings = options->settings,
        .targets = options->targets,
        .require = {options->require_share, options->require_no_spills, options->require_lanes,
                    options->require_engine},
        .compile_limit = options->compile_limit,
        .edited = options->edited,
        .format = options->format};

    return offline_compile(&offline, fault);
}

_Static_assert((int)TOP_LIMIT < (int)WORKER_SLOTS,
               "a worker has a slot for each of --top, and one beside them");

int tune_command(const struct options *options, struct fault *fault)
{
    const struct tune_options tune = {
        .problem = {options->shapes, options->test_case, options->settings.at,
                    options->schedule.data},
        .space = {options->settings, options->selection.presets, options->params,
                  options->templates},
        .search = {options->search, options->budget, options->budget_seconds, 0, options->start,
                   options->least_gain},
        .finals = {options->trials, options->top, options->within},
        .limits = {options->compile_limit, options->run_limit, options->schedule.memory},
        .files = {options->journal, options->output},
        .worker = take_worker(options),
        .seed = options->schedule.seed,
        .peak = options->schedule.peak,
        .says_jobs = options->has_jobs,
        .jobs = options->jobs,
        .paranoid = options->paranoid,
        .show_space = options->show_space,
        .format = options->format};

    return tune_run(&tune, fault);
}

int report_command(const struct options *options, struct fault *fault)
{
    const struct page_options page = {
        .files = options->selection.manifests.list,
        .file_count = options->selection.manifests.count,
        .output = options->output,
        .peak = options->schedule.peak == NULL ? 0 : strtod(options->schedule.peak, NULL),
        .bandwidth = options->bandwidth == NULL ? 0 : strtod(options->bandwidth, NULL)};

    return page_make(&page, fault);
}

int worker_command(const struct options *options, struct fault *fault)
{
    const struct worker_options worker = take_worker(options);

    return worker_serve(&worker, fault);
}
