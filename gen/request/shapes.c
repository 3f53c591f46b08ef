/* strcasecmp. */
#define _XOPEN_SOURCE 700

#include "gen/request/shapes.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "gen/base/file.h"
#include "gen/base/real.h"

enum {
    COLUMN_M,
    COLUMN_N,
    COLUMN_K,
    COLUMN_WEIGHT,
    COLUMN_TRANS_A,
    COLUMN_TRANS_B,
    COLUMN_COUNT,
    FIELD_LIMIT = 64,
    LARGEST = INT32_MAX /* kernels take sizes as numbers of 32 bits */
};

static const char *const column_names[COLUMN_COUNT] = {"m",      "n",       "k",
                                                       "weight", "trans_a", "trans_b"};

struct reading {
    struct job *job;
    const char *text;
    size_t column[COLUMN_COUNT]; /* place in a line; FIELD_LIMIT: not there */
    size_t columns;              /* that the first line names */
    char separator;              /* of the fields of a line */
    unsigned line;               /* from 1 */
    size_t shapes;
    int (*take)(void *self, const struct clgemm_shape *shape);
    void *self;
};

/* Fails the job at a line; `what` begins behind its number. */
static _Noreturn void fail_at_line(const struct reading *reading, const char *what)
{
    struct clgemm_error error;
    error_set(&error, CLGEMM_USAGE, "shapes", "line %u%s", reading->line, what);
    error.line = reading->line;
    job_fail_with(reading->job, &error);
}

/* A column of the line whose field is not what it must be. */
static _Noreturn void fail_at_field(const struct reading *reading, int column, const char *field,
                                    const char *wanted)
{
    fail_at_line(reading, arena_printf(reading->job->arena, ": %s is `%.40s`, %s",
                                       column_names[column], field, wanted));
}

/* Cuts a line into its fields, blanks around a field away; what is behind FIELD_LIMIT of them stays in the last one. Their number, without
 * empty ones at the end. */
static size_t cut_line(char *line, char separator, char **fields)
{
    size_t count = 0;
    while (line && count < FIELD_LIMIT) {
        char *const next = count + 1 < FIELD_LIMIT ? strchr(line, separator) : NULL;
        char *end = next ? next : line + strlen(line);
        while (*line == ' ' || *line == '\t')
            line++;
        while (end > line && strchr(" \t\r", end[-1]))
            end--;
        *end = '\0';
        fields[count++] = line;
        line = next ? next + 1 : NULL;
    }
    while (count > 0 && !*fields[count - 1])
        count--;
    return count;
}

static void read_head(struct reading *reading, char **fields, size_t count)
{
    struct arena *const arena = reading->job->arena;
    reading->columns = count;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        reading->column[i] = FIELD_LIMIT;
        for (size_t at = 0; at < count; at++) {
            if (strcasecmp(fields[at], column_names[i]) != 0)
                continue;
            if (reading->column[i] != FIELD_LIMIT)
                fail_at_line(reading,
                             arena_printf(arena, " names two columns `%s`", column_names[i]));
            reading->column[i] = at;
        }
        if (reading->column[i] == FIELD_LIMIT && i <= COLUMN_K)
            fail_at_line(reading, arena_printf(arena,
                                               " names the columns, separated by commas or "
                                               "semicolons, and there is no `%s`",
                                               column_names[i]));
    }
}

static long long read_size(const struct reading *reading, int column, const char *field)
{
    unsigned long long size = 0;
    for (const char *at = field; *at; at++) {
        if (!isdigit((unsigned char)*at))
            fail_at_field(reading, column, field, "no size above 0");
        size = size > LARGEST ? size : 10 * size + (unsigned)(*at - '0');
    }
    if (size == 0)
        fail_at_field(reading, column, field, "no size above 0");
    if (size > LARGEST)
        fail_at_line(reading, arena_printf(reading->job->arena,
                                           ": %s is %.40s, too large: kernels take sizes up to %d",
                                           column_names[column], field, (int)LARGEST));
    return (long long)size;
}

static double read_weight(const struct reading *reading, const char *field)
{
    double weight = 1;
    if (*field && (!real_read(field, false, &weight) || weight < 0))
        fail_at_field(reading, COLUMN_WEIGHT, field, "no number from 0");
    return weight;
}

static int read_transpose(const struct reading *reading, int column, const char *field)
{
    if (strcasecmp(field, "n") != 0 && strcasecmp(field, "t") != 0)
        fail_at_field(reading, column, field, "neither n nor t");
    return strcasecmp(field, "t") == 0;
}

static void read_row(struct reading *reading, char **fields, size_t count)
{
    const char *texts[COLUMN_COUNT];
    struct clgemm_shape shape = {.transpose = {-1, -1}};
    if (count > reading->columns)
        fail_at_line(reading,
                     arena_printf(reading->job->arena,
                                  " has %zu fields, of %zu columns that the first line names",
                                  count, reading->columns));
    for (int i = 0; i < COLUMN_COUNT; i++)
        texts[i] = reading->column[i] < count ? fields[reading->column[i]] : "";
    shape.m = read_size(reading, COLUMN_M, texts[COLUMN_M]);
    shape.n = read_size(reading, COLUMN_N, texts[COLUMN_N]);
    shape.k = read_size(reading, COLUMN_K, texts[COLUMN_K]);
    shape.weight = read_weight(reading, texts[COLUMN_WEIGHT]);
    for (int i = COLUMN_TRANS_A; i <= COLUMN_TRANS_B; i++)
        if (reading->column[i] != FIELD_LIMIT)
            shape.transpose[i - COLUMN_TRANS_A] = read_transpose(reading, i, texts[i]);
    reading->shapes++;
    if (reading->take(reading->self, &shape))
        job_fail(reading->job, CLGEMM_IO, NULL, "out of memory");
}

/* Reads a copy of the text, which it cuts into fields. */
static void read_lines(struct job *job, void *self)
{
    struct reading *const reading = self;
    char *text = arena_copy(job->arena, reading->text);
    bool has_head = false;
    reading->job = job;
    /* The byte order mark that spreadsheets put before the first character. */
    if (strncmp(text, "\357\273\277", 3) == 0)
        text += 3;
    for (char *next; text && *text; text = next) {
        char *fields[FIELD_LIMIT], *const end = strchr(text, '\n');
        next = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        reading->line++;
        if (!has_head)
            reading->separator = strchr(text, ';') ? ';' : ',';
        const size_t count = cut_line(text, reading->separator, fields);
        if (count == 0)
            continue;
        if (has_head)
            read_row(reading, fields, count);
        else
            read_head(reading, fields, count);
        has_head = true;
    }
    if (reading->shapes == 0)
        job_fail(reading->job, CLGEMM_USAGE, "shapes", "there is no shape in it");
}

int clgemm_shapes_read(const char *text, int (*take)(void *self, const struct clgemm_shape *shape),
                       void *self, struct clgemm_error *error)
{
    struct reading reading = {.text = text, .take = take, .self = self};
    return job_alone(read_lines, &reading, error);
}

/* ---------------------------------------------------------------- of a request */

struct list {
    struct arena *arena;
    struct clgemm_shape *shapes;
    size_t count;
};

static int append(void *self, const struct clgemm_shape *shape)
{
    struct list *const list = self;
    list->shapes = arena_grow(list->arena, list->shapes, list->count, sizeof *list->shapes);
    list->shapes[list->count++] = *shape;
    return 0;
}

const struct clgemm_shape *request_shapes(struct job *job, const struct clgemm_request *request,
                                          size_t *count)
{
    const char *const path = request->values[OPTION_SHAPES].text;
    struct list list = {.arena = job->arena};
    struct clgemm_error error;
    if (path) {
        size_t length;
        const char *const bytes = user_file_read(
            job, "shapes", arena_printf(job->arena, "--shapes %s", path), path, &length);
        struct reading file = {
            .text = arena_text(job->arena, bytes, length), .take = append, .self = &list};
        if (job_try(job, read_lines, &file, &error))
            job_fail_in(job, &error, "--shapes %s: ", path);
    }
    for (size_t i = 0; i < request->shape_count; i++)
        append(&list, &request->shapes[i]);
    *count = list.count;
    return list.shapes;
}

int clgemm_request_add_shape(struct clgemm_request *request, const struct clgemm_shape *shape,
                             struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &request->arena, error);
    if (setjmp(job.escape))
        return -1;
    const long long sizes[] = {shape->m, shape->n, shape->k};
    for (int axis = 0; axis < 3; axis++)
        if (sizes[axis] < 1 || sizes[axis] > LARGEST)
            job_fail(&job, CLGEMM_USAGE, "shapes",
                     "shape %zu: %s is %lld; kernels take sizes from 1 to %d",
                     request->shape_count + 1, column_names[axis], sizes[axis], (int)LARGEST);
    if (!(shape->weight >= 0 && shape->weight < HUGE_VAL))
        job_fail(&job, CLGEMM_USAGE, "shapes", "shape %zu: weight is %g, no number from 0",
                 request->shape_count + 1, shape->weight);
    struct list list = {&request->arena, request->shapes, request->shape_count};
    append(&list, shape);
    request->shapes = list.shapes;
    request->shape_count = list.count;
    return 0;
}
