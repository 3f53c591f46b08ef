/* Files that are read whole, and names of files. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/fault.h"

/* Reads a file ("-": standard input) of at most 64 MiB into malloc'd memory with a NUL behind
 * its last byte. Errors: FAULT_IO. */
int file_read(const char *path, char **text, size_t *length, struct fault *fault);

/* Reads the first line of a file, as those of /proc are, without its newline. False: there is none;
 * `line` is empty then. */
bool file_first_line(const char *path, char *line, size_t room);

/* The path that is no symbolic link any more, be the file there or not, in malloc'd memory; NULL:
 * no memory. */
char *file_follow(const char *path);

/* Whether two paths name one plain file, be it there yet or not. */
bool file_same(const char *path, const char *other);

/* Whether a path names a plain file, or nothing yet. */
bool file_may_be_plain(const char *path);

/* The path of a file with an end, links followed, in malloc'd memory: "mine.json.journal". NULL: no memory. */
char *file_beside(const char *path, const char *end);

/* Makes the name of a new file outlive a loss of power. Not every file system can. */
void file_sync_folder(const char *path);

/* folder/file in malloc'd memory, or a copy of `file` where it is absolute or folder is NULL. */
char *file_join(const char *folder, const char *file);

/* The folder part of a path in malloc'd memory; NULL where it has none. */
char *file_folder(const char *path);

/* Makes the folders in which a file is to be, as far as they are not there. */
int file_make_folders(const char *path, struct fault *fault);

/* The name of a file without its folder; and without its folder and the end `.json`. */
const char *file_name(const char *path);
void file_stem(const char *path, char *stem, size_t room);

/* Whether a profile or an experiment is named by its file: with a slash, or an end `.json`. Any
 * other name is one of those that are built in. */
bool file_is_named(const char *name);

/* A private folder that goes away with all that is in it. */

/* Makes a folder in TMPDIR (else /tmp) that only this user can enter. Its path is malloc'd; release
 * with scratch_close. NULL, with FAULT_IO, where it cannot be made. */
char *scratch_open(struct fault *fault);

/* Removes the folder and what it holds, and frees its path. NULL: nothing. */
void scratch_close(char *folder);

/* Writes a whole file of the folder. Errors: FAULT_IO. */
int scratch_write(const char *folder, const char *file, const char *text, struct fault *fault);

/* Reads a whole file of the folder into malloc'd memory with a NUL at its end. Errors: FAULT_IO. */
char *scratch_read(const char *folder, const char *file, struct fault *fault);
