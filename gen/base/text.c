#include "gen/base/text.h"

#include <string.h>

void text_init(struct text *text, struct job *job)
{
    *text = (struct text){.job = job};
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    if (text->capacity - text->length <= length) {
        size_t capacity = text->capacity ? text->capacity * 2 : 4096;
        while (capacity - text->length <= length)
            capacity *= 2;
        char *larger = arena_allocate(text->job->arena, capacity);
        if (text->length)
            memcpy(larger, text->bytes, text->length);
        text->bytes = larger;
        text->capacity = capacity;
    }
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_puts(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_puts(text, arena_vprintf(text->job->arena, format, arguments));
    va_end(arguments);
}

bool is_control(char byte)
{
    return (unsigned char)byte < ' ' || byte == '\177';
}

bool has_control(const char *text)
{
    while (*text && !is_control(*text))
        text++;
    return *text;
}

const char *text_string(const struct text *text)
{
    return text->bytes ? text->bytes : "";
}
