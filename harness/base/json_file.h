/* JSON values as whole texts. */
#ifndef HARNESS_BASE_JSON_FILE_H
#define HARNESS_BASE_JSON_FILE_H

#include <jansson.h>

#include "harness/base/fault.h"

/* The text of a value (`flags` as of json_dumps) and a line break, malloc'd: *length bytes without
 * a NUL. NULL: no memory, of the value either. */
char *json_line(const json_t *value, size_t flags, size_t *length);

/* Writes it to a file (harness/base/output_file.h). NULL: there was no memory for it. Errors:
 * FAULT_IO. */
int json_file_write(const char *path, const json_t *value, size_t flags, struct fault *fault);

#endif
