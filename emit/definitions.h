/*
 * OpenCL C as far as it must be understood to take it apart: definitions at file scope, and identifiers.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gen/base/job.h"

/* A part of a text; it owns nothing. And the whole of one. */
struct span {
    const char *text;
    size_t length;
};
struct span span_of(const char *text);

/* What stands at file scope between blank lines, without them and with the comment before it; each line "#pragma OPENCL" is one of its
 * own. Joined by blank lines they are the text again. The number of them, in the job's arena. */
size_t definitions_split(struct job *job, struct span text, const struct span **list);

/* A text from its last kernel function on; length 0: it has none. */
struct span definitions_last_kernel(struct span text);

/* The next identifier of the text from *at on, which then is behind it; of comments and strings too. Length 0: there is none. */
struct span definitions_identifier(struct span text, size_t *at);

/* The lines of a text without the blanks that they begin with, and how many these are, in the job's arena. Returns how many lines there are. */
size_t definitions_lines(struct job *job, struct span text, struct span **lines, size_t **indents);

/* Whether a line is a whole expression or declaration with its semicolon, if the one before it ends a statement; and whether it does. */
bool definitions_is_statement(struct span line);
bool definitions_ends_statement(struct span line);

/* Whether two spans are the same bytes, and whether a span is that word. */
bool span_equal(struct span one, struct span other);
bool span_is(struct span span, const char *word);

/* The line that begins at *at, without its end; *at is then behind that. */
struct span span_line(struct span text, size_t *at);

/* A line without the blanks that it begins with, and their number. */
struct span span_trimmed(struct span line, size_t *indent);

/* Whether a byte may be of an identifier. */
bool span_is_word(char byte);

/* Whether a text begins with a word. */
bool span_begins(struct span span, const char *word);
