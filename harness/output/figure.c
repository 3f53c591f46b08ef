#include "harness/output/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"

enum {
    PATH = 64 /* letters of a path or a column */
};

const struct figure_unit figure_units[] = {
#define UNIT(name, definition, words, decimals, written, scale)                                    \
    {definition, words, decimals, written, scale},
#include "harness/output/figures.def"
};

/* The value at a path, the name of a member or "device_ms.min"; NULL: there is none. */
static const json_t *figure_value(const json_t *record, const char *path)
{
    const char *dot = strchr(path, '.');
    char first[PATH];

    if (dot == NULL)
        return json_object_get(record, path);
    snprintf(first, sizeof first, "%.*s", (int)(dot - path), path);
    return json_object_get(json_object_get(record, first), dot + 1);
}

/* The unit of the figure that a path begins with. */
static const struct figure_unit *unit_of(const char *path)
{
    return &figure_units[figure_find(path, strcspn(path, "."))->unit];
}

/* ------------------------------------------------------------------------------------ for people */

/* Appends a figure as people read it, so many letters wide at least. False: it is missing. */
static bool add_figure(const char *path, int width, const json_t *record, char *text, size_t room)
{
    const bool nonzero = *path == '!';
    const struct figure_unit *unit = unit_of(path + nonzero);
    const json_t *value = figure_value(record, path + nonzero);
    char own[PATH] = "";

    if (value == NULL || json_is_null(value) ||
        (nonzero && json_is_number(value) && json_number_value(value) == 0))
        return false;
    if (json_is_string(value))
        text_append(text, room, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(own, sizeof own, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(own, sizeof own, unit->written, unit->scale * json_real_value(value));
    else
        snprintf(own, sizeof own, "%s", unit->written);
    text_append(text, room, "%*s", width, own);
    return true;
}

/* Appends words up to `end`. False: a figure is missing. */
static bool add_words(const char *words, const char *end, const json_t *record, char *text,
                      size_t room)
{
    bool complete = true;

    while (words < end && complete) {
        const size_t plain = strcspn(words, "{[");
        char path[PATH];
        int width = 0, length = 0;

        if (plain > 0) {
            length = (int)(words + plain < end ? plain : (size_t)(end - words));
            text_append(text, room, "%.*s", length, words);
        } else if (*words == '[') {
            const size_t before = strlen(text);

            length = (int)strcspn(words, "]") + 1;
            if (!add_words(words + 1, words + length - 1, record, text, room))
                text[before] = '\0';
        } else {
            sscanf(words, "{%63[^:}]:%d", path, &width);
            length = (int)strcspn(words, "}") + 1;
            complete = add_figure(path, width, record, text, room);
        }
        words += length;
    }
    return complete;
}

bool figure_words(const char *words, const json_t *record, char *text, size_t room)
{
    *text = '\0';
    return add_words(words, words + strlen(words), record, text, room);
}

/* ------------------------------------------------------------------------------------------ CSV */

/* Reads the next column; false: there is none. */
static bool next_column(const char **columns, char title[PATH], char path[PATH])
{
    int length = 0;

    *path = '\0';
    if (sscanf(*columns, " %63[^ =]%n=%63[^ ]%n", title, &length, path, &length) < 1)
        return false;
    if (*path == '\0')
        memcpy(path, title, PATH);
    *columns += length;
    return true;
}

void csv_head(const char *columns)
{
    const char *before = "";
    char title[PATH], path[PATH];

    for (; next_column(&columns, title, path); before = ",")
        printf("%s%s", before, title);
    printf("\n");
}

/* Prints a text in quotes, quotes in it doubled. */
static void print_quoted(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void print_text(const char *text, bool quoted)
{
    char *line = strdup(text);

    if (line == NULL) {
        memory_note();
        return;
    }
    utf8_mend_line(line);
    if (quoted)
        print_quoted(line);
    else
        fputs(line, stdout);
    free(line);
}

static void print_value(const struct figure_unit *unit, const json_t *value)
{
    if (json_is_object(value))
        value = json_object_get(value, "median");
    if (json_is_string(value))
        print_text(json_string_value(value), unit->decimals == QUOTED);
    else if (json_is_true(value))
        fputs(unit->written, stdout);
    else if (json_is_integer(value))
        printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        printf("%.*f", unit->decimals, json_real_value(value));
}

void csv_row(const char *columns, json_t *record)
{
    const char *before = "";
    char title[PATH], path[PATH];

    record_require(record);
    for (; next_column(&columns, title, path); before = ",") {
        fputs(before, stdout);
        print_value(unit_of(path), figure_value(record, path));
    }
    printf("\n");
    json_decref(record);
}
