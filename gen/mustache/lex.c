/* Finds the tags of a template, one after the other, and follows the delimiters it sets. */
#include "gen/mustache/internal.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static struct slice trim(const char *begin, const char *end)
{
    while (begin < end && is_space(*begin)) {
        begin++;
    }
    while (begin < end && is_space(end[-1])) {
        end--;
    }
    return (struct slice){begin, (size_t)(end - begin)};
}

static const char *find_space(const char *begin, const char *end)
{
    while (begin < end && !is_space(*begin)) {
        begin++;
    }
    return begin;
}

static bool starts_with(const char *begin, const char *end, struct slice what)
{
    return (size_t)(end - begin) >= what.length && memcmp(begin, what.begin, what.length) == 0;
}

/* The first `what` between begin and end, or NULL. */
static const char *find(const char *begin, const char *end, struct slice what)
{
    while ((size_t)(end - begin) >= what.length) {
        const size_t room = (size_t)(end - begin) - what.length + 1;
        const char *hit = memchr(begin, what.begin[0], room);
        if (hit == NULL) {
            return NULL;
        }
        if (memcmp(hit, what.begin, what.length) == 0) {
            return hit;
        }
        begin = hit + 1;
    }
    return NULL;
}

/* The first closing delimiter right behind the character `before`, as in }}} and =}}. */
static const char *find_close_after(char before, const char *begin, const char *end,
                                    struct slice close)
{
    while (begin < end) {
        const char *hit = memchr(begin, before, (size_t)(end - begin));
        if (hit == NULL) {
            return NULL;
        }
        if (starts_with(hit + 1, end, close)) {
            return hit;
        }
        begin = hit + 1;
    }
    return NULL;
}

static int fail(const struct lexer *lexer, const struct tag *tag, const char *what)
{
    return mustache_fail(lexer->error, MUSTACHE_ERROR_SYNTAX, lexer->source, tag->begin, "%s",
                         what);
}

static int unclosed(const struct lexer *lexer, const struct tag *tag, const char *before)
{
    return mustache_fail(lexer->error, MUSTACHE_ERROR_SYNTAX, lexer->source, tag->begin,
                         "tag is not closed, '%s%.*s' is missing", before,
                         mustache_clip(lexer->close), lexer->close.begin);
}

/* {{=<% %>=}}: `content` is what stands between the two equals signs. */
static int set_delimiters(struct lexer *lexer, const struct tag *tag, struct slice content)
{
    const char *end = content.begin + content.length;
    const char *middle = find_space(content.begin, end);
    const struct slice open = {content.begin, (size_t)(middle - content.begin)};
    const struct slice close = trim(middle, end);
    if (open.length == 0 || close.length == 0 || find_space(close.begin, end) != end ||
        memchr(content.begin, '=', content.length) != NULL) {
        return fail(lexer, tag, "set delimiters must be two words without '='");
    }
    lexer->open = open;
    lexer->close = close;
    return 1;
}

static bool is_looked_up(const struct tag *tag)
{
    switch (tag->kind) {
    case TAG_VARIABLE:
    case TAG_RAW:
    case TAG_SECTION:
    case TAG_INVERTED:
        return true;
    default:
        return tag->dynamic;
    }
}

/* Every dot of a dotted name must stand between two parts; "." alone is the current value. */
static bool has_empty_part(struct slice name)
{
    if (name.length == 1 && name.begin[0] == '.') {
        return false;
    }
    bool empty = true;
    for (size_t i = 0; i < name.length; i++) {
        if (name.begin[i] == '.' && empty) {
            return true;
        }
        empty = name.begin[i] == '.';
    }
    return empty;
}

static int check_name(const struct lexer *lexer, const struct tag *tag)
{
    const struct slice name = tag->name;
    const char *end = name.begin + name.length;
    const char *problem = NULL;
    if (name.length == 0) {
        return fail(lexer, tag, "tag has no name");
    }
    if (find_space(name.begin, end) != end) {
        problem = "contains white space";
    } else if (find(name.begin, end, lexer->close) != NULL) {
        problem = "contains the closing delimiter";
    } else if (is_looked_up(tag) && has_empty_part(name)) {
        problem = "has an empty part";
    }
    if (problem == NULL) {
        return 1;
    }
    return mustache_fail(lexer->error, MUSTACHE_ERROR_SYNTAX, lexer->source, tag->begin,
                         "name '%.*s' %s", mustache_clip(name), name.begin, problem);
}

static enum tag_kind kind_of(char sigil)
{
    switch (sigil) {
    case '{':
    case '&':
        return TAG_RAW;
    case '#':
        return TAG_SECTION;
    case '^':
        return TAG_INVERTED;
    case '>':
        return TAG_PARTIAL;
    case '<':
        return TAG_PARENT;
    case '$':
        return TAG_BLOCK;
    case '/':
        return TAG_CLOSE;
    case '!':
        return TAG_COMMENT;
    case '=':
        return TAG_DELIMITERS;
    default:
        return TAG_VARIABLE;
    }
}

static void take_star(struct tag *tag)
{
    if (tag->name.length > 0 && tag->name.begin[0] == '*') {
        tag->dynamic = true;
        tag->name = trim(tag->name.begin + 1, tag->name.begin + tag->name.length);
    }
}

void mustache_lex_init(struct lexer *lexer, const struct source *source,
                       struct mustache_error *error)
{
    *lexer = (struct lexer){
        .source = source,
        .cursor = source->begin,
        .open = {"{{", 2},
        .close = {"}}", 2},
        .error = error,
    };
}

int mustache_lex_next(struct lexer *lexer, struct tag *tag)
{
    const char *end = lexer->source->end;
    *tag = (struct tag){.partner = MUSTACHE_NONE, .outer = MUSTACHE_NONE};
    tag->begin = find(lexer->cursor, end, lexer->open);
    if (tag->begin == NULL) {
        return 0;
    }

    const char *inside = tag->begin + lexer->open.length;
    while (inside < end && is_space(*inside)) {
        inside++;
    }
    const char sigil = inside < end ? *inside : '\0';
    tag->kind = kind_of(sigil);
    inside += tag->kind != TAG_VARIABLE;

    const char *close;
    size_t close_length = lexer->close.length;
    if (sigil == '{' || sigil == '=') {
        const char before = sigil == '{' ? '}' : '=';
        close = find_close_after(before, inside, end, lexer->close);
        close_length++;
        if (close == NULL) {
            return unclosed(lexer, tag, sigil == '{' ? "}" : "=");
        }
    } else {
        close = find(inside, end, lexer->close);
        if (close == NULL) {
            return unclosed(lexer, tag, "");
        }
    }
    tag->end = close + close_length;
    tag->name = trim(inside, close);
    lexer->cursor = tag->end;

    if (tag->kind == TAG_COMMENT) {
        return 1;
    }
    if (tag->kind == TAG_DELIMITERS) {
        return set_delimiters(lexer, tag, tag->name);
    }
    if (tag->kind == TAG_PARTIAL || tag->kind == TAG_PARENT || tag->kind == TAG_CLOSE) {
        take_star(tag);
    }
    return check_name(lexer, tag);
}
