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

size_t utf8_character(const char *text, unsigned long *code)
{
    static const struct {
        unsigned char mask, lead;
        unsigned long least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const unsigned char *const bytes = (const unsigned char *)text;
    *code = bytes[0];
    for (size_t more = 0; more < sizeof forms / sizeof forms[0]; more++) {
        if ((bytes[0] & forms[more].mask) != forms[more].lead)
            continue;
        unsigned long read = bytes[0] & (unsigned char)~forms[more].mask;
        for (size_t i = 1; i <= more; i++) {
            if ((bytes[i] & 0xc0) != 0x80)
                return 0;
            read = read << 6 | (bytes[i] & 0x3f);
        }
        if (read < forms[more].least || read > 0x10ffff || (read >= 0xd800 && read < 0xe000))
            return 0;
        *code = read;
        return more + 1;
    }
    return 0;
}

size_t text_step(const char *text, bool *is_control)
{
    static const unsigned long ranges[][2] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                                              {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    unsigned long code;
    const size_t length = utf8_character(text, &code);
    *is_control = false;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        *is_control = *is_control || (code >= ranges[i][0] && code <= ranges[i][1]);
    return length ? length : 1;
}

bool words_have(const char *word, size_t length, const char *words)
{
    for (const char *at = length ? strchr(words, word[0]) : NULL; at; at = strchr(at + 1, word[0]))
        if (at[-1] == ' ' && strncmp(at, word, length) == 0 && at[length] == ' ')
            return true;
    return false;
}

bool has_control(const char *text)
{
    bool found = false;
    while (*text && !found)
        text += text_step(text, &found);
    return found;
}

void text_mend(char *text)
{
    char *end = text;
    while (*text) {
        bool is_control;
        const size_t length = text_step(text, &is_control);
        memmove(end, is_control ? "?" : text, is_control ? 1 : length);
        end += is_control ? 1 : length;
        text += length;
    }
    *end = '\0';
}

const char *text_string(const struct text *text)
{
    return text->bytes ? text->bytes : "";
}
