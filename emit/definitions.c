#include "emit/definitions.h"

#include <string.h>

struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

bool span_equal(struct span one, struct span other)
{
    return one.length == other.length && memcmp(one.text, other.text, one.length) == 0;
}

bool span_is(struct span span, const char *word)
{
    return span_equal(span, span_of(word));
}

bool span_begins(struct span span, const char *word)
{
    const size_t length = strlen(word);
    return span.length >= length && memcmp(span.text, word, length) == 0;
}

struct span span_line(struct span text, size_t *at)
{
    const char *const from = text.text + *at;
    const char *const end = memchr(from, '\n', text.length - *at);
    const size_t length = end ? (size_t)(end - from) : text.length - *at;
    *at += length + (end != NULL);
    return (struct span){from, length};
}

struct span span_trimmed(struct span line, size_t *indent)
{
    *indent = 0;
    while (*indent < line.length && line.text[*indent] == ' ')
        ++*indent;
    return (struct span){line.text + *indent, line.length - *indent};
}

bool span_is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

struct span definitions_identifier(struct span text, size_t *at)
{
    while (*at < text.length) {
        const size_t from = *at;
        while (*at < text.length && span_is_word(text.text[*at]))
            ++*at;
        if (*at > from && !(text.text[from] >= '0' && text.text[from] <= '9'))
            return (struct span){text.text + from, *at - from};
        *at += *at == from;
    }
    return (struct span){text.text + text.length, 0};
}

/* Where a text is between two lines. */
struct place {
    int brackets;     /* that are open */
    int conditionals; /* #if without its #endif yet */
    bool in_comment;
    bool in_directive; /* of the preprocessor, which the line before continues */
};

static bool at_file_scope(const struct place *place)
{
    return !place->brackets && !place->conditionals && !place->in_comment && !place->in_directive;
}

/* The byte behind a literal that begins at `i`. */
static size_t behind_literal(struct span line, size_t i)
{
    const char quote = line.text[i++];
    while (i < line.length && line.text[i] != quote)
        i += 1 + (line.text[i] == '\\');
    return i + 1;
}

static void read_words(struct place *place, struct span line)
{
    for (size_t i = 0; i < line.length; i++) {
        const char byte = line.text[i], next = i + 1 < line.length ? line.text[i + 1] : '\0';
        if (place->in_comment) {
            place->in_comment = !(byte == '*' && next == '/');
            i += !place->in_comment;
        } else if (byte == '/' && next == '*') {
            place->in_comment = true;
            i++;
        } else if (byte == '/' && next == '/') {
            return;
        } else if (byte == '"' || byte == '\'') {
            i = behind_literal(line, i) - 1;
        } else if (strchr("([{", byte)) {
            place->brackets++;
        } else if (strchr(")]}", byte)) {
            place->brackets--;
        }
    }
}

static void read_line(struct place *place, struct span line)
{
    if (place->in_comment || !(place->in_directive || span_begins(line, "#"))) {
        read_words(place, line);
        return;
    }
    place->conditionals += span_begins(line, "#if");
    place->conditionals -= span_begins(line, "#endif");
    place->in_directive = line.length > 0 && line.text[line.length - 1] == '\\';
}

size_t definitions_split(struct job *job, struct span text, const struct span **list)
{
    struct place place = {0};
    struct span *spans = NULL;
    size_t count = 0, from = 0, at = 0;
    while (at < text.length) {
        const size_t begin = at;
        const bool outside = at_file_scope(&place);
        const struct span line = span_line(text, &at);
        const bool pragma = outside && span_begins(line, "#pragma OPENCL");
        const bool blank = outside && line.length == 0;
        read_line(&place, line);
        if (at < text.length && !blank && !pragma)
            continue;
        const size_t end = blank ? begin - (begin > 0) : begin + line.length;
        if (end > from) {
            spans = arena_grow(job->arena, spans, count, sizeof *spans);
            spans[count++] = (struct span){text.text + from, end - from};
        }
        from = at;
    }
    *list = spans;
    return count;
}

struct span definitions_last_kernel(struct span text)
{
    struct span last = {text.text + text.length, 0};
    for (size_t at = 0; at < text.length;) {
        const size_t begin = at;
        if (span_begins(span_line(text, &at), "__kernel"))
            last = (struct span){text.text + begin, text.length - begin};
    }
    return last;
}

size_t definitions_lines(struct job *job, struct span text, struct span **lines, size_t **indents)
{
    size_t count = 0;
    for (size_t at = 0; at < text.length; count++)
        span_line(text, &at);
    *lines = arena_array(job->arena, count, sizeof **lines);
    *indents = arena_array(job->arena, count, sizeof **indents);
    for (size_t i = 0, at = 0; i < count; i++)
        (*lines)[i] = span_trimmed(span_line(text, &at), &(*indents)[i]);
    return count;
}

static bool begins_with_word(struct span line, const char *word)
{
    const size_t length = strlen(word);
    return span_begins(line, word) && !(line.length > length && span_is_word(line.text[length]));
}

bool definitions_is_statement(struct span line)
{
    static const char *const others[] = {
        "barrier", "break", "case",   "continue", "do",     "else", "for",   "goto",   "if",
        "return",  "while", "switch", "typedef",  "struct", "asm",  "__asm", "__local"};
    int open = 0;
    if (!line.length || line.text[line.length - 1] != ';')
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins_with_word(line, others[i]))
            return false;
    for (size_t i = 0; i < line.length; i++) {
        if (strchr("{}#\"\\", line.text[i]) ||
            (i > 0 && line.text[i] == '*' && line.text[i - 1] == '/'))
            return false;
        open += line.text[i] == '(';
        open -= line.text[i] == ')';
    }
    return open == 0;
}

bool definitions_ends_statement(struct span line)
{
    const size_t length = line.length;
    return !length || strchr(";{}", line.text[length - 1]) || line.text[0] == '#' ||
           (length > 1 && line.text[length - 1] == '/' && line.text[length - 2] == '*');
}
