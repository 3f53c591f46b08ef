#include "gen/template_set.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "gen/embedded.h"

static const char suffix[] = ".mustache";

/* ----------------------------------------------------------------------- entries */

struct template_entry *template_find(const struct clgemm_templates *set, const char *name,
                                     size_t length)
{
    for (size_t i = 0; i < set->count; i++)
        if (strlen(set->entries[i].name) == length &&
            memcmp(set->entries[i].name, name, length) == 0)
            return &set->entries[i];
    return NULL;
}

/* Templates under expression/ are pieces of a line: the newline that ends their file is not theirs.
 */
static size_t length_without_newline(const char *name, const char *text, size_t length)
{
    const bool piece = strncmp(name, "expression/", 11) == 0;
    return piece && length && text[length - 1] == '\n' ? length - 1 : length;
}

static void add_entry(struct job *job, struct clgemm_templates *set, const char *path,
                      const char *source, const char *text, size_t length, bool from_folder)
{
    const size_t stem = strlen(path) - strlen(suffix);
    const char *const name = arena_text(job->arena, path, stem);
    struct template_entry *entry = template_find(set, name, stem);
    if (!entry) {
        if (set->count == set->capacity) {
            const size_t capacity = set->capacity ? 2 * set->capacity : 64;
            struct template_entry *const larger = arena_array(job->arena, capacity, sizeof *larger);
            if (set->count)
                memcpy(larger, set->entries, set->count * sizeof *larger);
            set->entries = larger;
            set->capacity = capacity;
        }
        entry = &set->entries[set->count++];
    }
    *entry = (struct template_entry){.name = name,
                                     .source = source,
                                     .text = text,
                                     .length = length_without_newline(name, text, length),
                                     .from_folder = from_folder};
}

static void add_embedded(struct job *job, struct clgemm_templates *set)
{
    for (const struct embedded_file *file = clgemm_embedded_templates; file->name; file++)
        add_entry(job, set, file->name, file->name, file->text, file->length, false);
}

/* ------------------------------------------------------------------------ folder */

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
    add_entry(job, set, relative, path, room, length, true);
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
        const size_t length = strlen(names[i]);
        if (S_ISDIR(status.st_mode))
            add_folder(job, set, folder, below, depth + 1);
        else if (length > strlen(suffix) && strcmp(names[i] + length - strlen(suffix), suffix) == 0)
            add_file(job, set, folder, below);
    }
}

/* ----------------------------------------------------------------------- compile */

static void *allocate(void *self, size_t bytes)
{
    return arena_allocate(self, bytes);
}

void template_error(struct clgemm_error *error, const struct mustache_error *from)
{
    error_set(error, from->code == MUSTACHE_ERROR_MEMORY ? CLGEMM_IO : CLGEMM_TEMPLATE, NULL,
              "%s:%zu:%zu: %s", from->template_name, from->line, from->column, from->text);
    snprintf(error->source, sizeof error->source, "%s", from->template_name);
    error->line = (unsigned)from->line;
    error->column = (unsigned)from->column;
}

int template_compile(struct clgemm_templates *set, struct template_entry *entry,
                     struct mustache_error *error)
{
    const struct mustache_allocator allocator = {set->memory, allocate};
    return mustache_compile(&entry->compiled, entry->source, entry->text, entry->length, &allocator,
                            error);
}

struct clgemm_templates *templates_for_job(struct job *job)
{
    struct clgemm_templates *const set = arena_allocate(job->arena, sizeof *set);
    set->memory = job->arena;
    add_embedded(job, set);
    return set;
}

int clgemm_templates_open(const char *folder, struct clgemm_templates **templates,
                          struct clgemm_error *error)
{
    struct clgemm_error unused;
    *templates = NULL;
    struct clgemm_templates *const set = calloc(1, sizeof *set);
    if (!set) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return -1;
    }
    struct job job;
    arena_init(&set->arena, NULL, NULL);
    job_init(&job, &set->arena, error ? error : &unused);
    if (setjmp(job.escape)) {
        clgemm_templates_free(set);
        return -1;
    }
    set->memory = &set->arena;
    add_embedded(&job, set);
    if (folder) {
        add_folder(&job, set, folder, "", 0);
        if (!templates_file(set, 0))
            job_fail(&job, CLGEMM_IO, "template-dir", "%s holds no template (no *.mustache)",
                     folder);
    }
    for (size_t i = 0; i < set->count; i++) {
        struct mustache_error broken = {.code = MUSTACHE_OK};
        if (template_compile(set, &set->entries[i], &broken)) {
            struct clgemm_error failure;
            template_error(&failure, &broken);
            job_fail_with(&job, &failure);
        }
    }
    /* From here on the set is only read; nothing may fail into a job that has ended. */
    set->arena.exhausted = NULL;
    *templates = set;
    return 0;
}

void clgemm_templates_free(struct clgemm_templates *templates)
{
    if (!templates)
        return;
    arena_free(&templates->arena);
    free(templates);
}

const char *templates_file(const struct clgemm_templates *templates, size_t index)
{
    for (size_t i = 0; templates && i < templates->count; i++)
        if (templates->entries[i].from_folder && index-- == 0)
            return templates->entries[i].source;
    return NULL;
}
