#include "harness/output/csv.h"

#include <stdio.h>
#include <string.h>

#include "harness/output/figures.h"

void csv_head(const struct csv_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i == 0 ? "" : ",", columns[i].title);
    printf("\n");
}

/* Finds the value of a column: by a path of two members, or a member itself. */
static const json_t *find_value(const struct csv_column *column, const json_t *record)
{
    const char *path = column->member == NULL ? column->title : column->member;
    const char *dot = strchr(path, '.');
    char first[40];
    const json_t *value;

    if (dot != NULL) {
        snprintf(first, sizeof first, "%.*s", (int)(dot - path), path);
        return json_object_get(json_object_get(record, first), dot + 1);
    }
    value = json_object_get(record, path);
    return json_is_object(value) ? json_object_get(value, "median") : value;
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

static void print_value(const struct csv_column *column, const json_t *value)
{
    const char *text = json_string_value(value);

    if (text != NULL && column->quoted)
        print_quoted(text);
    else if (text != NULL)
        fputs(text, stdout);
    else if (json_is_true(value) && column->yes != NULL)
        fputs(column->yes, stdout);
    else if (json_is_number(value) && column->decimals > 0)
        printf("%.*f", column->decimals, json_number_value(value));
    else if (json_is_integer(value))
        printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
}

void csv_row(const struct csv_column *columns, size_t count, json_t *record)
{
    figures_require(record);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            putchar(',');
        print_value(&columns[i], find_value(&columns[i], record));
    }
    printf("\n");
    json_decref(record);
}
