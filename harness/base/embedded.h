/* Files that the build puts into clgemm-bench: ladders/, studies/, machines/ and the page of
 * harness/report/. */
#ifndef HARNESS_BASE_EMBEDDED_H
#define HARNESS_BASE_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *name; /* "intel"; NULL ends a list */
    const char *text; /* NUL-terminated */
    size_t length;
};

extern const struct embedded_file bench_embedded_ladders[];
extern const struct embedded_file bench_embedded_studies[];
extern const struct embedded_file bench_embedded_machines[];
extern const struct embedded_file bench_embedded_harness[];

#endif
