/* Records (doc/records.md) as rows of CSV (RFC 4180) on stdout. */
#ifndef HARNESS_OUTPUT_CSV_H
#define HARNESS_OUTPUT_CSV_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct csv_column {
    const char *title;
    const char *member; /* of the record, "device_ms.min"; NULL: the title */
    int decimals;       /* of a number; 0: a whole one */
    bool quoted;        /* a text in quotes, else a word */
    const char *yes;    /* for true; NULL: nothing */
};

/* Prints the titles; prints a row and takes the record. A cell whose member is missing is empty;
 * a summary of times stands for its median. The program ends where there is no record, for want of
 * memory. */
void csv_head(const struct csv_column *columns, size_t count);
void csv_row(const struct csv_column *columns, size_t count, json_t *record);

#endif
