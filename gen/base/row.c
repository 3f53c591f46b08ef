/*
 * Rows of tables by their names.
 */
#include "gen/base/row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t row_index(const char *table, const char *const *names, size_t size, size_t count,
                 const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *const *const at = (const char *const *)((const char *)names + i * size);
        if (*at && strcmp(*at, name) == 0)
            return i;
    }
    fprintf(stderr, "clgemm: the table %s has no row for '%s'\n", table, name);
    abort();
}
