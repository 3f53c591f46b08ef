#include "harness/output/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/output/figure.h"

enum {
    CELL = 1200 /* letters of a cell: a label and the sentence of an error fit in */
};

struct table table_of(enum format format, const struct table_column *columns, size_t count)
{
    return (struct table){format == FORMAT_MARKDOWN, columns, count, 0};
}

/* Prints a text with the marks of Markdown escaped. */
static void print_escaped(const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\|<*`", *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

static const char *lead_of(const struct table *table, size_t column)
{
    const char *lead = table->columns[column].lead;

    return column == 0 ? "" : lead == NULL ? "  " : lead;
}

static void put_cell(struct table *table, int width, const char *text)
{
    if (table->markdown) {
        fputs(table->at == 0 ? "| " : " | ", stdout);
        print_escaped(text + strspn(text, " "));
    } else {
        printf("%s%*s", lead_of(table, table->at), width, text);
    }
    table->at++;
}

void table_cell(struct table *table, const char *format, ...)
{
    char text[CELL];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    utf8_mend_line(text);
    put_cell(table, table->columns[table->at].width, text);
}

void table_number(struct table *table, const char *format, const json_t *value)
{
    char text[CELL] = "-";

    if (json_is_number(value))
        snprintf(text, sizeof text, format, json_number_value(value));
    table_cell(table, "%s", text);
}

void table_record(struct table *table, const json_t *record, size_t end)
{
    char text[CELL];

    while (table->at < end)
        table_cell(table, "%s",
                   figure_words(table->columns[table->at].words, record, text, sizeof text) ? text
                                                                                            : "-");
}

void table_widen(struct table_column *column, const char *text)
{
    const int length = (int)strlen(text);

    if (length > -column->width)
        column->width = -length;
}

void table_span(struct table *table, size_t columns, const char *words)
{
    const size_t end = table->at + columns;
    int width = 0;

    for (size_t i = table->at; i < end; i++) {
        const int own = table->columns[i].width;

        width += own < 0 ? -own : own;
        width += i == table->at ? 0 : (int)strlen(lead_of(table, i));
    }
    put_cell(table, -width, words);
    for (; table->at < end; table->at++)
        if (table->markdown)
            printf(" |");
}

void table_end_row(struct table *table)
{
    for (; table->markdown && table->at <= table->count; table->at++)
        printf(" |");
    printf("\n");
    table->at = 0;
}

void table_head(struct table *table)
{
    for (size_t i = 0; i < table->count; i++)
        table_cell(table, "%s", table->columns[i].title);
    table_end_row(table);
    if (!table->markdown)
        return;
    printf("|");
    for (size_t i = 0; i < table->count; i++)
        fputs(table->columns[i].width > 0 ? "---:|" : "---|", stdout);
    printf("\n");
}

const char *table_item(enum format format)
{
    return format == FORMAT_MARKDOWN ? "* " : "";
}

bool table_format(enum format format)
{
    return format == FORMAT_TEXT || format == FORMAT_MARKDOWN;
}
