/* Texts that others wrote, drivers, compilers and people, made fit for JSON and HTML: valid UTF-8. */
#ifndef HARNESS_BASE_UTF8_H
#define HARNESS_BASE_UTF8_H

#include <stddef.h>

/* In place: a character that the end of the text cuts goes, and of whatever else is none each byte
 * becomes a question mark. */
void utf8_mend(char *text);

/* The same for a text of one line, which names what a user named and is shown on a terminal:
 * control characters become question marks, too. */
void utf8_mend_line(char *text);

/* The greatest length up to `most` bytes that cuts no character of the text. */
size_t utf8_cut(const char *text, size_t most);

#endif
