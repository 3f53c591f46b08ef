/* clgemm-bench: compiles, checks and measures what manifests describe. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/process.h"
#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/commands/commands.h"

/* By enum command; --help and --explain stand alone. */
static int (*const commands[])(const struct options *options, struct fault *fault) = {
    [COMMAND_DEVICES] = devices_command, [COMMAND_CHECK] = check_command,
    [COMMAND_BENCH] = bench_command,     [COMMAND_COMPARE] = compare_command,
    [COMMAND_LADDER] = ladder_command,   [COMMAND_STUDY] = study_command,
    [COMMAND_OFFLINE] = offline_command, [COMMAND_REPORT] = report_command,
    [COMMAND_TUNE] = tune_command,       [COMMAND_WORKER] = worker_command,
    [COMMAND_FIT] = fit_command,         [COMMAND_PROFILE] = profile_command,
};

static int run(const struct options *options, struct fault *fault)
{
    if (options->help)
        options_help(options->command);
    else if (files_check(options, fault))
        return -1;
    else if (options->explain != NULL)
        return explain_command(options, fault);
    else if (options->command == COMMAND_VERSION)
        printf("clgemm-bench %s\n", clgemm_version());
    else if (options->covering || options->sample > 0)
        return points_command(options, fault);
    else if (options->command != COMMAND_NONE)
        return commands[options->command](options, fault);
    return 0;
}

/* What is still to be written to standard output, and why something was not. */
static void finish_output(struct fault *fault)
{
    bool failed_before = ferror(stdout) != 0;

    errno = 0;
    if (fflush(stdout) == 0 && !failed_before)
        return;
    /* An earlier print has met the error, and its reason is gone: one more meets it again. */
    if (errno == 0 && putchar('\n') != EOF)
        fflush(stdout);
    fault_set(fault, FAULT_IO, "cannot write to standard output%s%s", errno == 0 ? "" : ": ",
              errno == 0 ? "" : strerror(errno));
}

int main(int argc, char **argv)
{
    struct options options;
    struct fault fault = {0};
    int status = 0;

    memory_watch();
    if (process_open_streams(&fault) == 0 && options_read(argc, argv, &options, &fault) == 0) {
        run(&options, &fault);
        options_release(&options);
    }
    finish_output(&fault);
    if (memory_ran_out()) { /* what was said and written without may be wrong */
        fault_clear(&fault);
        fault_memory(&fault);
    }
    if (fault.code != FAULT_NONE) {
        status = (int)fault.code;
        fault_print(&fault, stderr);
    }
    fault_clear(&fault);
    stop_end();
    return status;
}
