/* For readlink. */
#define _XOPEN_SOURCE 700

#include "harness/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/text.h"

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

bool file_first_line(const char *path, char *line, size_t room)
{
    FILE *stream = fopen(path, "r");
    const bool read = stream != NULL && fgets(line, (int)room, stream) != NULL;

    if (stream != NULL)
        fclose(stream);
    line[read ? strcspn(line, "\n") : 0] = '\0';
    return read;
}

bool file_may_be_plain(const char *path)
{
    struct stat facts;

    return stat(path, &facts) != 0 || S_ISREG(facts.st_mode);
}

char *file_beside(const char *path, const char *end)
{
    char *file = file_follow(path), *name = file == NULL ? NULL : text_printed("%s%s", file, end);

    free(file);
    return name;
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

enum {
    MOST_LINKS = 40,    /* that follow one another; the system stops no later */
    LONGEST_LINK = 4096 /* bytes of the path in a link */
};

/* The path in a link, seen from where the link is seen; NULL: `path` is no link, or no memory. */
static char *read_link(const char *path)
{
    char link[LONGEST_LINK + 1], *folder, *next;
    ssize_t length = readlink(path, link, LONGEST_LINK);

    if (length < 0)
        return NULL;
    link[length] = '\0';
    folder = file_folder(path);
    next = file_join(folder, link);
    free(folder);
    return next;
}

char *file_follow(const char *path)
{
    char *end = strdup(path);

    for (int links = 0; end != NULL && links < MOST_LINKS; links++) {
        char *next = read_link(end);

        if (next == NULL)
            break;
        free(end);
        end = next;
    }
    return end;
}

static bool same_facts(const struct stat *facts, const struct stat *others)
{
    return facts->st_dev == others->st_dev && facts->st_ino == others->st_ino;
}

const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

static bool ends_in_json(const char *name)
{
    const size_t length = strlen(name);

    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

void file_stem(const char *path, char *stem, size_t room)
{
    snprintf(stem, room, "%s", file_name(path));
    if (ends_in_json(stem))
        stem[strlen(stem) - 5] = '\0';
}

/* If neither file is there: whether one folder would have them under one name. */
static bool same_place(const char *path, const char *other)
{
    char *folder = file_folder(path), *other_folder = file_folder(other);
    struct stat facts[2];
    bool same = strcmp(file_name(path), file_name(other)) == 0 &&
                stat(folder == NULL ? "." : folder, &facts[0]) == 0 &&
                stat(other_folder == NULL ? "." : other_folder, &facts[1]) == 0 &&
                same_facts(&facts[0], &facts[1]);

    free(folder);
    free(other_folder);
    return same;
}

bool file_same(const char *path, const char *other)
{
    struct stat facts[2];
    bool there = stat(path, &facts[0]) == 0, other_there = stat(other, &facts[1]) == 0;
    char *end, *other_end;
    bool same;

    if (there || other_there)
        return there && other_there && S_ISREG(facts[0].st_mode) &&
               same_facts(&facts[0], &facts[1]);
    end = file_follow(path);
    other_end = file_follow(other);
    same = end != NULL && other_end != NULL && same_place(end, other_end);
    free(end);
    free(other_end);
    return same;
}

char *file_join(const char *folder, const char *file)
{
    return folder == NULL || file[0] == '/' ? strdup(file) : text_printed("%s/%s", folder, file);
}

char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL   ? NULL
           : slash == path ? strdup("/")
                           : strndup(path, (size_t)(slash - path));
}

int file_make_folders(const char *path, struct fault *fault)
{
    char *copy = strdup(path);
    int status = copy == NULL ? fault_memory(fault) : 0;

    for (char *at = copy; status == 0 && (at = strchr(at + 1, '/')) != NULL;) {
        *at = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            status = fault_set(fault, FAULT_IO, "cannot make the folder %.300s: %s", copy,
                               strerror(errno));
        *at = '/';
    }
    free(copy);
    return status;
}

bool file_is_named(const char *name)
{
    return strchr(name, '/') != NULL || ends_in_json(name);
}

/* ----------------------------------------------------------------------------- private folders */

char *scratch_open(struct fault *fault)
{
    const char *parent = getenv("TMPDIR");
    char *path =
        file_join(parent == NULL || parent[0] == '\0' ? "/tmp" : parent, "clgemm-bench-XXXXXX");

    if (path == NULL) {
        fault_memory(fault);
    } else if (mkdtemp(path) == NULL) {
        fault_set(fault, FAULT_IO, "cannot make the folder %s: %s", path, strerror(errno));
        free(path);
        path = NULL;
    }
    return path;
}

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts;
    (void)kind;
    (void)place;
    return remove(path);
}

void scratch_close(char *folder)
{
    if (folder != NULL)
        nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

int scratch_write(const char *folder, const char *file, const char *text, struct fault *fault)
{
    char *path = file_join(folder, file);
    size_t length = strlen(text);
    FILE *stream;
    bool right;

    if (path == NULL)
        return fault_memory(fault);
    stream = fopen(path, "wb");
    right = stream != NULL && fwrite(text, 1, length, stream) == length;
    if (stream != NULL && fclose(stream) != 0)
        right = false;
    if (!right)
        fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
    free(path);
    return right ? 0 : -1;
}

char *scratch_read(const char *folder, const char *file, struct fault *fault)
{
    char *path = file_join(folder, file), *text = NULL;
    size_t length;

    if (path == NULL)
        fault_memory(fault);
    else if (file_read(path, &text, &length, fault))
        text = NULL;
    free(path);
    return text;
}
