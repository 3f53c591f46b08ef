#include "harness/commands/commands.h"

#include <stdlib.h>

#include "harness/report/report.h"

int report_command(const struct options *options, struct fault *fault)
{
    const struct page_options page = {
        .files = options->manifests,
        .file_count = options->manifest_count,
        .output = options->output,
        .peak = options->peak == NULL ? 0 : strtod(options->peak, NULL),
        .bandwidth = options->bandwidth == NULL ? 0 : strtod(options->bandwidth, NULL)};

    return page_make(&page, fault);
}
