#include "gen/template/set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/base/embedded.h"

static void add_embedded(struct job *job, struct clgemm_templates *set)
{
    for (const struct embedded_file *file = clgemm_embedded_templates; file->name; file++)
        template_add_file(job, set, file->name, file->name, file->text, file->length);
}

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
    return mustache_compile(&entry->compiled, entry->source, entry->whole, entry->text,
                            entry->length, &allocator, error);
}

struct clgemm_templates *templates_for_job(struct job *job, const struct clgemm_templates *from)
{
    struct clgemm_templates *const set = arena_allocate(job->arena, sizeof *set);
    set->memory = job->arena;
    set->lazy = set;
    add_embedded(job, set);
    for (size_t i = 0; from && i < from->file_count; i++) {
        const struct template_file *const file = &from->files[i];
        const struct template_file copy = {
            arena_copy(job->arena, file->name), arena_copy(job->arena, file->source),
            arena_text(job->arena, file->text, file->length), file->length};
        template_list_file(job, set, &copy);
    }
    return set;
}

int clgemm_templates_open(const char *folder, struct clgemm_templates **templates,
                          struct clgemm_error *error)
{
    *templates = NULL;
    struct clgemm_templates *const set = calloc(1, sizeof *set);
    if (!set) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return -1;
    }
    struct job job;
    arena_init(&set->arena, NULL, NULL);
    job_init(&job, &set->arena, error);
    if (setjmp(job.escape)) {
        clgemm_templates_free(set);
        return -1;
    }
    set->memory = &set->arena;
    add_embedded(&job, set);
    const size_t built_in = set->count;
    if (folder) {
        template_add_folder(&job, set, folder);
        if (!set->file_count)
            job_fail(&job, CLGEMM_IO, "template-dir",
                     "%s holds no template (no *.mustache, no *.pieces)", folder);
    }
    for (size_t i = 0; i < set->count; i++) {
        struct mustache_error broken = {.code = MUSTACHE_OK};
        if (template_compile(set, &set->entries[i], &broken)) {
            struct clgemm_error failure;
            template_error(&failure, &broken);
            job_fail_with(&job, &failure);
        }
    }
    template_check_named(&job, set, built_in);
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
    return templates && index < templates->file_count ? templates->files[index].source : NULL;
}

/* ------------------------------------------------------------------------ texts */

bool templates_at(const struct clgemm_templates *templates, size_t index,
                  struct template_text *found)
{
    if (index >= templates->count)
        return false;
    const struct template_entry *const entry = &templates->entries[index];
    *found = (struct template_text){entry->name, entry->text, entry->length, entry->piece};
    return true;
}

bool templates_text(const struct clgemm_templates *templates, const char *name,
                    struct template_text *found)
{
    const struct template_entry *const entry = template_find(templates, name, strlen(name));
    if (entry)
        *found = (struct template_text){entry->name, entry->text, entry->length, entry->piece};
    for (const struct embedded_file *file = clgemm_embedded_templates; !entry && file->name; file++)
        if (strcmp(file->name, name) == 0) {
            *found = (struct template_text){file->name, file->text, file->length, false};
            return true;
        }
    return entry;
}
