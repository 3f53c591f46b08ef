#include "harness/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* `lasting`: the bytes are on the disk before the stream is closed. */
static int write_stream(FILE *stream, const char *text, size_t length, bool lasting)
{
    bool good = fwrite(text, 1, length, stream) == length && fflush(stream) == 0 &&
                (!lasting || fsync(fileno(stream)) == 0);
    int number = errno;

    if (fclose(stream) == 0 && good)
        return 0;
    errno = good ? errno : number;
    return -1;
}

void file_sync_folder(const char *path)
{
    char *folder = file_folder(path);
    int file = open(folder == NULL ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(folder);
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
        status = write_stream(stream, text, length, !direct);
    if (status == 0 && !direct)
        status = rename(name, path);
    if (status == 0 && !direct)
        file_sync_folder(path);
    if (status != 0) {
        fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
        if (stream != NULL && !direct)
            remove(name);
    }
    free(name);
    return status;
}

/* A plain file is replaced by one that its folder takes; what else there is, is written to. */
int file_check_output(const char *path, struct fault *fault)
{
    struct stat facts;
    bool there = stat(path, &facts) == 0;
    char *folder = file_folder(path);
    int status = there && !S_ISREG(facts.st_mode)
                     ? access(path, W_OK)
                     : access(folder == NULL ? "." : folder, W_OK | X_OK);

    if (there && S_ISDIR(facts.st_mode))
        status = fault_set(fault, FAULT_IO, "cannot write %s: it is a folder", path);
    else if (status != 0)
        fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
    free(folder);
    return status;
}

static bool same_facts(const struct stat *facts, const struct stat *others)
{
    return facts->st_dev == others->st_dev && facts->st_ino == others->st_ino;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

bool file_same(const char *path, const char *other)
{
    struct stat facts[2];
    bool there = stat(path, &facts[0]) == 0, other_there = stat(other, &facts[1]) == 0;
    char *folder, *other_folder;
    bool same;

    if (there || other_there)
        return there && other_there && S_ISREG(facts[0].st_mode) &&
               same_facts(&facts[0], &facts[1]);
    if (strcmp(last_part(path), last_part(other)) != 0)
        return false;
    folder = file_folder(path);
    other_folder = file_folder(other);
    same = stat(folder == NULL ? "." : folder, &facts[0]) == 0 &&
           stat(other_folder == NULL ? "." : other_folder, &facts[1]) == 0 &&
           same_facts(&facts[0], &facts[1]);
    free(folder);
    free(other_folder);
    return same;
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

bool file_is_named(const char *name)
{
    size_t length = strlen(name);

    return strchr(name, '/') != NULL || (length > 5 && strcmp(name + length - 5, ".json") == 0);
}
