/* `clgemm-bench report`: what other commands have written, as one page of HTML. */
#ifndef HARNESS_COMMANDS_REPORT_H
#define HARNESS_COMMANDS_REPORT_H

#include "harness/cli/options.h"

/* Writes the page to options->output. Errors: those of page_make. */
int report_command(const struct options *options, struct fault *fault);

#endif
