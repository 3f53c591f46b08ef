/*
 * Texts that grow, and whether memory has run out meanwhile. The streams of open_memstream drop
 * what they have no memory for and tell nobody; jansson tells of text that it had no memory to read
 * that it is malformed.
 */
#ifndef HARNESS_BASE_TEXT_H
#define HARNESS_BASE_TEXT_H

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

/* Has allocations of jansson watched, from the start of a program. */
void memory_watch(void);

/* Something had no memory, which may show as another error somewhere else. */
void memory_note(void);

/* Whether that was ever so: what this process says, and what it has made, is not to be relied on. */
bool memory_ran_out(void);

#endif
