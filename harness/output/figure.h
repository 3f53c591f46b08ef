/* Figures: members of records (doc/records.md) that several formats show. figures.def has them all. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct measurement;

/* A kind of figures. */
struct figure_unit {
    const char *definition, *words;
    int decimals; /* or QUOTED */
    const char *written;
    double scale;
};

enum {
    QUOTED = -1,
    FIGURE_ROOM = 1 << 17 /* letters of the longest line: the steps of a kernel are 1,024 at most */
};

/* How figures are written, as figures.def says; their places: UNIT_MS. */
extern const struct figure_unit figure_units[];
enum {
#define UNIT(name, ...) UNIT_##name,
#include "harness/output/figures.def"
};

struct figure {
    const char *group, *name;
    int unit;
    json_t *(*value)(const struct measurement *of); /* a new reference; null: not known */
    const char *meaning;
};

extern const struct figure figure_rows[];
extern const size_t figure_count;

/* The first figure of a name of so many letters. Ends the program where no row has it. */
const struct figure *figure_find(const char *name, size_t length);

/* Writes words with the figures that they name in braces (figures.def). False: one is missing. */
bool figure_words(const char *words, const json_t *record, char *text, size_t room);

/* Ends the program if there is no record, for want of memory: figures that lack one are not to be
 * trusted. */
void record_require(const json_t *record);

/* Records as rows of CSV (RFC 4180) on stdout: the titles; a row, which takes the record. Columns
 * are names of figures, separated by blanks, or `title=path`. A cell whose member is missing is
 * empty; a summary of times stands for its median. As record_require. */
void csv_head(const char *columns);
void csv_row(const char *columns, json_t *record);
