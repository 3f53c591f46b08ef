/*
 * Texts that grow, and whether memory has run out meanwhile. The streams of open_memstream drop
 * what they have no memory for and tell nobody; jansson tells of text that it had no memory to read
 * that it is malformed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text {
    FILE *stream; /* to write to; NULL: no memory */
    char *
        bytes; /* what was written, NUL-terminated, behind an fflush; to be freed behind text_end */
    size_t length, room;
};

/* Begins an empty text at an address that stays the same until text_end, which is due where this
 * succeeds. False: no memory. */
bool text_begin(struct text *text);

/* Ends a text. False: no memory; then it has no bytes. */
bool text_end(struct text *text);

/* A text in malloc'd memory, as long as it is; NULL: no memory. */
char *text_printed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes behind the end of a text, as far as there is room. */
void text_append(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The index of a word of `length` letters in a list, whose words any of `separators` part; -1: it
 * is not in it. */
int word_index(const char *list, const char *separators, const char *word, size_t length);

/* Has allocations of jansson watched, from the start of a program. */
void memory_watch(void);

/* Something had no memory, which may show as another error somewhere else. */
void memory_note(void);

/* Whether that was ever so: what this process says, and what it has made, is not to be relied
 * on. */
bool memory_ran_out(void);

/* Texts that others wrote, drivers, compilers and people, made fit for JSON and HTML: valid
 * UTF-8. */

/* In place: a character that the end of the text cuts goes, and of whatever else is none each byte
 * becomes a question mark. */
void utf8_mend(char *text);

/* The same for a text of one line that is shown on a terminal: characters that it obeys, those that
 * turn the direction of what is written, and ends of lines become question marks, too. */
void utf8_mend_line(char *text);

/* A copy of a text that was made so, as far as there is room; returns `line`. */
const char *utf8_line(const char *text, char *line, size_t room);

/* The same for a text of several lines, as a log: its ends of lines and tabs stay. */
void utf8_mend_log(char *text);

/* The greatest length up to `most` bytes that cuts no character of the text. */
size_t utf8_cut(const char *text, size_t most);
