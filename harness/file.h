/* Whole files in memory. */
#ifndef HARNESS_FILE_H
#define HARNESS_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/error.h"

/* Reads a file ("-": standard input) of at most 64 MiB into malloc'd memory with a NUL behind
 * its last byte. Errors: FAULT_IO. */
int file_read(const char *path, char **text, size_t *length, struct fault *fault);

/* Writes a file that appears whole or not at all, also where power is lost: under another name
 * first, then renamed. What is no plain file, as a pipe, is written to. Errors: FAULT_IO. */
int file_write(const char *path, const char *text, size_t length, struct fault *fault);

/* What file_write could not write in the end is better known before. Errors: FAULT_IO. */
int file_check_output(const char *path, struct fault *fault);

/* Whether two paths name one plain file, be it there yet or not. */
bool file_same(const char *path, const char *other);

/* Makes the name of a new file outlive a loss of power. Not every file system can. */
void file_sync_folder(const char *path);

/* folder/file in malloc'd memory, or a copy of `file` where it is absolute or folder is NULL. */
char *file_join(const char *folder, const char *file);

/* The folder part of a path in malloc'd memory; NULL where it has none. */
char *file_folder(const char *path);

/* Whether a profile or an experiment is named by its file: with a slash, or an end `.json`. Any other
 * name is one of those that are built in. */
bool file_is_named(const char *name);

#endif
