/*
 * The templates of a folder, with all folders in it.
 */
#include "gen/template/set.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/base/nearest.h"

static _Noreturn void cannot_read(struct job *job, const char *path, int number)
{
    struct clgemm_error error;
    error_set(&error, CLGEMM_IO, "template-dir", "cannot read %s: %s", path, strerror(number));
    snprintf(error.source, sizeof error.source, "%s", path);
    job_fail_with(job, &error);
}

enum {
    DEEPEST_FOLDER = 8,
    MOST_NAMES = 1024,          /* of a folder, and of all below it */
    LARGEST_TEMPLATE = 1 << 20, /* bytes */
    LARGEST_FOLDER = 16 << 20   /* bytes of all templates */
};

/* A folder that is read, with all below it. */
struct reading {
    struct job *job;
    struct clgemm_templates *set;
    const char *folder;
    size_t names; /* met so far */
    size_t bytes; /* of templates, so far */
};

/* Bytes of an open file into `room` for `size` and one more; their number, or -1 with errno. More than
 * `size` says that the file grew. */
static ssize_t read_all(int file, char *room, size_t size)
{
    size_t length = 0;
    while (length <= size) {
        const ssize_t got = read(file, room + length, size + 1 - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

/* Opens a file of the folder. A pipe without a writer would keep an open waiting for ever, a device could be
 * read without end: only regular files are templates, and such as somebody may have written. */
static int open_template(struct reading *reading, const char *path, size_t *size)
{
    struct job *const job = reading->job;
    struct stat status;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        cannot_read(job, path, errno);
    const int number = fstat(file, &status) == 0 ? 0 : errno;
    *size = number ? 0 : (size_t)status.st_size;
    const bool regular = !number && S_ISREG(status.st_mode);
    if (regular && *size <= LARGEST_TEMPLATE && *size <= LARGEST_FOLDER - reading->bytes)
        return file;
    close(file);
    if (number)
        cannot_read(job, path, number);
    if (!regular)
        job_fail(job, CLGEMM_IO, "template-dir", "%s is no regular file", path);
    if (*size > LARGEST_TEMPLATE)
        job_fail(job, CLGEMM_IO, "template-dir", "%s has %zu bytes, a template at most %d", path,
                 *size, LARGEST_TEMPLATE);
    job_fail(job, CLGEMM_IO, "template-dir", "with %s the templates of %s have more than %d bytes",
             path, reading->folder, LARGEST_FOLDER);
}

void template_list_file(struct job *job, struct clgemm_templates *set,
                        const struct template_file *file)
{
    if (set->file_count == set->file_capacity) {
        const size_t capacity = set->file_capacity ? 2 * set->file_capacity : 16;
        struct template_file *const larger = arena_array(job->arena, capacity, sizeof *larger);
        if (set->file_count)
            memcpy(larger, set->files, set->file_count * sizeof *larger);
        set->files = larger;
        set->file_capacity = capacity;
    }
    template_add_file(job, set, file->name, file->source, file->text, file->length);
    set->files[set->file_count++] = *file;
}

static void add_file(struct reading *reading, const char *relative)
{
    struct job *const job = reading->job;
    const char *const path = arena_printf(job->arena, "%s/%s", reading->folder, relative);
    size_t size;
    const int file = open_template(reading, path, &size);
    /* Nothing may leave the job while the file is open. */
    char *const room = arena_allocate_or_null(job->arena, size + 1);
    const ssize_t length = room ? read_all(file, room, size) : -1;
    const int number = errno;
    close(file);
    if (!room)
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    if (length < 0)
        cannot_read(job, path, number);
    if ((size_t)length > size)
        job_fail(job, CLGEMM_IO, "template-dir", "%s grew while it was read", path);
    reading->bytes += (size_t)length;
    const struct template_file read = {relative, path, room, (size_t)length};
    template_list_file(job, reading->set, &read);
}

static int is_visible(const struct dirent *item)
{
    return item->d_name[0] != '.';
}

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

static void add_folder(struct reading *reading, const char *relative, int depth)
{
    struct job *const job = reading->job;
    const char *const path =
        *relative ? arena_printf(job->arena, "%s/%s", reading->folder, relative) : reading->folder;
    if (depth > DEEPEST_FOLDER)
        job_fail(job, CLGEMM_IO, "template-dir", "%s is more than %d folders deep", path,
                 DEEPEST_FOLDER);
    const char **const names = arena_array(job->arena, MOST_NAMES, sizeof *names);
    const size_t count = list_folder(job, path, names);
    reading->names += count;
    if (reading->names > MOST_NAMES)
        job_fail(job, CLGEMM_IO, "template-dir", "%s holds more than %d files, with those below it",
                 reading->folder, MOST_NAMES);
    for (size_t i = 0; i < count; i++) {
        const char *const below =
            *relative ? arena_printf(job->arena, "%s/%s", relative, names[i]) : names[i];
        struct stat status;
        const char *const whole = arena_printf(job->arena, "%s/%s", reading->folder, below);
        if (stat(whole, &status) != 0)
            cannot_read(job, whole, errno);
        if (S_ISDIR(status.st_mode))
            add_folder(reading, below, depth + 1);
        else if (template_is_file(names[i]))
            add_file(reading, below);
    }
}

void template_add_folder(struct job *job, struct clgemm_templates *set, const char *folder)
{
    struct reading reading = {.job = job, .set = set, .folder = folder};
    add_folder(&reading, "", 0);
}

/* ------------------------------------------------------------------- names that serve nothing */

static void mark_named(void *self, const char *name, size_t length)
{
    struct template_entry *const entry = template_find(self, name, length);
    if (entry)
        entry->named = true;
}

void template_check_named(struct job *job, struct clgemm_templates *set, size_t built_in)
{
    struct template_entry *unnamed = NULL;
    for (size_t i = 0; i < set->count; i++)
        mustache_named(set->entries[i].compiled, mark_named, set);
    for (size_t i = set->count; i-- > built_in;)
        if (!set->entries[i].named)
            unnamed = &set->entries[i];
    if (!unnamed)
        return;
    const char **const names = arena_array(job->arena, built_in + 1, sizeof *names);
    for (size_t i = 0; i < built_in; i++)
        names[i] = set->entries[i].name;
    const char *const page = templates_page_of(set, unnamed->name);
    const char *const nearest = page ? page : nearest_name(unnamed->name, names);
    struct clgemm_error error;
    error_set(&error, CLGEMM_TEMPLATE, "template-dir",
              "%s: there is no template %s to be replaced, and none names it; %s%s%s",
              unnamed->source, unnamed->name, nearest ? "did you mean " : "--list templates",
              nearest ? nearest : " shows them", nearest ? "?" : "");
    snprintf(error.source, sizeof error.source, "%s", unnamed->source);
    job_fail_with(job, &error);
}
