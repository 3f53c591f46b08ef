/* open, fchmod, readlink, realpath. */
#define _XOPEN_SOURCE 700

#include "emit/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/base/job.h"

struct entry {
    struct entry *next;
    const char *option; /* who names it */
    char *path;         /* as the caller named it, for sentences */
    char *target;       /* the same, symbolic links resolved; NULL: a file that is kept */
    char *temporary;    /* NULL: nothing to rename */
    bool direct;        /* no regular file: written to at the commit */
    bool is_there;      /* a regular file, by these: */
    dev_t device;
    ino_t node;
    const char *bytes;
    size_t length;
};

struct sink {
    struct entry *first;
    struct entry **end;
    bool if_changed;
    const char *made; /* the folder that was made; NULL: none */
};

/* Fills the error from errno and returns -1. */
static int fail(struct clgemm_error *error, const char *what, const char *path)
{
    error_set(error, CLGEMM_IO, NULL, "cannot %s %s: %s", what, path, strerror(errno));
    return -1;
}

static int fail_out_of_memory(struct clgemm_error *error)
{
    error_set(error, CLGEMM_IO, NULL, "out of memory");
    return -1;
}

struct sink *sink_open(bool if_changed, struct clgemm_error *error)
{
    struct sink *sink = calloc(1, sizeof *sink);
    if (!sink) {
        fail_out_of_memory(error);
        return NULL;
    }
    sink->end = &sink->first;
    sink->if_changed = if_changed;
    return sink;
}

/* Writes all bytes; 0, or -1 with errno. */
static int write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

/* Whether the file has exactly these bytes; false also where it cannot be read. */
static bool same_bytes(const char *path, const char *bytes, size_t length)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    char block[8192];
    size_t compared = 0;
    ssize_t got;
    while ((got = read(file, block, sizeof block)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || (size_t)got > length - compared ||
            memcmp(block, bytes + compared, (size_t)got) != 0)
            break;
        compared += (size_t)got;
    }
    close(file);
    return got == 0 && compared == length;
}

/* Creates a new file beside `target` and returns its descriptor, or -1 with errno. Not mkstemp,
 * whose files are for the owner alone: the mode of a new file is the umask's to decide. */
static int create_beside(const char *target, char **temporary)
{
    const char *slash = strrchr(target, '/');
    const int folder = slash ? (int)(slash - target) + 1 : 0;
    /* Not the target's name, which may already be as long as a name can be. */
    const size_t size = (size_t)folder + sizeof ".clgemm-18446744073709551615-4294967295";
    *temporary = malloc(size);
    if (!*temporary) {
        errno = ENOMEM;
        return -1;
    }
    for (unsigned attempt = 0;; attempt++) {
        snprintf(*temporary, size, "%.*s.clgemm-%lu-%u", folder, target, (unsigned long)getpid(),
                 attempt);
        const int file = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
}

/* Writes the entry's bytes to a temporary file with the permissions of `existing` (NULL: a new
 * file's). */
static int prepare(struct entry *entry, const struct stat *existing, struct clgemm_error *error)
{
    const int file = create_beside(entry->target, &entry->temporary);
    if (file < 0) {
        fail(error, "write", entry->path);
        free(entry->temporary);
        entry->temporary = NULL;
        return -1;
    }
    int status = write_all(file, entry->bytes, entry->length);
    if (status == 0 && existing)
        status = fchmod(file, existing->st_mode & 0777);
    const int reason = errno;
    if (close(file) != 0 && status == 0)
        return fail(error, "write", entry->path);
    errno = reason;
    return status == 0 ? 0 : fail(error, "write", entry->path);
}

static void release(struct entry *entry)
{
    free(entry->path);
    free(entry->target);
    free(entry->temporary);
    free(entry);
}

enum {
    MOST_LINKS = 40,    /* that follow one another; the system stops no later */
    LONGEST_LINK = 4096 /* bytes of the path in a link */
};

/* The path that is no symbolic link any more: links that lead to a file that does not exist are
 * followed one by one. */
static char *follow_links(const char *path)
{
    char link[LONGEST_LINK + 1];
    char *end = strdup(path);
    for (int links = 0; end && links < MOST_LINKS; links++) {
        const ssize_t length = readlink(end, link, LONGEST_LINK);
        if (length < 0)
            break;
        link[length] = '\0';
        const char *const slash = strrchr(end, '/');
        const int folder = slash && link[0] != '/' ? (int)(slash - end) + 1 : 0;
        const size_t size = (size_t)folder + (size_t)length + 1;
        char *const next = malloc(size);
        if (next)
            snprintf(next, size, "%.*s%s", folder, end, link);
        free(end);
        end = next;
    }
    return end;
}

/* The path with its folder resolved, where that exists. */
static char *resolve_folder(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const base = slash ? slash + 1 : path;
    if (!*base)
        return strdup(path);
    char *folder = strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
    char *real_folder = folder ? realpath(*folder ? folder : ".", NULL) : NULL;
    free(folder);
    if (!real_folder)
        return strdup(path);
    const size_t size = strlen(real_folder) + strlen(base) + 2;
    char *const target = malloc(size);
    if (target)
        snprintf(target, size, "%s/%s", real_folder, base);
    free(real_folder);
    return target;
}

/* The file that a path leads to, also one that does not exist yet: two names of one file give the
 * same text. */
static char *resolve(const char *path)
{
    char *const existing = realpath(path, NULL);
    if (existing)
        return existing;
    char *const end = follow_links(path);
    char *const target = end ? resolve_folder(end) : NULL;
    free(end);
    return target;
}

/* A new entry for the path, at the end of the list; NULL with the error filled. */
static struct entry *new_entry(struct sink *sink, const char *option, const char *path,
                               struct clgemm_error *error)
{
    struct entry *const entry = calloc(1, sizeof *entry);
    char *const copy = strdup(path);
    if (!entry || !copy) {
        free(entry);
        free(copy);
        fail_out_of_memory(error);
        return NULL;
    }
    *entry = (struct entry){.option = option, .path = copy};
    *sink->end = entry;
    sink->end = &entry->next;
    return entry;
}

/* Notes which file there is; false: none. */
static bool find_file(struct entry *entry, struct stat *found)
{
    if (stat(entry->path, found) != 0)
        return false;
    entry->is_there = S_ISREG(found->st_mode);
    entry->device = found->st_dev;
    entry->node = found->st_ino;
    return true;
}

static bool is_same_file(const struct entry *entry, const struct entry *other)
{
    return (entry->target && other->target && strcmp(entry->target, other->target) == 0) ||
           (entry->is_there && other->is_there && entry->device == other->device &&
            entry->node == other->node);
}

int sink_keep(struct sink *sink, const char *option, const char *path, struct clgemm_error *error)
{
    struct stat found;
    struct entry *const entry = new_entry(sink, option, path, error);
    if (entry)
        find_file(entry, &found);
    return entry ? 0 : -1;
}

int sink_add(struct sink *sink, const char *option, const char *path, const char *bytes,
             size_t length, struct clgemm_error *error)
{
    struct stat existing;
    struct entry *const entry = new_entry(sink, option, path, error);
    if (!entry)
        return -1;
    entry->bytes = bytes;
    entry->length = length;
    entry->target = resolve(path);
    if (!entry->target)
        return fail_out_of_memory(error);
    const bool is_there = find_file(entry, &existing);
    for (const struct entry *other = sink->first; other != entry; other = other->next)
        if (is_same_file(entry, other)) {
            error_set(error, CLGEMM_USAGE, NULL,
                      "%s: %s is the file %s that %s %s; name another one", option, path,
                      other->path, other->option, other->target ? "writes" : "reads");
            return -1;
        }
    if (!is_there) {
        /* ENOENT is a new file, unless the name is empty; a missing folder shows when it is
         * written. */
        if (errno != ENOENT || !*path)
            return fail(error, "write", *path ? path : "a file without a name");
        return prepare(entry, NULL, error);
    }
    if (S_ISDIR(existing.st_mode)) {
        errno = EISDIR;
        return fail(error, "write", path);
    }
    entry->direct = !S_ISREG(existing.st_mode);
    if (entry->direct)
        return 0;
    if (sink->if_changed && (size_t)existing.st_size == length && same_bytes(path, bytes, length))
        return 0;
    return prepare(entry, &existing, error);
}

static int write_directly(const struct entry *entry, struct clgemm_error *error)
{
    const int file = open(entry->path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return fail(error, "open", entry->path);
    const int status = write_all(file, entry->bytes, entry->length);
    const int reason = errno;
    if (close(file) != 0 && status == 0)
        return fail(error, "write", entry->path);
    errno = reason;
    return status == 0 ? 0 : fail(error, "write", entry->path);
}

int sink_commit(struct sink *sink, struct clgemm_error *error)
{
    /* A pipe or a device may still refuse its bytes; a file that is finished only takes its place. */
    for (const struct entry *entry = sink->first; entry; entry = entry->next)
        if (entry->direct && write_directly(entry, error))
            return -1;
    for (struct entry *entry = sink->first; entry; entry = entry->next) {
        if (!entry->temporary)
            continue;
        if (rename(entry->temporary, entry->target) != 0)
            return fail(error, "write", entry->path);
        free(entry->temporary);
        entry->temporary = NULL;
    }
    return 0;
}

void sink_close(struct sink *sink)
{
    if (!sink)
        return;
    struct entry *entry = sink->first;
    while (entry) {
        struct entry *next = entry->next;
        if (entry->temporary)
            unlink(entry->temporary);
        release(entry);
        entry = next;
    }
    if (sink->made)
        rmdir(sink->made); /* if nothing is in it */
    free(sink);
}

int sink_make_folder(struct sink *sink, const char *path, struct clgemm_error *error)
{
    struct stat existing;
    if (mkdir(path, 0777) == 0) {
        sink->made = path;
        return 0;
    }
    if (errno == EEXIST && stat(path, &existing) == 0 && S_ISDIR(existing.st_mode))
        return 0;
    return fail(error, "make the folder", path);
}
