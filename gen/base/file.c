#include "gen/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    LARGEST_FILE = 1 << 20 /* bytes */
};

/* Bytes of a stream in the arena, at most one more than a file may have; NULL: memory is short. */
static char *read_bytes(struct job *job, FILE *file, size_t *length)
{
    char *bytes = NULL;
    size_t room = 0, got = 1;
    for (*length = 0; got > 0 && *length <= LARGEST_FILE; *length += got) {
        if (*length == room) {
            room = room ? 2 * room : 1 << 14;
            char *const larger = arena_allocate_or_null(job->arena, room);
            if (!larger)
                return NULL;
            if (*length)
                memcpy(larger, bytes, *length);
            bytes = larger;
        }
        got = fread(bytes + *length, 1, room - *length, file);
    }
    return bytes;
}

/* A file may be long, but not without end. The stream must not leak by leaving, so memory that is short is told when it is closed. */
const char *user_file_read(struct job *job, const char *option, const char *what, const char *path,
                           size_t *length)
{
    FILE *const file = fopen(path, "rb");
    if (!file)
        job_fail(job, CLGEMM_IO, option, "cannot read %s: %s", what, strerror(errno));
    errno = 0;
    const char *const bytes = read_bytes(job, file, length);
    const int failed = ferror(file) ? errno : 0;
    fclose(file);
    if (!bytes)
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    if (failed)
        job_fail(job, CLGEMM_IO, option, "cannot read %s: %s", what, strerror(failed));
    if (*length > LARGEST_FILE)
        job_fail(job, CLGEMM_USAGE, option, "%s is longer than %d bytes", what, LARGEST_FILE);
    return bytes;
}
