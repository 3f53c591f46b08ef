/* clgemm-bench: compiles, checks and measures what manifests describe. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/text.h"
#include "harness/commands/bench.h"
#include "harness/commands/check.h"
#include "harness/commands/compare.h"
#include "harness/commands/devices.h"
#include "harness/commands/explain.h"
#include "harness/commands/ladder.h"
#include "harness/commands/offline.h"
#include "harness/commands/report.h"
#include "harness/commands/check_space.h"
#include "harness/commands/study.h"
#include "harness/commands/tune.h"
#include "harness/commands/worker.h"

static int run(const struct options *options, struct fault *fault)
{
    if (options->help) {
        options_help(options->command);
        return 0;
    }
    if (options->explain != NULL)
        return explain_command(options, fault);
    switch (options->command) {
    case COMMAND_NONE: /* --help and --explain stand alone */
        return 0;
    case COMMAND_VERSION:
        printf("clgemm-bench %s\n", clgemm_version());
        return 0;
    case COMMAND_DEVICES:
        return devices_command(options, fault);
    case COMMAND_CHECK:
        return options->covering || options->sample > 0 ? points_command(options, fault)
                                                        : check_command(options, fault);
    case COMMAND_BENCH:
        return bench_command(options, fault);
    case COMMAND_COMPARE:
        return compare_command(options, fault);
    case COMMAND_LADDER:
        return ladder_command(options, fault);
    case COMMAND_STUDY:
        return study_command(options, fault);
    case COMMAND_OFFLINE:
        return offline_command(options, fault);
    case COMMAND_REPORT:
        return report_command(options, fault);
    case COMMAND_TUNE:
        return tune_command(options, fault);
    case COMMAND_WORKER:
        return worker_command(options, fault);
    }
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
    if (options_read(argc, argv, &options, &fault) == 0) {
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
    return status;
}
