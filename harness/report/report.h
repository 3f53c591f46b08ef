/* The command `report`: what other commands have written, as one page of HTML. */
#ifndef HARNESS_REPORT_REPORT_H
#define HARNESS_REPORT_REPORT_H

#include "harness/cli/options.h"

/* Reads journals, profiles and JSON lines, and writes the page to options->output. Errors: FAULT_IO,
 * FAULT_REFUSED with file and line; there is no page then. */
int page_command(const struct options *options, struct fault *fault);

#endif
