/*
 * The templates of a folder, with all folders in it.
 */
#include "gen/template_set.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static _Noreturn void cannot_read(struct job *job, const char *path, int number)
{
    struct clgemm_error error;
    error_set(&error, CLGEMM_IO, "template-dir", "cannot read %s: %s", path, strerror(number));
    snprintf(error.source, sizeof error.source, "%s", path);
    job_fail_with(job, &error);
}

/* Bytes of a file in malloc'ed memory of the caller, or NULL with errno. */
static char *slurp(const char *path, size_t *length)
{
    FILE *const file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = NULL;
    size_t capacity = 0;
    *length = 0;
    for (;;) {
        if (*length == capacity) {
            capacity = capacity ? 2 * capacity : 8192;
            char *const larger = realloc(bytes, capacity);
            if (!larger)
                break;
            bytes = larger;
        }
        const size_t got = fread(bytes + *length, 1, capacity - *length, file);
        *length += got;
        if (!got && !ferror(file)) {
            fclose(file);
            return bytes;
        }
        if (!got)
            break;
    }
    const int number = errno;
    free(bytes);
    fclose(file);
    errno = number;
    return NULL;
}

static void add_dependency(struct job *job, struct clgemm_templates *set, const char *path)
{
    if (set->file_count + 1 >= set->file_capacity) {
        const size_t capacity = set->file_capacity ? 2 * set->file_capacity : 16;
        const char **const larger = arena_array(job->arena, capacity, sizeof *larger);
        if (set->file_count)
            memcpy(larger, set->files, set->file_count * sizeof *larger);
        set->files = larger;
        set->file_capacity = capacity;
    }
    set->files[set->file_count++] = path;
}

static void add_file(struct job *job, struct clgemm_templates *set, const char *folder,
                     const char *relative)
{
    const char *const path = arena_printf(job->arena, "%s/%s", folder, relative);
    /* Room first: nothing may leave the job while the bytes are outside the arena. */
    struct stat status;
    if (stat(path, &status) != 0)
        cannot_read(job, path, errno);
    char *const room = arena_allocate(job->arena, (size_t)status.st_size + 1);
    size_t length;
    char *const bytes = slurp(path, &length);
    if (!bytes)
        cannot_read(job, path, errno);
    const bool fits = length <= (size_t)status.st_size;
    if (fits)
        memcpy(room, bytes, length);
    free(bytes);
    if (!fits)
        job_fail(job, CLGEMM_IO, "template-dir", "%s grew while it was read", path);
    template_add_file(job, set, relative, path, room, length);
    add_dependency(job, set, path);
}

static int is_visible(const struct dirent *item)
{
    return item->d_name[0] != '.';
}

enum {
    DEEPEST_FOLDER = 8,
    MOST_NAMES = 1024
};

/* Names in a folder, sorted: the result is the same everywhere. Returns their number. */
static size_t list_folder(struct job *job, const char *path, const char **names)
{
    struct dirent **items;
    const int found = scandir(path, &items, is_visible, alphasort);
    if (found < 0)
        cannot_read(job, path, errno);
    /* Room for all names first: nothing may leave the job while scandir's memory is held. */
    size_t bytes = 0;
    for (int i = 0; i < found; i++)
        bytes += strlen(items[i]->d_name) + 1;
    char *room = found <= MOST_NAMES ? arena_allocate_or_null(job->arena, bytes) : NULL;
    for (int i = 0; i < found; i++) {
        if (room) {
            names[i] = strcpy(room, items[i]->d_name);
            room += strlen(room) + 1;
        }
        free(items[i]);
    }
    free(items);
    if (found > MOST_NAMES)
        job_fail(job, CLGEMM_IO, "template-dir", "%s holds more than %d files", path, MOST_NAMES);
    if (!room)
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    return (size_t)found;
}

static void add_folder(struct job *job, struct clgemm_templates *set, const char *folder,
                       const char *relative, int depth)
{
    const char *const path =
        *relative ? arena_printf(job->arena, "%s/%s", folder, relative) : folder;
    if (depth > DEEPEST_FOLDER)
        job_fail(job, CLGEMM_IO, "template-dir", "%s is more than %d folders deep", path,
                 DEEPEST_FOLDER);
    const char **const names = arena_array(job->arena, MOST_NAMES, sizeof *names);
    const size_t count = list_folder(job, path, names);
    for (size_t i = 0; i < count; i++) {
        const char *const below =
            *relative ? arena_printf(job->arena, "%s/%s", relative, names[i]) : names[i];
        struct stat status;
        const char *const whole = arena_printf(job->arena, "%s/%s", folder, below);
        if (stat(whole, &status) != 0)
            cannot_read(job, whole, errno);
        if (S_ISDIR(status.st_mode))
            add_folder(job, set, folder, below, depth + 1);
        else if (template_is_file(names[i]))
            add_file(job, set, folder, below);
    }
}

void template_add_folder(struct job *job, struct clgemm_templates *set, const char *folder)
{
    add_folder(job, set, folder, "", 0);
}
