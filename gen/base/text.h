/*
 * A text that grows in an arena.
 */
#ifndef GEN_BASE_TEXT_H
#define GEN_BASE_TEXT_H

#include <stdbool.h>

#include "gen/base/job.h"

struct text {
    struct job *job;
    char *bytes; /* NUL-terminated once anything was added */
    size_t length;
    size_t capacity;
};

/* An empty text; its memory comes from the job's arena, and running out of it fails the job. */
void text_init(struct text *text, struct job *job);

void text_add(struct text *text, const char *bytes, size_t length);
void text_puts(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) ARENA_PRINTF(2, 3);

/* The bytes so far; "" for an empty text. */
const char *text_string(const struct text *text);

/* Whether a byte is a control character of ASCII: a line break, an escape. None of them belongs in a
 * file that is emitted, whatever a path or a profile holds. */
bool is_control(char byte);
bool has_control(const char *text);

#endif
