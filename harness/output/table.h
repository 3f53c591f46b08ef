/*
 * Tables for people, from one description of their columns: aligned text, or a table of Markdown.
 * Rows are written as they come, so widths are known before.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "harness/cli/words.h"

struct table_column {
    const char *title;
    int width; /* letters at least in text; below 0: flush left; 0: flush left, nothing behind */
    const char *lead;  /* what precedes the column in text; NULL: two blanks */
    const char *words; /* of a record that the column shows (figures.def); NULL: a cell is given */
};

struct table {
    bool markdown;
    const struct table_column *columns;
    size_t count, at; /* at: column of the cell that is next */
};

/* A table on stdout; `format` is FORMAT_MARKDOWN, else it is text. The columns must outlive it. */
struct table table_of(enum format format, const struct table_column *columns, size_t count);

/* Makes a column, flush left, as wide as a text that it will hold. */
void table_widen(struct table_column *column, const char *text);

/* The row of titles. */
void table_head(struct table *table);

/* The next cell of a row. One that is wider than its column moves the cells behind it; blanks
 * before it are for text alone. */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next cell with a number; "-" where the value is none. */
void table_number(struct table *table, const char *format, const json_t *value);

/* The next cells of a row up to the column `end`, of a record; "-" where a figure is missing. */
void table_record(struct table *table, const json_t *record, size_t end);

/* A cell as wide as the next `columns` columns, flush left. */
void table_span(struct table *table, size_t columns, const char *words);

/* Ends a row; cells that it lacks are empty. */
void table_end_row(struct table *table);

/* Prefix of a line beside a table: nothing in text, the mark of a list's item in Markdown, where
 * lines without one would become one paragraph. */
const char *table_item(enum format format);

/* Whether a format is for people: text or Markdown. */
bool table_format(enum format format);
