/* Bytes as text: two hexadecimal digits each. */
#ifndef HARNESS_BASE_HEX_H
#define HARNESS_BASE_HEX_H

#include <stddef.h>

/* The digits of so many bytes, in malloc'd memory. NULL without memory. */
char *hex_write(const unsigned char *bytes, size_t length);

/* The bytes that digits stand for, in malloc'd memory, and their number. NULL where the text is
 * none of such digits, or without memory. */
unsigned char *hex_read(const char *text, size_t *length);

#endif
