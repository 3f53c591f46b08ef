#include "library/settings_file.h"

#include <string.h>

#include "gen/base/file.h"
#include "gen/base/json.h"
#include "gen/base/value.h"

/* Settings under way. */
struct listing {
    struct job *job;
    struct listed_setting *list;
    size_t count;
};

static void add(struct listing *listing, const char *text, size_t line)
{
    listing->list =
        arena_grow(listing->job->arena, listing->list, listing->count, sizeof *listing->list);
    listing->list[listing->count++] = (struct listed_setting){text, line};
}

static void read_lines(struct listing *listing, const char *at)
{
    for (size_t number = 1; *at; number++) {
        const size_t end = strcspn(at, "\r\n");
        const char *const line = arena_text(listing->job->arena, at, end);
        at += end;
        at += strspn(at, "\r") + (at[strspn(at, "\r")] == '\n');
        if (line[strspn(line, " ")] && *line != '#')
            add(listing, line, number);
    }
}

/* The macros of a row's `host`; NULL: it has none. */
static const char *setting_of(struct job *job, const struct value *row)
{
    const struct value *const host = row->kind == VALUE_OBJECT ? value_get(row, "host") : NULL;
    const char *text = NULL;
    for (const struct value *macro = host && host->kind == VALUE_OBJECT ? host->first : NULL; macro;
         macro = macro->next)
        if (macro->kind == VALUE_INTEGER)
            text = arena_join(job->arena, text, ",",
                              arena_printf(job->arena, "%s=%lld", macro->name, macro->integer));
    return text;
}

static void read_profile(struct listing *listing, const struct value *root)
{
    const struct value *const rows = root->kind == VALUE_OBJECT ? value_get(root, "shapes") : NULL;
    for (const struct value *row = rows && rows->kind == VALUE_LIST ? rows->first : NULL; row;
         row = row->next) {
        const char *const text = setting_of(listing->job, row);
        bool told = text == NULL;
        for (size_t i = 0; i < listing->count && !told; i++)
            told = strcmp(listing->list[i].text, text) == 0;
        if (!told)
            add(listing, text, listing->count + 1);
    }
}

const struct listed_setting *settings_read(struct job *job, const char *path, size_t *count)
{
    size_t length;
    struct listing listing = {.job = job};
    const char *const name = arena_printf(job->arena, "settings %s", path);
    const char *const text = user_file_read(job, "variants", name, path, &length);
    if (text[strspn(text, " \t\r\n")] == '{')
        read_profile(&listing, json_read(job, name, text, length));
    else
        read_lines(&listing, text);
    if (!listing.count)
        job_fail(job, CLGEMM_USAGE, "variants", "settings %s: there is none", path);
    *count = listing.count;
    return listing.list;
}
