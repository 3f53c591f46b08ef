/* Files that the build puts into clgemm-bench: ladders/, studies/, machines/, the page of
 * harness/report/ and its style. */
#ifndef HARNESS_BASE_EMBEDDED_H
#define HARNESS_BASE_EMBEDDED_H

#include <stddef.h>
#include <string.h>

struct embedded_file {
    const char *name; /* "intel"; NULL ends a list */
    const char *text; /* NUL-terminated */
    size_t length;
};

extern const struct embedded_file bench_embedded_ladders[];
extern const struct embedded_file bench_embedded_studies[];
extern const struct embedded_file bench_embedded_machines[];
extern const struct embedded_file bench_embedded_harness[];

/* The text of a file of harness/: "report/page.css". */
static inline const char *embedded_text(const char *name)
{
    const struct embedded_file *file = bench_embedded_harness;

    while (strcmp(file->name, name) != 0)
        file++;
    return file->text;
}

#endif
