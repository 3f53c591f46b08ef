/*
 * Standalone tags: which tags have their line for themselves, and what of the blanks and the line
 * end around them is therefore not output.
 */
#include "gen/mustache/internal.h"

size_t mustache_blanks(const char *begin, const char *end)
{
    const char *p = begin;
    while (p < end && (*p == ' ' || *p == '\t')) {
        p++;
    }
    return (size_t)(p - begin);
}

/* Where the line of `at` begins if only blanks lie between, else NULL. */
static const char *blank_before(const struct source *source, const char *at)
{
    while (at > source->begin && (at[-1] == ' ' || at[-1] == '\t')) {
        at--;
    }
    return at == source->begin || at[-1] == '\n' ? at : NULL;
}

/* Where the next line begins if only blanks lie between `at` and the line end, else NULL. */
static const char *blank_after(const struct source *source, const char *at)
{
    at += mustache_blanks(at, source->end);
    if (at == source->end) {
        return at;
    }
    if (*at == '\r' && source->end - at >= 2) {
        at++;
    }
    return *at == '\n' ? at + 1 : NULL;
}

static bool closes_inheritance(const struct tag *tags, const struct tag *tag)
{
    if (tag->kind != TAG_CLOSE) {
        return false;
    }
    const enum tag_kind kind = tags[tag->partner].kind;
    return kind == TAG_PARENT || kind == TAG_BLOCK;
}

/*
 * What follows closing tag `i` of a block or parent: where it may cut if the line holds nothing
 * more than further such closing tags, else NULL.
 */
static const char *only_closing_after(const struct source *source, const struct tag *tags,
                                      size_t count, size_t i)
{
    const char *cut = blank_after(source, tags[i].end);
    if (cut != NULL) {
        return cut;
    }
    cut = tags[i].end + mustache_blanks(tags[i].end, source->end);
    const char *at = cut;
    for (size_t next = i + 1; next < count; next++) {
        if (tags[next].begin != at || !closes_inheritance(tags, &tags[next])) {
            return NULL;
        }
        if (blank_after(source, tags[next].end) != NULL) {
            return cut;
        }
        at = tags[next].end + mustache_blanks(tags[next].end, source->end);
    }
    return NULL;
}

static void cut(struct tag *tag, const char *begin, const char *end)
{
    tag->own_line = true;
    tag->cut_begin = begin;
    tag->cut_end = end;
}

/* A parent is one thing from its opening to its closing tag: nothing between them is output. */
static void mark_parent(const struct source *source, struct tag *tags, size_t count, size_t close)
{
    struct tag *open = &tags[tags[close].partner];
    const char *before = blank_before(source, open->begin);
    const char *after = only_closing_after(source, tags, count, close);
    if (before != NULL && after != NULL) {
        cut(open, before, open->end);
        cut(&tags[close], tags[close].begin, after);
    }
}

static void mark_close(const struct source *source, struct tag *tags, size_t count, size_t i)
{
    struct tag *tag = &tags[i];
    const struct tag *open = &tags[tag->partner];
    if (open->kind == TAG_PARENT) {
        mark_parent(source, tags, count, i);
        return;
    }
    const char *before = blank_before(source, tag->begin);
    if (before == NULL) {
        return;
    }
    if (open->argument) {
        /* What follows an argument is inside the parent, so no output. */
        cut(tag, before, tag->end);
        return;
    }
    const char *after = open->kind == TAG_BLOCK ? only_closing_after(source, tags, count, i)
                                                : blank_after(source, tag->end);
    if (after != NULL) {
        cut(tag, before, after);
    }
}

void mustache_mark_lines(const struct source *source, struct tag *tags, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct tag *tag = &tags[i];
        tag->own_line = false;
        tag->cut_begin = tag->begin;
        tag->cut_end = tag->end;
        tag->indent = (struct slice){tag->begin, 0};
        if (tag->kind == TAG_VARIABLE || tag->kind == TAG_RAW) {
            continue;
        }
        const char *before = blank_before(source, tag->begin);
        if (before != NULL) {
            tag->indent = (struct slice){before, (size_t)(tag->begin - before)};
        }
        if (tag->kind == TAG_PARENT) {
            continue; /* marked together with its closing tag */
        }
        if (tag->kind == TAG_CLOSE) {
            mark_close(source, tags, count, i);
            continue;
        }
        const char *after = blank_after(source, tag->end);
        if (after != NULL && tag->argument) {
            /* What precedes an argument is the parent's tag or inside it, so no output. */
            cut(tag, tag->begin, after);
        } else if (after != NULL && before != NULL) {
            cut(tag, before, after);
        }
    }
}
