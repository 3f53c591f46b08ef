/* Recorded spaces as tables of text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/search/recorded_internal.h"
#include "harness/base/sizes.h"

/* Reads a text word by word. */
struct reader {
    const char *path;
    char *at;
    size_t line, word_line; /* of `at`, and of the last word */
    struct fault *fault;
};

static const char blanks[] = " \t\r\n";

/* The next word, cut out of the text; NULL with an error where there is none. */
static char *next_word(struct reader *reader, const char *what)
{
    char *word;

    for (; *reader->at != '\0' && strchr(blanks, *reader->at) != NULL; reader->at++)
        reader->line += *reader->at == '\n';
    word = reader->at;
    reader->word_line = reader->line;
    if (*word == '\0') {
        fault_set(reader->fault, FAULT_REFUSED, "%s ends at line %zu, where %s should be",
                  reader->path, reader->line, what);
        return NULL;
    }
    reader->at += strcspn(word, blanks);
    if (*reader->at == '\n')
        reader->line++;
    if (*reader->at != '\0')
        *reader->at++ = '\0';
    return word;
}

/* A whole number from `least` to `most`. */
static bool next_number(struct reader *reader, const char *what, uint64_t least, uint64_t most,
                        uint64_t *number)
{
    const char *word = next_word(reader, what);

    if (word == NULL)
        return false;
    if (size_parse(word, number) && *number >= least && *number <= most)
        return true;
    fault_set(reader->fault, FAULT_REFUSED,
              "%s, line %zu: `%.40s` is no %s, a whole number from %llu to %llu", reader->path,
              reader->word_line, word, what, (unsigned long long)least, (unsigned long long)most);
    return false;
}

static bool next_time(struct reader *reader, double *ms)
{
    const char *word = next_word(reader, "a time");
    char *end;

    if (word == NULL)
        return false;
    *ms = strtod(word, &end);
    if (*end == '\0' && *ms > 0)
        return true;
    fault_set(reader->fault, FAULT_REFUSED,
              "%s, line %zu: `%.40s` is no time, a number of milliseconds above 0 or inf",
              reader->path, reader->word_line, word);
    return false;
}

static bool read_parameters(struct reader *reader, size_t length, json_t *parameters)
{
    for (size_t i = 0; i < length; i++) {
        const char *name = next_word(reader, "the name of a parameter");

        if (name == NULL)
            return false;
        if (json_array_append_new(parameters, json_pack("{s:s, s:[]}", "name", name, "values")) !=
            0) {
            fault_set(reader->fault, FAULT_REFUSED, "%s, line %zu: a name that is no UTF-8",
                      reader->path, reader->line);
            return false;
        }
    }
    return true;
}

static bool read_values(struct reader *reader, size_t length, const uint64_t *counts,
                        json_t *parameters)
{
    for (size_t i = 0; i < length; i++)
        for (uint64_t j = 0; j < counts[i]; j++) {
            const char *value = next_word(reader, "the value of a parameter");
            json_t *values = json_object_get(json_array_get(parameters, i), "values");

            if (value == NULL)
                return false;
            if (json_array_append_new(values, json_string(value)) != 0) {
                fault_set(reader->fault, FAULT_REFUSED, "%s, line %zu: a value that is no UTF-8",
                          reader->path, reader->line);
                return false;
            }
        }
    return true;
}

static bool read_point(struct reader *reader, size_t length, const uint64_t *counts,
                       struct sample *sample)
{
    for (size_t i = 0; i < length; i++) {
        uint64_t index;

        if (!next_number(reader, "index of a value", 0, counts[i] - 1, &index))
            return false;
        sample->point[i] = (unsigned)index;
    }
    return next_time(reader, &sample->ms);
}

static bool read_points(struct reader *reader, size_t length, const uint64_t *counts,
                        struct draft *draft)
{
    struct point_table seen;
    bool good = true;

    point_table_init(&seen, length);
    for (size_t i = 0; i < draft->count && good; i++) {
        struct sample *sample = &draft->samples[i];

        good = read_point(reader, length, counts, sample);
        if (good && point_table_find(&seen, sample->point) != NULL) {
            fault_set(reader->fault, FAULT_REFUSED, "%s, line %zu: the point is there already",
                      reader->path, reader->word_line);
            good = false;
        } else if (good && point_table_add(&seen, sample->point) == NULL) {
            fault_memory(reader->fault);
            good = false;
        }
    }
    point_table_release(&seen);
    return good;
}

static bool read_table(struct reader *reader, struct draft *draft)
{
    enum {
        PARAMETERS = 64,
        VALUES = 65536,
        POINTS = 1 << 24
    };
    uint64_t length, count, counts[PARAMETERS];

    if (!next_number(reader, "number of parameters", 1, PARAMETERS, &length) ||
        !next_number(reader, "number of points", 1, POINTS, &count))
        return false;
    if (draft->parameters == NULL ||
        draft_make(draft, (size_t)count, (size_t)length, reader->fault)) {
        fault_memory(reader->fault);
        return false;
    }
    draft->count = (size_t)count;
    if (!read_parameters(reader, (size_t)length, draft->parameters))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!next_number(reader, "number of values", 1, VALUES, &counts[i]))
            return false;
    if (!read_values(reader, (size_t)length, counts, draft->parameters) ||
        !read_points(reader, (size_t)length, counts, draft))
        return false;
    reader->at += strspn(reader->at, blanks);
    if (*reader->at == '\0')
        return true;
    fault_set(reader->fault, FAULT_REFUSED,
              "%s, line %zu: more than the %zu points of its first line", reader->path,
              reader->line, draft->count);
    return false;
}

int recorded_read_table(const char *path, char *text, struct recorded *recorded,
                        struct fault *fault)
{
    struct reader reader = {path, text, 1, 1, fault};
    struct draft draft = {.parameters = json_array()};

    if (read_table(&reader, &draft))
        return recorded_add(recorded, path, &draft, fault);
    draft_release(&draft);
    return -1;
}
