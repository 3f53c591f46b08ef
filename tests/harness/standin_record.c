/*
 * Times of a recorded device, for STANDIN_RECORD. A record is a text:
 *
 *     {"device": ...}                 what its worker answers to `device`
 *     family tile wg ...              options in which its kernels differ
 *     160x160x160 1x1024x1024 ...     shapes, M x N x K
 *     register 8x4 1x8 ... 0.71 - ... a line a kernel: values as in a manifest's `config` (-: there is none),
 *     ...                             and milliseconds (-: it does not serve the shape)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/standin.h"

enum {
    MOST_OPTIONS = 100,
    MOST_SHAPES = 32
};

struct record {
    json_t *device;
    char *names[MOST_OPTIONS], *shapes[MOST_SHAPES];
    size_t name_count, shape_count, kernel_count;
    char *(*kernels)[MOST_OPTIONS + MOST_SHAPES]; /* the words of each kernel's line */
};

static char *read_line(FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    const ssize_t length = getline(&line, &room, file);

    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = '\0';
    return length > 0 ? line : NULL;
}

/* Takes a line, which stays, apart. */
static size_t split(char *line, char **words, size_t room)
{
    char *rest = NULL;
    size_t count = 0;

    for (char *word = line == NULL ? NULL : strtok_r(line, " ", &rest);
         word != NULL && count < room; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    return count;
}

static void read_record(FILE *file, struct record *record)
{
    char *line;

    record->device = json_loads(read_line(file), 0, NULL);
    record->name_count = split(read_line(file), record->names, MOST_OPTIONS);
    record->shape_count = split(read_line(file), record->shapes, MOST_SHAPES);
    while ((line = read_line(file)) != NULL) {
        record->kernels =
            realloc(record->kernels, (record->kernel_count + 1) * sizeof *record->kernels);
        if (record->kernels == NULL ||
            split(line, record->kernels[record->kernel_count], MOST_OPTIONS + MOST_SHAPES) !=
                record->name_count + record->shape_count)
            exit(99);
        record->kernel_count++;
    }
}

/* The record of the environment, read once and kept; NULL: there is none. */
static const struct record *find_record(void)
{
    static struct record record;
    const char *path = getenv("STANDIN_RECORD");
    FILE *file = path == NULL || record.device != NULL ? NULL : fopen(path, "r");

    if (path != NULL && file == NULL && record.device == NULL)
        exit(99);
    if (file != NULL) {
        read_record(file, &record);
        fclose(file);
        if (record.device == NULL)
            exit(99);
    }
    return record.device == NULL ? NULL : &record;
}

json_t *standin_recorded_device(void)
{
    const struct record *record = find_record();

    return record == NULL ? NULL : json_incref(record->device);
}

/* The words of a kernel's line; NULL: it was not recorded. */
static char *const *find_kernel(const struct record *record, const json_t *manifest)
{
    const json_t *config = json_object_get(manifest, "config");

    for (size_t i = 0; i < record->kernel_count; i++) {
        bool same = true;

        for (size_t j = 0; j < record->name_count && same; j++) {
            const char *value = json_string_value(json_object_get(config, record->names[j]));
            const bool is_word = value != NULL && *value != '\0' && strchr(value, ' ') == NULL;

            same = strcmp(is_word ? value : "-", record->kernels[i][j]) == 0;
        }
        if (same)
            return record->kernels[i];
    }
    return NULL;
}

json_t *standin_lacks_record(const struct slot *slot)
{
    const struct record *record = find_record();

    return record == NULL || find_kernel(record, slot->manifest) != NULL
               ? NULL
               : standin_fail("compile", "this kernel was not recorded");
}

double standin_recorded_ms(const struct slot *slot)
{
    const struct record *record = find_record();
    char *const *kernel = record == NULL ? NULL : find_kernel(record, slot->manifest);
    char shape[80];

    snprintf(shape, sizeof shape, "%lldx%lldx%lld", (long long)slot->size[0],
             (long long)slot->size[1], (long long)slot->size[2]);
    for (size_t i = 0; kernel != NULL && i < record->shape_count; i++)
        if (strcmp(record->shapes[i], shape) == 0)
            return strcmp(kernel[record->name_count + i], "-") == 0
                       ? -1
                       : atof(kernel[record->name_count + i]);
    return 0;
}
