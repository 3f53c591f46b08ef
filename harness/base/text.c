/* For fopencookie, vasprintf. */
#define _GNU_SOURCE

#include "harness/base/text.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static atomic_bool ran_out;

void memory_note(void)
{
    atomic_store(&ran_out, true);
}

bool memory_ran_out(void)
{
    return atomic_load(&ran_out);
}

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);

    if (memory == NULL)
        memory_note();
    return memory;
}

void memory_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

/* Room for more bytes and the NUL behind them. */
static bool grow(struct text *text, size_t more)
{
    size_t room = text->room == 0 ? 256 : text->room;
    char *bytes;

    while (room <= text->length + more)
        room *= 2;
    if (room == text->room)
        return true;
    bytes = realloc(text->bytes, room);
    if (bytes == NULL)
        return false;
    text->bytes = bytes;
    text->room = room;
    return true;
}

/* 0: the stream has an error, and keeps it. */
static ssize_t put(void *self, const char *bytes, size_t count)
{
    struct text *text = self;

    if (!grow(text, count)) {
        errno = ENOMEM;
        return 0;
    }
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
    return (ssize_t)count;
}

/* Tells ftell where it is. */
static int tell(void *self, off64_t *offset, int whence)
{
    const struct text *text = self;

    if (whence != SEEK_CUR || *offset != 0)
        return -1;
    *offset = (off64_t)text->length;
    return 0;
}

static void drop(struct text *text)
{
    free(text->bytes);
    *text = (struct text){.stream = NULL};
    memory_note();
}

bool text_begin(struct text *text)
{
    const cookie_io_functions_t calls = {.write = put, .seek = tell};

    *text = (struct text){.stream = NULL};
    if (grow(text, 0)) {
        *text->bytes = '\0';
        text->stream = fopencookie(text, "w", calls);
    }
    if (text->stream == NULL)
        drop(text);
    return text->stream != NULL;
}

bool text_end(struct text *text)
{
    bool good = fflush(text->stream) == 0 && !ferror(text->stream);

    good = fclose(text->stream) == 0 && good;
    text->stream = NULL;
    if (!good)
        drop(text);
    return good;
}

char *text_printed(const char *format, ...)
{
    char *text;
    va_list list;
    int length;

    va_start(list, format);
    length = vasprintf(&text, format, list);
    va_end(list);
    return length < 0 ? NULL : text;
}

void text_append(char *text, size_t room, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list list;

    va_start(list, format);
    vsnprintf(text + used, room - used, format, list);
    va_end(list);
}

int word_index(const char *list, const char *separators, const char *word, size_t length)
{
    list += strspn(list, separators);
    for (int index = 0; *list != '\0'; index++) {
        const size_t span = strcspn(list, separators);

        if (span == length && memcmp(list, word, length) == 0)
            return index;
        list += span + strspn(list + span, separators);
    }
    return -1;
}

/* --------------------------------------------------------------------------------------- UTF-8 */

/* Bytes of the character that such a byte begins; 0: none. */
static size_t length_by(unsigned char first)
{
    return first < 0x80                    ? 1
           : first >= 0xc2 && first < 0xe0 ? 2
           : first >= 0xe0 && first < 0xf0 ? 3
           : first >= 0xf0 && first < 0xf5 ? 4
                                           : 0;
}

/* Whether the second byte may follow the first: no long form of a short one, no surrogate, nothing
 * above U+10FFFF. */
static bool may_follow(unsigned char first, unsigned char second)
{
    return second >= (first == 0xe0   ? 0xa0
                      : first == 0xf0 ? 0x90
                                      : 0x80) &&
           second <= (first == 0xed   ? 0x9f
                      : first == 0xf4 ? 0x8f
                                      : 0xbf);
}

/* How many bytes of the character that begins here are there, of *length that it has; *length is 0
 * where none begins. */
static size_t present(const unsigned char *at, size_t *length)
{
    size_t count = 1;

    *length = length_by(at[0]);
    while (count < *length && (count == 1 ? may_follow(at[0], at[1]) : (at[count] & 0xc0) == 0x80))
        count++;
    return count;
}

void utf8_mend(char *text)
{
    while (*text != '\0') {
        size_t length, count = present((const unsigned char *)text, &length);

        if (count == length) {
            text += length;
            continue;
        }
        if (length > 0 && text[count] == '\0') {
            *text = '\0';
            return;
        }
        *text++ = '?';
    }
}

/* Whether a terminal obeys a character (controls of ASCII and of U+0080 to U+009F), or it turns the
 * direction of what is written, or ends a line. */
static bool is_control(const char *at, size_t length)
{
    static const unsigned ranges[][2] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                                         {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    unsigned code = (unsigned char)at[0] & (length == 1 ? 0x7f : 0x7fu >> length);

    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3f);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

/* Mends a text, and makes a question mark of each control character that is none of `kept`. */
static void mend(char *text, const char *kept)
{
    char *end = text;

    utf8_mend(text);
    while (*text != '\0') {
        const size_t length = length_by((unsigned char)*text);
        const bool shows = strchr(kept, *text) != NULL || !is_control(text, length);

        memmove(end, shows ? text : "?", shows ? length : 1);
        end += shows ? length : 1;
        text += length;
    }
    *end = '\0';
}

void utf8_mend_line(char *text)
{
    mend(text, "");
}

const char *utf8_line(const char *text, char *line, size_t room)
{
    snprintf(line, room, "%s", text);
    utf8_mend_line(line);
    return line;
}

void utf8_mend_log(char *text)
{
    mend(text, "\t\n");
}

size_t utf8_cut(const char *text, size_t most)
{
    size_t length = strlen(text);

    if (length <= most)
        return length;
    while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
        most--;
    return most;
}
