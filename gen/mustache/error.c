/* The error record: place, sentence, first error wins. */
#include "gen/mustache/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Names longer than this are cut in error texts, so that the rest of the sentence stays. */
#define LONGEST_NAME 80

size_t mustache_line(const struct source *source, const char *at)
{
    size_t line = 1;
    for (const char *p = source->origin; p < at; p++) {
        line += *p == '\n';
    }
    return line;
}

int mustache_clip(struct slice name)
{
    if (name.length <= LONGEST_NAME) {
        return (int)name.length;
    }
    size_t length = LONGEST_NAME;
    /* Never between the bytes of one UTF-8 character. */
    while (length > 0 && ((unsigned char)name.begin[length] & 0xC0) == 0x80) {
        length--;
    }
    return (int)length;
}

static size_t column_of(const struct source *source, const char *at)
{
    const char *line = at;
    while (line > source->origin && line[-1] != '\n') {
        line--;
    }
    return (size_t)(at - line) + 1;
}

/* The end of a path says more than its beginning. */
static void copy_tail(char *to, size_t size, const char *from)
{
    const size_t length = strlen(from);
    if (length < size) {
        memcpy(to, from, length + 1);
    } else {
        snprintf(to, size, "...%s", from + length - (size - 4));
    }
}

int mustache_fail(struct mustache_error *error, enum mustache_code code,
                  const struct source *source, const char *at, const char *format, ...)
{
    if (error == NULL || error->code != MUSTACHE_OK) {
        return -1;
    }
    error->code = code;
    copy_tail(error->template_name, sizeof error->template_name, source->name);
    error->line = at == NULL ? 0 : mustache_line(source, at);
    error->column = at == NULL ? 0 : column_of(source, at);

    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return -1;
}
