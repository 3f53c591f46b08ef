/*
 * Compiles a text to a template in four passes: tags, pairs of tags, lines, ops. The tags are
 * scaffolding, the ops are what stays.
 */
#include "gen/mustache/internal.h"

#include <stdint.h>
#include <string.h>

struct compiler {
    struct source source;
    const struct mustache_allocator *allocator;
    struct mustache_error *error;
    struct tag *tags;
    size_t tag_count;
    struct mustache_template *template;
    size_t open;            /* innermost opening tag whose body is being emitted */
    size_t unknown_indents; /* open blocks whose indentation is not known yet */
};

/* Memory of a struct with `count` elements behind it. */
static void *allocate(struct compiler *c, size_t head, size_t count, size_t size)
{
    void *memory = NULL;
    if (count <= (SIZE_MAX - head) / size) {
        memory = c->allocator->allocate(c->allocator->self, head + count * size);
    }
    if (memory == NULL) {
        mustache_fail(c->error, MUSTACHE_ERROR_MEMORY, &c->source, NULL,
                      "no memory to compile the template");
    }
    return memory;
}

/* Lexed twice, because that is cheaper than memory which grows in a region. */
static int collect_tags(struct compiler *c)
{
    struct lexer lexer;
    struct tag tag;
    int found;
    mustache_lex_init(&lexer, &c->source, c->error);
    while ((found = mustache_lex_next(&lexer, &tag)) > 0) {
        c->tag_count++;
    }
    if (found < 0 || c->tag_count == 0) {
        return found;
    }
    c->tags = allocate(c, 0, c->tag_count, sizeof *c->tags);
    if (c->tags == NULL) {
        return -1;
    }
    mustache_lex_init(&lexer, &c->source, NULL);
    for (size_t i = 0; i < c->tag_count && found >= 0; i++) {
        found = mustache_lex_next(&lexer, &c->tags[i]);
    }
    return found < 0 ? -1 : 0;
}

static bool opens(const struct tag *tag)
{
    return tag->kind == TAG_SECTION || tag->kind == TAG_INVERTED || tag->kind == TAG_PARENT ||
           tag->kind == TAG_BLOCK;
}

static const char *noun(const struct tag *tag)
{
    return tag->kind == TAG_PARENT ? "parent" : tag->kind == TAG_BLOCK ? "block" : "section";
}

static bool same(struct slice a, struct slice b)
{
    return a.length == b.length && memcmp(a.begin, b.begin, a.length) == 0;
}

/* The star of a dynamic parent is part of what its closing tag repeats. */
static bool closes(const struct tag *close, const struct tag *open)
{
    struct slice name = open->name;
    if (close->dynamic && !open->dynamic && name.begin[0] == '*') {
        /* not dynamic after all: a section or block whose name begins with a star */
        name.begin++;
        name.length--;
        return same(close->name, name);
    }
    return close->dynamic == open->dynamic && same(close->name, name);
}

static const char *star(const struct tag *tag)
{
    return tag->dynamic ? "*" : "";
}

static int pair_tags(struct compiler *c)
{
    size_t open = MUSTACHE_NONE;
    for (size_t i = 0; i < c->tag_count; i++) {
        struct tag *tag = &c->tags[i];
        if (opens(tag)) {
            tag->outer = open;
            tag->argument =
                tag->kind == TAG_BLOCK && open != MUSTACHE_NONE && c->tags[open].kind == TAG_PARENT;
            open = i;
        } else if (tag->kind == TAG_CLOSE) {
            if (open == MUSTACHE_NONE) {
                return mustache_fail(c->error, MUSTACHE_ERROR_SYNTAX, &c->source, tag->begin,
                                     "'%s%.*s' is closed but was not opened", star(tag),
                                     mustache_clip(tag->name), tag->name.begin);
            }
            struct tag *partner = &c->tags[open];
            if (!closes(tag, partner)) {
                return mustache_fail(c->error, MUSTACHE_ERROR_SYNTAX, &c->source, tag->begin,
                                     "%s '%s%.*s' of line %zu is closed by '%s%.*s'", noun(partner),
                                     star(partner), mustache_clip(partner->name),
                                     partner->name.begin, mustache_line(&c->source, partner->begin),
                                     star(tag), mustache_clip(tag->name), tag->name.begin);
            }
            tag->partner = open;
            partner->partner = i;
            open = partner->outer;
        }
    }
    if (open != MUSTACHE_NONE) {
        const struct tag *tag = &c->tags[open];
        return mustache_fail(c->error, MUSTACHE_ERROR_SYNTAX, &c->source, tag->begin,
                             "%s '%s%.*s' is not closed", noun(tag), star(tag),
                             mustache_clip(tag->name), tag->name.begin);
    }
    return 0;
}

/* A line with output and this indentation begins: it is the first one of these open blocks. */
static void first_line(struct compiler *c, struct slice indent)
{
    for (size_t i = c->open; i != MUSTACHE_NONE && c->unknown_indents > 0; i = c->tags[i].outer) {
        struct tag *tag = &c->tags[i];
        if (tag->kind == TAG_BLOCK && !tag->indent_known) {
            tag->indent_known = true;
            c->template->ops[tag->op].indent = indent;
            c->unknown_indents--;
        }
    }
}

static bool starts_line(const struct compiler *c, const char *at)
{
    return at == c->source.begin || at[-1] == '\n';
}

static bool is_line_end(const char *at, const char *end)
{
    return *at == '\n' || (*at == '\r' && end - at >= 2 && at[1] == '\n');
}

/* Looks for a line in this text that is not blank. At its end a tag follows on the same line. */
static void first_line_of_text(struct compiler *c, const char *begin, const char *end)
{
    const char *line = begin;
    if (!starts_line(c, line)) {
        line = memchr(begin, '\n', (size_t)(end - begin));
        line = line == NULL ? end : line + 1;
    }
    while (line < end) {
        const struct slice blanks = {line, mustache_blanks(line, end)};
        const char *text = line + blanks.length;
        if (text == end || !is_line_end(text, end)) {
            first_line(c, blanks);
            return;
        }
        line = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    }
}

static struct op *add_op(struct compiler *c, enum op_kind kind, const char *at)
{
    struct op *op = &c->template->ops[c->template->op_count++];
    *op = (struct op){.kind = kind, .at = at, .end = c->template->op_count};
    return op;
}

/* The text up to `tag`, or to the end where `tag` is NULL. */
static void emit_text(struct compiler *c, const char *begin, const struct tag *tag)
{
    const char *end = tag == NULL ? c->source.end : tag->cut_begin;
    if (begin < end) {
        struct op *op = add_op(c, OP_TEXT, begin);
        op->text = (struct slice){begin, (size_t)(end - begin)};
        op->line_start = starts_line(c, begin);
        if (c->unknown_indents > 0) {
            first_line_of_text(c, begin, end);
        }
    }
    if (tag != NULL && !tag->own_line && starts_line(c, tag->begin)) {
        add_op(c, OP_LINE, tag->begin);
        first_line(c, (struct slice){tag->begin, 0});
    }
}

static void emit_named(struct compiler *c, struct tag *tag, enum op_kind kind)
{
    struct op *op = add_op(c, kind, tag->begin);
    op->dynamic = tag->dynamic;
    op->own_line = tag->own_line;
    op->text = tag->name;
    op->indent = tag->indent;
    tag->op = c->template->op_count - 1;
    if ((kind == OP_PARTIAL || kind == OP_PARENT) && tag->own_line) {
        first_line(c, tag->indent);
    }
}

static void emit_open(struct compiler *c, size_t i, enum op_kind kind)
{
    struct tag *tag = &c->tags[i];
    emit_named(c, tag, kind);
    tag->indent_known = !(kind == OP_BLOCK && tag->own_line);
    c->unknown_indents += !tag->indent_known;
    c->open = i;
}

static void emit_close(struct compiler *c, const struct tag *close)
{
    struct tag *tag = &c->tags[close->partner];
    if (!tag->indent_known) {
        first_line(c, tag->indent);
    }
    c->template->ops[tag->op].end = c->template->op_count;
    c->open = tag->outer;
}

static void emit_tag(struct compiler *c, size_t i)
{
    struct tag *tag = &c->tags[i];
    switch (tag->kind) {
    case TAG_VARIABLE:
        emit_named(c, tag, OP_VARIABLE);
        break;
    case TAG_RAW:
        emit_named(c, tag, OP_RAW);
        break;
    case TAG_PARTIAL:
        emit_named(c, tag, OP_PARTIAL);
        break;
    case TAG_SECTION:
        emit_open(c, i, OP_SECTION);
        break;
    case TAG_INVERTED:
        emit_open(c, i, OP_INVERTED);
        break;
    case TAG_PARENT:
        emit_open(c, i, OP_PARENT);
        break;
    case TAG_BLOCK:
        emit_open(c, i, OP_BLOCK);
        break;
    case TAG_CLOSE:
        emit_close(c, tag);
        break;
    case TAG_COMMENT:
    case TAG_DELIMITERS:
        break;
    }
}

static void emit_ops(struct compiler *c)
{
    const char *cursor = c->source.begin;
    for (size_t i = 0; i < c->tag_count; i++) {
        const struct tag *tag = &c->tags[i];
        const bool in_parent = c->open != MUSTACHE_NONE && c->tags[c->open].kind == TAG_PARENT;
        if (!in_parent) {
            emit_text(c, cursor, tag);
            emit_tag(c, i);
        } else if (tag->argument || tag->kind == TAG_CLOSE) {
            emit_tag(c, i);
        } else if (opens(tag)) {
            i = tag->partner; /* ignored with all that is in it */
        }
        cursor = c->tags[i].cut_end;
    }
    emit_text(c, cursor, NULL);
}

int mustache_compile(const struct mustache_template **result, const char *name, const char *whole,
                     const char *text, size_t length, const struct mustache_allocator *allocator,
                     struct mustache_error *error)
{
    /* An empty text may come as NULL; the passes want a place to point at. */
    const char *begin = text == NULL ? "" : text;
    struct compiler compiler = {
        .source = {name, begin, begin + length, whole == NULL ? begin : whole},
        .allocator = allocator,
        .error = error,
        .open = MUSTACHE_NONE,
    };
    struct compiler *c = &compiler;

    *result = NULL;
    if (collect_tags(c) != 0 || pair_tags(c) != 0) {
        return -1;
    }
    mustache_mark_lines(&c->source, c->tags, c->tag_count);

    /* A tag makes at most three ops: the text before it, the start of its line, itself. */
    const size_t name_size = strlen(name) + 1;
    size_t most_ops = 1;
    for (size_t i = 0; i < c->tag_count; i++) {
        const struct tag *tag = &c->tags[i];
        const char *before = i == 0 ? c->source.begin : c->tags[i - 1].cut_end;
        most_ops += tag->cut_begin > before ? 3 : 2;
    }
    c->template = allocate(c, sizeof *c->template + name_size, most_ops, sizeof(struct op));
    if (c->template == NULL) {
        return -1;
    }
    char *name_copy = (char *)&c->template->ops[most_ops];
    memcpy(name_copy, name, name_size);
    c->template->source = c->source;
    c->template->source.name = name_copy;
    c->template->op_count = 0;
    emit_ops(c);
    *result = c->template;
    return 0;
}

void mustache_named(const struct mustache_template *template,
                    void (*each)(void *self, const char *name, size_t length), void *self)
{
    for (size_t i = 0; i < template->op_count; i++) {
        const struct op *op = &template->ops[i];
        if ((op->kind == OP_PARTIAL || op->kind == OP_PARENT) && !op->dynamic) {
            each(self, op->text.begin, op->text.length);
        }
    }
}
