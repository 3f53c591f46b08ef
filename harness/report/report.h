/* What other commands have written, as one page of HTML. */
#pragma once

#include <stddef.h>

#include "harness/base/fault.h"

struct page_options {
    const char **files; /* journals, profiles and JSON lines; "-": standard input */
    size_t file_count;
    const char *output;     /* the page */
    double peak, bandwidth; /* GFLOP/s and GB/s that are stated; 0: none */
};

/* Reads the files and writes the page. Errors: FAULT_USAGE (it would replace one of them, or a
 * limit is stated for several devices), FAULT_IO, FAULT_REFUSED with file and line; there is no
 * page then. */
int page_make(const struct page_options *options, struct fault *fault);
