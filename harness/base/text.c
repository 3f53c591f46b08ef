/* For fopencookie. */
#define _GNU_SOURCE

#include "harness/base/text.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

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
