/*
 * Lists of statements, guarded ones too, that stand behind each other in a text, alike but for numbers, as the stores of the rows of a tile: each stands once, with
 * parameters in the place of numbers in which they differ.
 */
#pragma once

#include "emit/definitions.h"

struct share_row {
    const struct span *
        lines; /* with parameters, and the blanks that they begin with beyond those of the first one */
    size_t line_count;
    const struct span
        *first; /* the same lines as they stand in the first place, without these blanks */
    const char *parameters; /* "n1, n2" */
};

/* A part of a text: a line, or a row with arguments. */
struct row_part {
    size_t row; /* SIZE_MAX: none, but `line` */
    struct span line;
    size_t indent;         /* of the row */
    const char *arguments; /* "8, 1" */
};

struct row_text {
    struct row_part *parts;
    size_t count;
};

struct shared_rows {
    const struct share_row *rows; /* in the order in which texts have them first */
    size_t row_count;
    const struct row_text *texts;
};

/* What pays by `cost`, bytes that a row must save, with four parameters at most. All is in the job's arena. */
struct shared_rows share_rows(struct job *job, const struct span *texts, size_t count, size_t cost);
