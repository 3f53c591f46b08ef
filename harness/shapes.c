#include "harness/shapes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/file.h"
#include "harness/sizes.h"

enum column {
    COLUMN_M,
    COLUMN_N,
    COLUMN_K,
    COLUMN_TRANS_A,
    COLUMN_TRANS_B,
    COLUMNS
};

static const char *const column_names[COLUMNS] = {"m", "n", "k", "trans_a", "trans_b"};

enum {
    FIELD_LIMIT = 32
};

/* Cuts a line at its commas, in place. */
static size_t cut(char *line, char **fields)
{
    size_t count = 0;

    for (char *at = line; at != NULL && count < FIELD_LIMIT;) {
        char *comma = strchr(at, ',');

        if (comma != NULL)
            *comma++ = '\0';
        fields[count++] = at;
        at = comma;
    }
    return count;
}

/* Where each column stands; FIELD_LIMIT: nowhere. */
static int read_header(const char *path, char *line, size_t *places, struct fault *fault)
{
    char *fields[FIELD_LIMIT];
    size_t count = cut(line, fields);

    for (int column = 0; column < COLUMNS; column++) {
        places[column] = FIELD_LIMIT;
        for (size_t i = 0; i < count; i++)
            if (strcmp(fields[i], column_names[column]) == 0)
                places[column] = i;
        if (places[column] == FIELD_LIMIT && column <= COLUMN_K)
            return fault_set(fault, FAULT_REFUSED,
                             "%s: the first line names no column `%s`; it must name m, n and k",
                             path, column_names[column]);
    }
    return 0;
}

static int append(struct shapes *shapes, const struct shape *shape, struct fault *fault)
{
    struct shape *list;

    for (size_t i = 0; i < shapes->count; i++) {
        const struct shape *known = &shapes->list[i];

        if (known->m == shape->m && known->n == shape->n && known->k == shape->k &&
            strcmp(known->transpose, shape->transpose) == 0)
            return 0;
    }
    list = realloc(shapes->list, (shapes->count + 1) * sizeof *list);
    if (list == NULL)
        return fault_memory(fault);
    shapes->list = list;
    list[shapes->count++] = *shape;
    return 0;
}

static int read_line(const char *path, size_t number, char *line, const size_t *places,
                     struct shapes *shapes, struct fault *fault)
{
    char *fields[FIELD_LIMIT];
    size_t count = cut(line, fields);
    struct shape shape = {0};
    uint64_t *sizes[3] = {&shape.m, &shape.n, &shape.k};

    for (int column = 0; column < COLUMNS; column++) {
        const char *text;

        if (places[column] == FIELD_LIMIT)
            continue;
        text = places[column] < count ? fields[places[column]] : "";
        if (column <= COLUMN_K) {
            if (!size_parse(text, sizes[column]) || *sizes[column] == 0)
                return fault_set(fault, FAULT_REFUSED,
                                 "%s, line %zu: %s is `%.40s`, not a whole number above 0", path,
                                 number, column_names[column], text);
        } else if (strcmp(text, "n") != 0 && strcmp(text, "t") != 0) {
            return fault_set(fault, FAULT_REFUSED, "%s, line %zu: %s is `%.40s`, neither n nor t",
                             path, number, column_names[column], text);
        } else {
            shape.transpose[0] = shape.transpose[0] == '\0' ? 'n' : shape.transpose[0];
            shape.transpose[1] = shape.transpose[1] == '\0' ? 'n' : shape.transpose[1];
            shape.transpose[column - COLUMN_TRANS_A] = *text;
        }
    }
    return append(shapes, &shape, fault);
}

/* Brings shapes of one transposition together. */
static void group(struct shapes *shapes)
{
    for (size_t i = 0; i < shapes->count; i++) {
        size_t next = i + 1;

        while (next < shapes->count &&
               strcmp(shapes->list[next].transpose, shapes->list[i].transpose) != 0)
            next++;
        if (next < shapes->count && next > i + 1) {
            struct shape moved = shapes->list[next];

            memmove(&shapes->list[i + 2], &shapes->list[i + 1], (next - i - 1) * sizeof moved);
            shapes->list[i + 1] = moved;
        }
    }
}

int shapes_read(const char *path, struct shapes *shapes, struct fault *fault)
{
    size_t places[COLUMNS], length, number = 0;
    char *text, *line, *rest;
    int status = 0;

    memset(shapes, 0, sizeof *shapes);
    if (file_read(path, &text, &length, fault))
        return -1;
    for (line = text; status == 0 && line != NULL && *line != '\0'; line = rest) {
        rest = strchr(line, '\n');
        if (rest != NULL)
            *rest++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (number++ == 0)
            status = read_header(path, line, places, fault);
        else if (*line != '\0')
            status = read_line(path, number, line, places, shapes, fault);
    }
    free(text);
    if (status == 0 && shapes->count == 0)
        status = fault_set(fault, FAULT_REFUSED, "%s holds no shape", path);
    if (status == 0)
        group(shapes);
    else
        shapes_release(shapes);
    return status;
}

int shapes_single(uint64_t m, uint64_t n, uint64_t k, struct shapes *shapes, struct fault *fault)
{
    const struct shape shape = {.m = m, .n = n, .k = k};

    memset(shapes, 0, sizeof *shapes);
    return append(shapes, &shape, fault);
}

void shapes_release(struct shapes *shapes)
{
    free(shapes->list);
    memset(shapes, 0, sizeof *shapes);
}
