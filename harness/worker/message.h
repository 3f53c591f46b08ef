/*
 * Orders and answers on their way between processes: a line of JSON, and behind it the bytes of its member `binaries`, which in the line
 * are whole numbers: how many bytes each has. In memory they are texts that hold any bytes, and that JSON cannot write.
 */
#pragma once

#include "harness/base/json_read.h"

/* The bytes of a message with its newline, in malloc'd memory, ended by a zero that *length leaves out. NULL without memory. */
char *message_write(const json_t *object, size_t *length);

/* How many bytes follow the line that was read as `object`, at most `most`; SIZE_MAX: it says more. */
size_t message_follows(const json_t *object, size_t most);

/* Puts the bytes that follow a line, as many as message_follows says, in the place of their numbers. -1: no memory. */
int message_join(json_t *object, const char *bytes);

/* Reads a message of so many bytes. A new reference; NULL: it is none, or without memory. */
json_t *message_read(const char *bytes, size_t length);
