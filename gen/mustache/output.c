/* Writes text, and moves the lines of templates to the indentation they belong at. */
#include "gen/mustache/internal.h"

#include <string.h>

int mustache_put(struct renderer *r, const struct scope *scope, const struct op *op,
                 struct slice text)
{
    if (text.length == 0 || r->writer->write(r->writer->self, text.begin, text.length) == 0) {
        return 0;
    }
    return mustache_fail(r->error, MUSTACHE_ERROR_WRITE, &scope->template->source, op->at,
                         "the writer failed");
}

static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

int mustache_put_escaped(struct renderer *r, const struct scope *scope, const struct op *op,
                         struct slice text)
{
    size_t done = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char *entity = entity_of(text.begin[i]);
        if (entity == NULL) {
            continue;
        }
        const struct slice before = {text.begin + done, i - done};
        if (mustache_put(r, scope, op, before) != 0 ||
            mustache_put(r, scope, op, (struct slice){entity, strlen(entity)}) != 0) {
            return -1;
        }
        done = i + 1;
    }
    return mustache_put(r, scope, op, (struct slice){text.begin + done, text.length - done});
}

static struct slice without_prefix(struct slice text, struct slice prefix)
{
    size_t common = 0;
    while (common < text.length && common < prefix.length &&
           text.begin[common] == prefix.begin[common]) {
        common++;
    }
    return (struct slice){text.begin + common, text.length - common};
}

/* Begins a line that has `blanks` in its template. */
static int put_blanks(struct renderer *r, const struct scope *scope, const struct op *op,
                      struct indentation *indentation, struct slice blanks)
{
    if (indentation != NULL) {
        if (!indentation->in_line &&
            put_blanks(r, scope, op, indentation->outer, indentation->add) != 0) {
            return -1;
        }
        indentation->in_line = false;
        blanks = without_prefix(blanks, indentation->remove);
    }
    return mustache_put(r, scope, op, blanks);
}

int mustache_put_line_start(struct renderer *r, const struct scope *scope, const struct op *op,
                            struct indentation *indentation)
{
    return put_blanks(r, scope, op, indentation, (struct slice){"", 0});
}

static bool is_empty_line(struct slice line)
{
    return line.begin[0] == '\n' || (line.length == 2 && memcmp(line.begin, "\r\n", 2) == 0);
}

static int put_line(struct renderer *r, const struct scope *scope, const struct op *op,
                    struct slice line)
{
    if (r->mode == MUSTACHE_PRODUCT && is_empty_line(line)) {
        for (struct indentation *i = scope->indentation; i != NULL; i = i->outer) {
            i->in_line = false;
        }
        return mustache_put(r, scope, op, line);
    }
    const size_t length = mustache_blanks(line.begin, line.begin + line.length);
    const struct slice blanks = {line.begin, length};
    const struct slice rest = {line.begin + length, line.length - length};
    if (put_blanks(r, scope, op, scope->indentation, blanks) != 0) {
        return -1;
    }
    return mustache_put(r, scope, op, rest);
}

int mustache_put_text(struct renderer *r, const struct scope *scope, const struct op *op)
{
    if (scope->indentation == NULL) {
        return mustache_put(r, scope, op, op->text);
    }
    const char *begin = op->text.begin;
    const char *end = begin + op->text.length;
    bool line_start = op->line_start;
    while (begin < end) {
        const char *line_end = memchr(begin, '\n', (size_t)(end - begin));
        line_end = line_end == NULL ? end : line_end + 1;
        const struct slice line = {begin, (size_t)(line_end - begin)};
        const int failed =
            line_start ? put_line(r, scope, op, line) : mustache_put(r, scope, op, line);
        if (failed) {
            return -1;
        }
        begin = line_end;
        line_start = true;
    }
    return 0;
}
