#include "gen/base/c_text.h"

#include <stdarg.h>
#include <string.h>

const char *c_capitals(struct job *job, const char *name)
{
    char *capitals = arena_copy(job->arena, name);
    /* Not toupper: it follows the locale. */
    for (char *letter = capitals; *letter; letter++)
        if (*letter >= 'a' && *letter <= 'z')
            *letter = (char)(*letter - 'a' + 'A');
    return capitals;
}

const char *c_comment(struct job *job, const char *words)
{
    struct text text;
    text_init(&text, job);
    for (; *words; words++) {
        text_add(&text, is_control(words[0]) ? " " : words, 1);
        if ((words[0] == '*' && words[1] == '/') || (words[0] == '/' && words[1] == '*'))
            text_puts(&text, " ");
    }
    return text_string(&text);
}

struct c_names c_names_of(struct job *job, const char *name)
{
    return (struct c_names){name, c_capitals(job, name)};
}

/* Puts @ and $, which are equally long. */
static const char *put_names(struct job *job, const struct c_names *names, const char *string)
{
    const size_t width = strlen(names->name);
    size_t length = strlen(string);
    if (!strpbrk(string, "@$"))
        return string;
    for (const char *at = strpbrk(string, "@$"); at; at = strpbrk(at + 1, "@$"))
        length += width - 1;
    char *const text = arena_allocate(job->arena, length + 1), *end = text;
    for (; *string; string++)
        if (*string == '@' || *string == '$') {
            memcpy(end, *string == '@' ? names->name : names->prefix, width);
            end += width;
        } else {
            *end++ = *string;
        }
    return text;
}

const char *c_text(struct job *job, const struct c_names *names, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const text = arena_vprintf(job->arena, put_names(job, names, format), arguments);
    va_end(arguments);
    return text;
}

void c_add(struct text *text, const struct c_names *names, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_puts(text,
              arena_vprintf(text->job->arena, put_names(text->job, names, format), arguments));
    va_end(arguments);
}

void c_add_list(struct text *text, size_t column, size_t indent, const char *separator,
                const char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *end = i + 1 < count ? separator : "";
        /* What closes the list (parentheses, semicolon, brace) needs up to two columns more. */
        const size_t width = strlen(items[i]) + strlen(end) + 2;
        if (i > 0 && column + 1 + width > 100) {
            text_printf(text, "\n%*s", (int)indent, "");
            column = indent;
        } else if (i > 0) {
            text_puts(text, " ");
            column++;
        }
        text_printf(text, "%s%s", items[i], end);
        column += strlen(items[i]) + strlen(end);
    }
}

void c_add_row(struct text *text, const char *begin, const char *const *items, size_t count,
               const char *end)
{
    text_puts(text, begin);
    c_add_list(text, strlen(begin), strlen(begin), ",", items, count);
    text_printf(text, "%s\n", end);
}

void c_add_if(struct text *text, const char *separator, const char *const *items, size_t count)
{
    text_puts(text, "    if (");
    c_add_list(text, 8, 8, separator, items, count);
    text_puts(text, ")\n");
}

void c_add_head(struct text *text, const struct c_names *names, const char *type,
                const char *function, const char *const *parameters, size_t count)
{
    const char *const begin = arena_printf(
        text->job->arena, "static inline %s%s%s_%s(", put_names(text->job, names, type),
        type[strlen(type) - 1] == '*' ? "" : " ", names->name, function);
    const char **const items = arena_array(text->job->arena, count, sizeof *items);
    const size_t column = strlen(begin);
    for (size_t i = 0; i < count; i++)
        items[i] = put_names(text->job, names, parameters[i]);
    text_puts(text, begin);
    /* Aligned with the first parameter, unless a long name leaves little room for that. */
    c_add_list(text, column, column <= 60 ? column : 8, ",", items, count);
    text_puts(text, ")\n");
}

void c_add_function(struct text *text, const struct c_names *names, const char *comment,
                    const char *type, const char *function, const char *const *parameters,
                    size_t count, const char *body)
{
    text_puts(text, put_names(text->job, names, comment));
    c_add_head(text, names, type, function, parameters, count);
    text_puts(text, put_names(text->job, names, body));
}

void c_add_null(struct text *text, const struct c_names *names)
{
    c_add(text, names,
          "#if defined __cplusplus && __cplusplus >= 201103L\n"
          "#define $_NULL nullptr\n"
          "#else\n"
          "#define $_NULL NULL\n"
          "#endif\n\n");
}

void c_add_cast(struct text *text, const struct c_names *names)
{
    c_add(text, names,
          "#ifdef __cplusplus\n"
          "#define $_CAST(type, value) static_cast<type>(value)\n"
          "#else\n"
          "#define $_CAST(type, value) ((type)(value))\n"
          "#endif\n\n");
}
