/*
 * The entries of a template set: files, and the lines of tables; found by a hash of their names.
 */
#include "gen/template/set.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ----------------------------------------------------------------------- entries */

static size_t hash_of(const char *name, size_t length)
{
    uint32_t hash = 2166136261u; /* FNV-1a, 32 bits */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash;
}

/* The slot of that name, or the free one that it would take. */
static unsigned short *slot_of(const struct clgemm_templates *set, const char *name, size_t length)
{
    size_t slot = hash_of(name, length);
    for (;; slot++) {
        unsigned short *const number = &set->slots[slot & (set->slot_count - 1)];
        if (!*number)
            return number;
        const char *const other = set->entries[*number - 1].name;
        if (strncmp(other, name, length) == 0 && other[length] == '\0')
            return number;
    }
}

struct template_entry *template_find(const struct clgemm_templates *set, const char *name,
                                     size_t length)
{
    const unsigned short number = set->count ? *slot_of(set, name, length) : 0;
    return number ? &set->entries[number - 1] : NULL;
}

/* Templates, and folders of them, whose text is in others now. */
static const struct {
    const char *old, *now;
} moved[] = {
    {"common/aligned", "common/before"},
    {"common/blocks", "common/before"},
    {"common/clamped", "common/before"},
    {"common/constants", "common/prologue"},
    {"common/copies", "copy_to_image.cl"},
    {"common/own_member", "tiled/own_member"},
    {"common/rewrites", "pad.cl"},
    {"epilogue/", "common/epilogue"},
    {"load/", "tiled/loads"},
    {"loop/", "tiled/loop"},
    {"matrix/declare_scales", "matrix/tiles"},
    {"matrix/packings", "pack_fragments.cl"},
    {"matrix/read_scales", "ring/end_of_sum"},
    {"products/", "register.cl"},
    {"rewrite/copy", "pad.cl"},
    {"rewrite/transpose", "transpose.cl"},
    {"rewrite/unpad", "unpad.cl"},
    {"stores/times", "common/before"},
    {"tiled/body", "register.cl"},
    {"tiled/k_line", "register.cl"},
    {"tiled/lines", "register.cl"},
};

/* Finds the template that such a one's text is in; NULL: it has not moved. */
static const char *moved_to(const char *name)
{
    for (size_t i = 0; i < sizeof moved / sizeof moved[0]; i++) {
        const size_t length = strlen(moved[i].old);
        const bool folder = moved[i].old[length - 1] == '/';
        if (strncmp(name, moved[i].old, folder ? length : length + 1) == 0)
            return moved[i].now;
    }
    return NULL;
}

const char *templates_page_of(const struct clgemm_templates *templates, const char *name)
{
    char page[64];
    const char *const now = moved_to(name);
    const size_t length = strcspn(name, "/");
    const int printed = now ? snprintf(page, sizeof page, "%s", now)
                            : snprintf(page, sizeof page, "%.*s.cl", (int)length, name);
    if (!name[length] || printed < 0 || (size_t)printed >= sizeof page)
        return NULL;
    const struct template_entry *const entry = template_find(templates, page, (size_t)printed);
    return entry ? entry->name : NULL;
}

enum {
    FIRST_CAPACITY = 256,
    MOST_ENTRIES = 30000
};

static void grow(struct job *job, struct clgemm_templates *set)
{
    const size_t capacity = set->capacity ? 2 * set->capacity : FIRST_CAPACITY;
    if (capacity > MOST_ENTRIES)
        job_fail(job, CLGEMM_TEMPLATE, "template-dir", "more than %d templates", MOST_ENTRIES);
    struct template_entry *const larger = arena_array(job->arena, capacity, sizeof *larger);
    if (set->count)
        memcpy(larger, set->entries, set->count * sizeof *larger);
    set->entries = larger;
    set->capacity = capacity;
    set->slot_count = 2 * capacity;
    set->slots = arena_array(job->arena, set->slot_count, sizeof *set->slots);
    for (size_t i = 0; i < set->count; i++)
        *slot_of(set, larger[i].name, strlen(larger[i].name)) = (unsigned short)(i + 1);
}

/* The entry of that name, a new one where there is none. */
static struct template_entry *entry_of(struct job *job, struct clgemm_templates *set,
                                       const char *name)
{
    if (set->count == set->capacity)
        grow(job, set);
    unsigned short *const number = slot_of(set, name, strlen(name));
    if (!*number) {
        set->entries[set->count].name = name;
        *number = (unsigned short)++set->count;
    }
    return &set->entries[*number - 1];
}

/* -------------------------------------------------------------------------- files */

static bool ends_with(const char *path, const char *suffix)
{
    const size_t length = strlen(path), end = strlen(suffix);
    return length > end && strcmp(path + length - end, suffix) == 0;
}

static _Noreturn void malformed(struct job *job, const char *source, unsigned line, const char *why)
{
    struct clgemm_error error;
    error_set(&error, CLGEMM_TEMPLATE, NULL, "%s:%u:1: %s", source, line, why);
    snprintf(error.source, sizeof error.source, "%s", source);
    error.line = line;
    error.column = 1;
    job_fail_with(job, &error);
}

/* Adds the piece of one line of a table. */
static void add_piece(struct job *job, struct clgemm_templates *set, const char *table,
                      const struct template_entry *file, const char *line, size_t length,
                      unsigned number)
{
    const char *const end = line + length;
    const size_t word = strspn(line, "abcdefghijklmnopqrstuvwxyz0123456789_");
    const char *text = line + word;
    while (text < end && *text == ' ')
        text++;
    if (word == 0 || text == line + word)
        malformed(job, file->source, number,
                  "a line of a table is the name of a piece (a-z, 0-9, _), blanks and its text");
    if (text == end)
        malformed(job, file->source, number, "a piece without text");
    struct template_entry *const entry =
        entry_of(job, set, arena_printf(job->arena, "%s/%.*s", table, (int)word, line));
    if (entry->whole == file->whole)
        malformed(job, file->source, number, "a second piece of the same name");
    *entry = (struct template_entry){.name = entry->name,
                                     .source = file->source,
                                     .whole = file->whole,
                                     .text = text,
                                     .length = (size_t)(end - text),
                                     .piece = true};
}

static void add_table(struct job *job, struct clgemm_templates *set, const char *table,
                      const struct template_entry *file)
{
    const char *line = file->text;
    const char *const end = file->text + file->length;
    for (unsigned number = 1; line < end; number++) {
        const char *const newline = memchr(line, '\n', (size_t)(end - line));
        const char *const next = newline ? newline + 1 : end;
        size_t length = (size_t)((newline ? newline : end) - line);
        while (length && strchr(" \r", line[length - 1]))
            length--;
        if (length && *line != '#')
            add_piece(job, set, table, file, line, length, number);
        line = next;
    }
}

static const char template_suffix[] = ".mustache";
static const char table_suffix[] = ".pieces";

bool template_is_file(const char *name)
{
    return ends_with(name, template_suffix) || ends_with(name, table_suffix);
}

void template_add_file(struct job *job, struct clgemm_templates *set, const char *path,
                       const char *source, const char *text, size_t length)
{
    const struct template_entry file = {
        .source = source, .whole = text, .text = text, .length = length};
    if (ends_with(path, table_suffix)) {
        add_table(job, set, arena_text(job->arena, path, strlen(path) - (sizeof table_suffix - 1)),
                  &file);
        return;
    }
    struct template_entry *const entry = entry_of(
        job, set, arena_text(job->arena, path, strlen(path) - (sizeof template_suffix - 1)));
    const struct template_entry before = *entry;
    *entry = file;
    entry->name = before.name;
    entry->piece = before.piece;
    /* What takes the place of a piece stands inside a line: the newline that ends a file is not its own. */
    if (length && text[length - 1] == '\n' && entry->piece)
        entry->length--;
}
