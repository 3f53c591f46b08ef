/*
 * A text that grows in an arena.
 */
#pragma once

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

/* Bytes of the UTF-8 character at `text`, which is not at its end, and its code in *code. 0: none begins there; *code is
 * the byte. */
size_t utf8_character(const char *text, unsigned long *code);

/* Bytes of the character at `text`, which is not at its end; 1 where none begins there. *is_control: a terminal obeys it (controls of
 * ASCII and of U+0080 to U+009F, which some terminals also take as single bytes), it turns the direction of what is written, or it
 * ends a line. None of them belongs in a file that is emitted, whatever a path or a profile holds. */
size_t text_step(const char *text, bool *is_control);

/* Whether words, each with blanks around it, have a word of that length. */
bool words_have(const char *word, size_t length, const char *words);

/* Whether a text has such a character. */
bool has_control(const char *text);

/* In place: each of them becomes a question mark. */
void text_mend(char *text);
