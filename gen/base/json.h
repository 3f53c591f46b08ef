/*
 * JSON text to values and back, by jansson.
 */
#pragma once

#include "gen/base/value.h"

/* Parses `length` bytes; `source` names them in errors. Fails the job with line and column. */
struct value *json_read(struct job *job, const char *source, const char *bytes, size_t length);

/* The value as indented JSON text with a final newline, in the arena. Fails the job with
 * CLGEMM_USAGE where a text is not UTF-8. */
const char *json_write(struct job *job, const struct value *value);

/* The same with a line for each item or member down to `depth` levels, and what is in these without blanks. */
const char *json_write_rows(struct job *job, const struct value *value, int depth);
