#include "library/settings_file.h"

#include <string.h>

#include "gen/base/file.h"
#include "gen/base/json.h"
#include "gen/base/value.h"

/* Settings under way. */
struct listing {
    struct job *job;
    const char *name; /* "settings x.txt" */
    struct listed_setting *list;
    size_t count;
};

static void add(struct listing *listing, const char *text, const char *place)
{
    listing->list =
        arena_grow(listing->job->arena, listing->list, listing->count, sizeof *listing->list);
    listing->list[listing->count++] = (struct listed_setting){text, place};
}

static void read_lines(struct listing *listing, const char *at)
{
    struct arena *const arena = listing->job->arena;
    for (size_t number = 1; *at; number++) {
        const size_t end = strcspn(at, "\r\n");
        const char *const line = arena_text(arena, at, end);
        at += end;
        at += strspn(at, "\r") + (at[strspn(at, "\r")] == '\n');
        if (line[strspn(line, " ")] && *line != '#')
            add(listing, line, arena_printf(arena, "%s:%zu", listing->name, number));
    }
}

/* The macros of a row's `host`; NULL: it has none. */
static const char *setting_of(const struct listing *listing, const struct value *row,
                              const char *place)
{
    struct arena *const arena = listing->job->arena;
    const struct value *const host = row->kind == VALUE_OBJECT ? value_get(row, "host") : NULL;
    const char *text = NULL;
    for (const struct value *macro = host && host->kind == VALUE_OBJECT ? host->first : NULL; macro;
         macro = macro->next) {
        if (macro->kind != VALUE_INTEGER)
            job_fail(listing->job, CLGEMM_USAGE, "variants",
                     "%s: host.%.60s must be a whole number", place, macro->name);
        text = arena_join(arena, text, ",",
                          arena_printf(arena, "%s=%lld", macro->name, macro->integer));
    }
    return text;
}

static void read_profile(struct listing *listing, const struct value *root)
{
    const struct value *const rows = root->kind == VALUE_OBJECT ? value_get(root, "shapes") : NULL;
    size_t number = 0;
    for (const struct value *row = rows && rows->kind == VALUE_LIST ? rows->first : NULL; row;
         row = row->next) {
        const char *const place =
            arena_printf(listing->job->arena, "%s: shapes[%zu]", listing->name, number++);
        const char *const text = setting_of(listing, row, place);
        bool told = text == NULL;
        for (size_t i = 0; i < listing->count && !told; i++)
            told = strcmp(listing->list[i].text, text) == 0;
        if (!told)
            add(listing, text, place);
    }
}

const struct listed_setting *settings_read(struct job *job, const char *path, size_t *count)
{
    size_t length;
    struct listing listing = {.job = job, .name = arena_printf(job->arena, "settings %s", path)};
    const char *const text = user_file_read(job, "variants", listing.name, path, &length);
    if (text[strspn(text, " \t\r\n")] == '{')
        read_profile(&listing, json_read(job, listing.name, text, length));
    else
        read_lines(&listing, text);
    if (!listing.count)
        job_fail(job, CLGEMM_USAGE, "variants", "%s: there is none", listing.name);
    *count = listing.count;
    return listing.list;
}
