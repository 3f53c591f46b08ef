/* Files that are read whole, and names of files. */
#ifndef HARNESS_BASE_FILE_H
#define HARNESS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/fault.h"

/* Reads a file ("-": standard input) of at most 64 MiB into malloc'd memory with a NUL behind
 * its last byte. Errors: FAULT_IO. */
int file_read(const char *path, char **text, size_t *length, struct fault *fault);

/* The path that is no symbolic link any more, be the file there or not, in malloc'd memory; NULL:
 * no memory. */
char *file_follow(const char *path);

/* Whether two paths name one plain file, be it there yet or not. */
bool file_same(const char *path, const char *other);

/* Makes the name of a new file outlive a loss of power. Not every file system can. */
void file_sync_folder(const char *path);

/* folder/file in malloc'd memory, or a copy of `file` where it is absolute or folder is NULL. */
char *file_join(const char *folder, const char *file);

/* The folder part of a path in malloc'd memory; NULL where it has none. */
char *file_folder(const char *path);

/* Whether a profile or an experiment is named by its file: with a slash, or an end `.json`. Any
 * other name is one of those that are built in. */
bool file_is_named(const char *name);

#endif
