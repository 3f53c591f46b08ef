#include "harness/search/recorded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/journal/journal.h"
#include "harness/search/recorded_internal.h"

double recorded_ms(const struct recorded_space *space, const unsigned *point)
{
    const struct point_record *record = point_table_find(&space->points, point);

    return record == NULL ? INFINITY : record->ms;
}

size_t recorded_within(const struct recorded_space *space, double ms)
{
    size_t count = 0;

    for (size_t i = 0; i < space->points.count; i++)
        count += space->points.records[i].ms <= ms;
    return count;
}

int recorded_read(const char *path, struct recorded *recorded, struct fault *fault)
{
    size_t length, blank;
    char *text;
    int status;

    if (journal_is(path))
        return recorded_read_journal(path, recorded, fault);
    if (file_read(path, &text, &length, fault))
        return -1;
    blank = strspn(text, " \t\r\n");
    if (strlen(text) == length && text[blank] != '{')
        status = recorded_read_table(path, text, recorded, fault);
    else
        status = recorded_read_journal(path, recorded, fault);
    free(text);
    return status;
}

void recorded_release(struct recorded *recorded)
{
    for (size_t i = 0; i < recorded->count; i++)
        recorded_space_release(recorded->spaces[i]);
    free(recorded->spaces);
    memset(recorded, 0, sizeof *recorded);
}
