/*
 * Lines that texts have several times, in runs: they stand once, as pieces.
 */
#pragma once

#include "emit/definitions.h"

/* Which lines are shared, and what they cost. */
struct share_rule {
    bool statements;   /* plain statements of the same indentation alone, in bodies of functions */
    size_t list;       /* lines that are alike but for numbers are taken at once, so many at most */
    size_t least;      /* lines of a piece */
    size_t most;       /* bytes of a piece with the ends of its lines; one line may have more */
    size_t text_cost;  /* bytes of a line that is not shared, beside its own */
    size_t line_cost;  /* of a line of a piece */
    size_t piece_cost; /* of a piece, beside its lines */
    size_t use_cost;   /* of a place where it stands */
};

/* Lines that follow each other in several places. */
struct line_piece {
    const struct span *lines; /* without the blanks that they begin with */
    size_t line_count;
    size_t uses;
};

/* A part of a text. */
struct line_part {
    size_t piece;     /* SIZE_MAX: none, but `line` */
    struct span line; /* without the blanks that it begins with */
    size_t indent;    /* these blanks; of a piece those of its first line */
};

struct line_text {
    struct line_part *parts;
    size_t count;
};

struct shared_lines {
    const struct line_piece *pieces; /* in the order in which texts have them first */
    size_t piece_count;
    const struct line_text *texts;
};

/* A piece is a list of lines that are alike but for numbers, or a line, with those that follow wherever it stands; it pays by the costs of
 * the rule. */
struct shared_lines share_lines(struct job *job, const struct span *texts, size_t count,
                                const struct share_rule *rule);
