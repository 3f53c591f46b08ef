#include "harness/commands/commands.h"

#include <stdlib.h>

#include "harness/report/report.h"

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
