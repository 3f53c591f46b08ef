/* A list of shapes in CSV whose columns are sizes of a product in index notation, by their names. */
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/list.h"
#include "harness/base/shapes.h"
#include "harness/base/text.h"

enum {
    COLUMNS = 64
};

/* Cuts a line into its fields, blanks around each away. Returns their number, COLUMNS + 1: there are more. */
static size_t cut_line(char *line, char separator, char *fields[COLUMNS])
{
    size_t count = 0;

    for (char *next = line; next != NULL; count++) {
        char *end;

        if (count == COLUMNS)
            return COLUMNS + 1;
        line = next + strspn(next, " \t");
        next = strchr(line, separator);
        end = next == NULL ? line + strlen(line) : next;
        if (next != NULL)
            *next++ = '\0';
        while (end > line && strchr(" \t\r", end[-1]) != NULL)
            *--end = '\0';
        fields[count] = line;
    }
    while (count > 0 && *fields[count - 1] == '\0')
        count--;
    return count;
}

/* Writes a line as --at says it; what is empty is not said. A column `weight` says no size. */
static int write_row(char *const names[], size_t name_count, char *const fields[], size_t count,
                     struct shape *shape, struct fault *fault)
{
    size_t used = 0;

    *shape = (struct shape){0};
    if (count > name_count)
        return fault_set(fault, FAULT_REFUSED, "%zu fields of %zu columns", count, name_count);
    for (size_t i = 0; i < count; i++) {
        if (*fields[i] == '\0' || strcmp(names[i], "weight") == 0)
            continue;
        if (used + strlen(names[i]) + strlen(fields[i]) + 3 > sizeof shape->at)
            return fault_set(fault, FAULT_REFUSED, "sizes of more than %zu letters",
                             sizeof shape->at - 1);
        used +=
            (size_t)sprintf(shape->at + used, "%s%s=%s", used == 0 ? "" : ",", names[i], fields[i]);
    }
    return used > 0 ? 0 : fault_set(fault, FAULT_REFUSED, "no size is said");
}

/* Takes the lines of a text, which it cuts. */
static int read_lines(char *text, struct shapes *shapes, struct fault *fault)
{
    const char separator = strchr(text, ';') != NULL ? ';' : ',';
    char *names[COLUMNS], *fields[COLUMNS], *next;
    size_t name_count = 0, number = 0;

    for (char *line = text; line != NULL; line = next) {
        size_t count;

        number++;
        if ((next = strchr(line, '\n')) != NULL)
            *next++ = '\0';
        count = cut_line(line, separator, name_count == 0 ? names : fields);
        if (count > COLUMNS)
            return fault_set(fault, FAULT_REFUSED, "line %zu: more than %d columns", number,
                             COLUMNS);
        if (name_count == 0) {
            name_count = count;
        } else if (count > 0) {
            if (!list_grow(&shapes->list, shapes->count, sizeof *shapes->list))
                return fault_memory(fault);
            if (write_row(names, name_count, fields, count, &shapes->list[shapes->count], fault)) {
                char place[40];

                snprintf(place, sizeof place, "line %zu", number);
                fault_prefix(fault, place);
                return -1;
            }
            shapes->list[shapes->count++].line = number;
        }
    }
    return shapes->count > 0 ? 0 : fault_set(fault, FAULT_REFUSED, "there is no shape in it");
}

int shapes_read_named(const char *path, struct shapes *shapes, struct fault *fault)
{
    size_t length;
    char *text;
    int status;

    memset(shapes, 0, sizeof *shapes);
    if (file_read(path, &text, &length, fault))
        return -1;
    /* The byte order mark that spreadsheets put before the first character. */
    status = read_lines(strncmp(text, "\357\273\277", 3) == 0 ? text + 3 : text, shapes, fault);
    free(text);
    if (status != 0) {
        free(shapes->list);
        *shapes = (struct shapes){0};
        fault_prefix(fault, path);
    }
    return status;
}
