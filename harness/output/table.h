/*
 * Tables for people, from one description of their columns: aligned text, or a table of Markdown.
 * Rows are written as they come, so widths are known before.
 */
#ifndef HARNESS_OUTPUT_TABLE_H
#define HARNESS_OUTPUT_TABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "harness/cli/words.h"

struct table_column {
    const char *title;
    int width; /* letters at least in text; below 0: flush left; 0: flush left, nothing behind */
    const char *lead; /* what precedes the column in text; NULL: two blanks */
};

struct table {
    bool markdown;
    const struct table_column *columns;
    size_t count, at; /* at: column of the cell that is next */
};

/* A table on stdout; `format` is FORMAT_MARKDOWN, else it is text. The columns must outlive it. */
struct table table_of(enum format format, const struct table_column *columns, size_t count);

/* The row of titles. */
void table_head(struct table *table);

/* The next cell of a row. One that is wider than its column moves the cells behind it; blanks
 * before it are for text alone. */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A cell as wide as the next `columns` columns, flush left. */
void table_span(struct table *table, size_t columns, const char *words);

/* Ends a row; cells that it lacks are empty. */
void table_end_row(struct table *table);

/* Prefix of a line beside a table: nothing in text, the mark of a list's item in Markdown, where
 * lines without one would become one paragraph. */
const char *table_item(enum format format);

/* Whether a format is for people: text or Markdown. */
bool table_format(enum format format);

/* Records (doc/records.md) as rows of CSV (RFC 4180) on stdout. */
#endif
