/*
 * Tables for people, from one description of their columns: aligned text, or a table of Markdown; and
 * tables for programs: CSV.
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

/* Makes a column, flush left, as wide as a text that it will hold. */
void table_widen(struct table_column *column, const char *text);

/* The row of titles. */
void table_head(struct table *table);

/* The next cell of a row. One that is wider than its column moves the cells behind it; blanks
 * before it are for text alone. */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next cell with a number; "-" where the value is none. */
void table_number(struct table *table, const char *format, const json_t *value);

/* A cell as wide as the next `columns` columns, flush left. */
void table_span(struct table *table, size_t columns, const char *words);

/* Ends a row; cells that it lacks are empty. */
void table_end_row(struct table *table);

/* Prefix of a line beside a table: nothing in text, the mark of a list's item in Markdown, where
 * lines without one would become one paragraph. */
const char *table_item(enum format format);

/* Whether a format is for people: text or Markdown. */
bool table_format(enum format format);

/* Ends the program if there is no record, for want of memory: figures that lack one are not to be
 * trusted. */
void record_require(const json_t *record);

/* Records (doc/records.md) as rows of CSV (RFC 4180) on stdout. */
struct csv_column {
    const char *title;
    const char *member; /* of the record, "device_ms.min"; NULL: the title */
    int decimals;       /* of a number; 0: a whole one */
    bool quoted;        /* a text in quotes, else a word */
    const char *yes;    /* for true; NULL: nothing */
};

/* Prints the titles; prints a row and takes the record. A cell whose member is missing is empty;
 * a summary of times stands for its median. As record_require. */
void csv_head(const struct csv_column *columns, size_t count);
void csv_row(const struct csv_column *columns, size_t count, json_t *record);

#endif
