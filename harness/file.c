#include "harness/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const size_t file_limit = (size_t)64 << 20;

static int read_stream(FILE *stream, const char *path, char **text, size_t *length,
                       struct fault *fault)
{
    size_t room = 1 << 16, used = 0;
    char *bytes = malloc(room);

    for (;;) {
        size_t got;
        char *more;

        if (bytes == NULL)
            return fault_memory(fault);
        got = fread(bytes + used, 1, room - used - 1, stream);
        used += got;
        if (got == 0)
            break;
        if (used > file_limit) {
            free(bytes);
            return fault_set(fault, FAULT_IO, "%s is longer than 64 MiB", path);
        }
        if (used < room - 1)
            continue;
        room *= 2;
        more = realloc(bytes, room);
        if (more == NULL)
            free(bytes);
        bytes = more;
    }
    if (ferror(stream)) {
        int number = errno;

        free(bytes);
        return fault_set(fault, FAULT_IO, "cannot read %s: %s", path, strerror(number));
    }
    bytes[used] = '\0';
    *text = bytes;
    *length = used;
    return 0;
}

int file_read(const char *path, char **text, size_t *length, struct fault *fault)
{
    struct stat facts;
    FILE *stream;
    int status;

    if (strcmp(path, "-") == 0)
        return read_stream(stdin, "standard input", text, length, fault);
    stream = fopen(path, "rb");
    if (stream == NULL)
        return fault_set(fault, FAULT_IO, "cannot open %s: %s", path, strerror(errno));
    if (fstat(fileno(stream), &facts) == 0 && S_ISDIR(facts.st_mode)) {
        fclose(stream);
        return fault_set(fault, FAULT_IO, "%s is a folder, not a file", path);
    }
    status = read_stream(stream, path, text, length, fault);
    fclose(stream);
    return status;
}

static int write_stream(FILE *stream, const char *text, size_t length)
{
    size_t written = fwrite(text, 1, length, stream);

    return fclose(stream) == 0 && written == length ? 0 : -1;
}

int file_write(const char *path, const char *text, size_t length, struct fault *fault)
{
    struct stat facts;
    bool direct = stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
    size_t room = strlen(path) + 8;
    char *name = malloc(room);
    FILE *stream;
    int status = -1;

    if (name == NULL)
        return fault_memory(fault);
    snprintf(name, room, "%s%s", path, direct ? "" : ".part");
    stream = fopen(name, "wb");
    if (stream != NULL)
        status = write_stream(stream, text, length);
    if (status == 0 && !direct)
        status = rename(name, path);
    if (status != 0) {
        fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
        if (stream != NULL && !direct)
            remove(name);
    }
    free(name);
    return status;
}

char *file_join(const char *folder, const char *file)
{
    size_t room = strlen(file) + (folder == NULL ? 0 : strlen(folder)) + 2;
    char *path = malloc(room);

    if (path == NULL)
        return NULL;
    if (folder == NULL || file[0] == '/')
        memcpy(path, file, strlen(file) + 1);
    else
        snprintf(path, room, "%s/%s", folder, file);
    return path;
}

char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length;
    char *folder;

    if (slash == NULL)
        return NULL;
    length = slash == path ? 1 : (size_t)(slash - path);
    folder = malloc(length + 1);
    if (folder == NULL)
        return NULL;
    memcpy(folder, path, length);
    folder[length] = '\0';
    return folder;
}
