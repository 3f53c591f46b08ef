#include "harness/base/shapes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness/base/file.h"
#include "harness/base/sizes.h"

enum {
    COLUMN_M,
    COLUMN_N,
    COLUMN_K,
    COLUMN_TRANS_A,
    COLUMN_TRANS_B,
    COLUMN_COUNT,
    FIELD_LIMIT = 64
};

/* Kernels take sizes as numbers of 32 bits. */
static const uint64_t largest = INT32_MAX;

static const char *const column_names[COLUMN_COUNT] = {"m", "n", "k", "trans_a", "trans_b"};

struct reading {
    size_t column[COLUMN_COUNT]; /* place in a line; FIELD_LIMIT: not there */
    size_t columns;              /* that the first line names */
    char separator;              /* of the fields of a line; NUL: no line has told it yet */
    size_t line;                 /* from 1 */
    struct shapes *shapes;
    struct fault *fault;
};

/* Cuts a line into its fields, blanks around a field away; what is behind FIELD_LIMIT of them stays
 * in the last one. Returns their number, without empty ones at the end. */
static size_t cut(char *line, char separator, char **fields)
{
    size_t count = 0;

    while (line != NULL && count < FIELD_LIMIT) {
        char *comma = count + 1 < FIELD_LIMIT ? strchr(line, separator) : NULL;
        char *end = comma != NULL ? comma : line + strlen(line);

        while (*line == ' ' || *line == '\t')
            line++;
        while (end > line && strchr(" \t\r", end[-1]) != NULL)
            end--;
        *end = '\0';
        fields[count++] = line;
        line = comma == NULL ? NULL : comma + 1;
    }
    while (count > 0 && *fields[count - 1] == '\0')
        count--;
    return count;
}

static int read_head(struct reading *reading, char **fields, size_t count)
{
    reading->columns = count;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        reading->column[i] = FIELD_LIMIT;
        for (size_t at = 0; at < count; at++) {
            if (strcasecmp(fields[at], column_names[i]) != 0)
                continue;
            if (reading->column[i] != FIELD_LIMIT)
                return fault_set(reading->fault, FAULT_REFUSED, "line %zu names two columns `%s`",
                                 reading->line, column_names[i]);
            reading->column[i] = at;
        }
        if (reading->column[i] == FIELD_LIMIT && i <= COLUMN_K)
            return fault_set(reading->fault, FAULT_REFUSED,
                             "line %zu names the columns, separated by commas or semicolons, and "
                             "there is no `%s`",
                             reading->line, column_names[i]);
    }
    return 0;
}

static int read_size(struct reading *reading, const char *text, int column, uint64_t *size)
{
    if (!size_parse(text, size) || *size == 0)
        return fault_set(reading->fault, FAULT_REFUSED, "line %zu: %s is `%.40s`, no size above 0",
                         reading->line, column_names[column], text);
    if (*size <= largest)
        return 0;
    return fault_set(reading->fault, FAULT_REFUSED,
                     "line %zu: %s is %" PRIu64 ", too large: kernels take sizes up to %" PRIu64,
                     reading->line, column_names[column], *size, largest);
}

static int read_transpose(struct reading *reading, const char *text, int column, bool *transpose)
{
    *transpose = strcmp(text, "t") == 0 || strcmp(text, "T") == 0;
    if (*transpose || strcmp(text, "n") == 0 || strcmp(text, "N") == 0)
        return 0;
    return fault_set(reading->fault, FAULT_REFUSED, "line %zu: %s is `%.40s`, neither n nor t",
                     reading->line, column_names[column], text);
}

static int append(struct shapes *shapes, const struct shape *shape, struct fault *fault)
{
    /* Twice as long whenever a power of two is full. */
    if ((shapes->count & (shapes->count - 1)) == 0) {
        size_t room = shapes->count == 0 ? 1 : 2 * shapes->count;
        struct shape *list = realloc(shapes->list, room * sizeof *list);

        if (list == NULL)
            return fault_memory(fault);
        shapes->list = list;
    }
    shapes->list[shapes->count++] = *shape;
    return 0;
}

static int read_row(struct reading *reading, char **fields, size_t count)
{
    struct shape shape = {0};
    uint64_t *const sizes[] = {&shape.m, &shape.n, &shape.k};

    if (count > reading->columns)
        return fault_set(reading->fault, FAULT_REFUSED,
                         "line %zu has %zu fields, of %zu columns that the first line names",
                         reading->line, count, reading->columns);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        size_t at = reading->column[i];
        const char *text = at < count ? fields[at] : "";

        if (at == FIELD_LIMIT)
            continue;
        if (i <= COLUMN_K ? read_size(reading, text, i, sizes[i])
                          : read_transpose(reading, text, i, &shape.transpose[i - COLUMN_TRANS_A]))
            return -1;
        shape.says_transpose = shape.says_transpose || i > COLUMN_K;
    }
    return append(reading->shapes, &shape, reading->fault);
}

/* Skips the byte order mark that spreadsheets put before the first character (UTF-8). */
static char *skip_mark(char *text)
{
    return strncmp(text, "\357\273\277", 3) == 0 ? text + 3 : text;
}

static int read_lines(struct reading *reading, char *text)
{
    bool has_head = false;

    text = skip_mark(text);
    while (text != NULL && *text != '\0') {
        char *fields[FIELD_LIMIT];
        char *end = strchr(text, '\n');
        char *next = end == NULL ? NULL : end + 1;
        size_t count;

        if (end != NULL)
            *end = '\0';
        reading->line++;
        if (!has_head)
            reading->separator = strchr(text, ';') != NULL ? ';' : ',';
        count = cut(text, reading->separator, fields);
        text = next;
        if (count == 0)
            continue;
        if (has_head ? read_row(reading, fields, count) : read_head(reading, fields, count))
            return -1;
        has_head = true;
    }
    return reading->shapes->count > 0
               ? 0
               : fault_set(reading->fault, FAULT_REFUSED, "there is no shape in it");
}

int shapes_read(const char *path, struct shapes *shapes, struct fault *fault)
{
    struct reading reading = {.shapes = shapes, .fault = fault};
    size_t length;
    char *text;
    int status;

    memset(shapes, 0, sizeof *shapes);
    if (file_read(path, &text, &length, fault))
        return -1;
    status = read_lines(&reading, text);
    free(text);
    if (status == 0)
        return 0;
    shapes_release(shapes);
    fault_prefix(fault, path);
    return -1;
}

/* --------------------------------------------------------------------------------------- groups */

enum {
    TRANSPOSITIONS = 5 /* not said, nn, nt, tn, tt */
};

/* A shape and its place in the list. */
struct placed {
    struct shape shape;
    size_t place;
};

static int transposition(const struct shape *shape)
{
    return shape->says_transpose ? 1 + 2 * shape->transpose[0] + shape->transpose[1] : 0;
}

static int compare(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

/* 0: they are one. */
static int compare_shapes(const struct shape *a, const struct shape *b)
{
    int order = compare(a->m, b->m);

    order = order != 0 ? order : compare(a->n, b->n);
    order = order != 0 ? order : compare(a->k, b->k);
    return order != 0 ? order : transposition(a) - transposition(b);
}

static int by_shape(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    int order = compare_shapes(&a->shape, &b->shape);

    return order != 0 ? order : compare(a->place, b->place);
}

static int by_place(const void *left, const void *right)
{
    return compare(((const struct placed *)left)->place, ((const struct placed *)right)->place);
}

/* Leaves out shapes that are equal to an earlier one; the others keep their order. Returns how many
 * there are. */
static size_t leave_out(struct placed *list, size_t count)
{
    size_t kept = 0;

    qsort(list, count, sizeof *list, by_shape);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_shapes(&list[kept - 1].shape, &list[i].shape) != 0)
            list[kept++] = list[i];
    qsort(list, kept, sizeof *list, by_place);
    return kept;
}

int shapes_group(struct shapes *shapes, struct fault *fault)
{
    struct placed *list = calloc(shapes->count + 1, sizeof *list);
    bool done[TRANSPOSITIONS] = {false};
    size_t count;

    if (list == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < shapes->count; i++)
        list[i] = (struct placed){shapes->list[i], i};
    count = leave_out(list, shapes->count);
    shapes->count = 0;
    for (size_t i = 0; i < count; i++) {
        const int group = transposition(&list[i].shape);

        for (size_t j = i; j < count && !done[group]; j++)
            if (transposition(&list[j].shape) == group)
                shapes->list[shapes->count++] = list[j].shape;
        done[group] = true;
    }
    free(list);
    return 0;
}

int shapes_copy(const struct shapes *from, struct shapes *shapes, struct fault *fault)
{
    *shapes = (struct shapes){malloc((from->count + 1) * sizeof *shapes->list), from->count};
    if (shapes->list == NULL)
        return fault_memory(fault);
    memcpy(shapes->list, from->list, from->count * sizeof *shapes->list);
    return 0;
}

int shapes_wanted(const char *path, const uint64_t size[3], struct shapes *shapes,
                  struct fault *fault)
{
    const struct shape shape = {.m = size[0], .n = size[1], .k = size[2]};

    if (path != NULL)
        return shapes_read(path, shapes, fault);
    for (int i = COLUMN_M; i <= COLUMN_K; i++)
        if (size[i] > largest)
            return fault_set(fault, FAULT_USAGE,
                             "-%c %" PRIu64 " is too large: kernels take sizes up to %" PRIu64,
                             "MNK"[i], size[i], largest);
    memset(shapes, 0, sizeof *shapes);
    return append(shapes, &shape, fault);
}

void shapes_release(struct shapes *shapes)
{
    free(shapes->list);
    memset(shapes, 0, sizeof *shapes);
}

const char *shape_transpose(const struct shape *shape)
{
    static const char *const words[2][2] = {{"nn", "nt"}, {"tn", "tt"}};

    return shape->says_transpose ? words[shape->transpose[0]][shape->transpose[1]] : "";
}

void shape_words(const struct shape *shape, char *text, size_t room)
{
    if (shape->m == shape->n && shape->n == shape->k)
        snprintf(text, room, "%" PRIu64, shape->m);
    else
        snprintf(text, room, "%" PRIu64 " x %" PRIu64 " x %" PRIu64, shape->m, shape->n, shape->k);
}
