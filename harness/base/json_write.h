/* JSON as people write it. */
#ifndef HARNESS_BASE_JSON_WRITE_H
#define HARNESS_BASE_JSON_WRITE_H

#include <jansson.h>

#include "harness/base/fault.h"

/* Writes a value to a file, whole or not at all: an item of a list is a line, and so is what fits
 * into one. NULL: there was no memory for the value. Errors: FAULT_IO. */
int json_write_file(const char *path, const json_t *value, struct fault *fault);

#endif
