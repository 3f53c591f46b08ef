/* clgemm-bench: compiles, checks and measures what manifests describe. */
#include <stdio.h>

#include "clgemm.h"
#include "harness/bench.h"
#include "harness/check.h"
#include "harness/devices.h"
#include "harness/points.h"

static int run(const struct options *options, struct fault *fault)
{
    switch (options->command) {
    case COMMAND_HELP:
        options_help();
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
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct options options;
    struct fault fault = {0};
    int status = 0;

    if (options_read(argc, argv, &options, &fault) == 0) {
        run(&options, &fault);
        options_release(&options);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        fault_set(&fault, FAULT_IO, "cannot write to standard output");
    if (fault.code != FAULT_NONE) {
        status = (int)fault.code;
        fault_print(&fault, stderr);
    }
    fault_clear(&fault);
    return status;
}
