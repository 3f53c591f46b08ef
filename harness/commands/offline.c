#include "harness/commands/offline.h"

#include "harness/commands/take.h"
#include "harness/offline/offline.h"

int offline_command(const struct options *options, struct fault *fault)
{
    const struct offline_options offline = {
        .selection = take_selection(options),
        .settings = options->settings,
        .targets = options->targets,
        .target_count = options->target_count,
        .require = {options->require_share, options->require_no_spills, options->require_lanes,
                    options->require_engine},
        .compile_limit = options->compile_limit,
        .edited = options->edited,
        .format = options->format};

    return offline_compile(&offline, fault);
}
