/* Files that the build puts into clgemm-bench: data/ladders/, data/studies/, data/machines/, the page of
 * harness/report/ and its style. */
#pragma once

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

/* The file of that name of such a list; NULL: there is none. */
static inline const struct embedded_file *embedded_find(const struct embedded_file *files,
                                                        const char *name)
{
    while (files->name != NULL && strcmp(files->name, name) != 0)
        files++;
    return files->name != NULL ? files : NULL;
}

/* The text of a file of harness/ that the program was built with: "report/page.css". */
static inline const char *embedded_text(const char *name)
{
    return embedded_find(bench_embedded_harness, name)->text;
}
