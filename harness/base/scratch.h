/* A private folder that goes away with all that is in it. */
#ifndef HARNESS_BASE_SCRATCH_H
#define HARNESS_BASE_SCRATCH_H

#include "harness/base/fault.h"

/* Makes a folder in TMPDIR (else /tmp) that only this user can enter. Its path is malloc'd; release
 * with scratch_close. NULL, with FAULT_IO, where it cannot be made. */
char *scratch_open(struct fault *fault);

/* Removes the folder and what it holds, and frees its path. NULL: nothing. */
void scratch_close(char *folder);

/* Writes a whole file of the folder. Errors: FAULT_IO. */
int scratch_write(const char *folder, const char *file, const char *text, struct fault *fault);

/* Reads a whole file of the folder into malloc'd memory with a NUL at its end. Errors: FAULT_IO. */
char *scratch_read(const char *folder, const char *file, struct fault *fault);

#endif
