#include "gen/base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *older;
    size_t size; /* bytes of `memory` */
    size_t used;
    max_align_t memory[];
};

/* Blocks double from the first to the largest: a usual kernel takes a handful and wastes little. */
static const size_t first_block_bytes = 32 * 1024;
static const size_t largest_block_bytes = 128 * 1024;

void arena_init(struct arena *arena, void (*exhausted)(void *self), void *self)
{
    *arena = (struct arena){.exhausted = exhausted, .self = self};
}

static void *exhausted(struct arena *arena)
{
    if (arena->exhausted)
        arena->exhausted(arena->self);
    return NULL;
}

void *arena_allocate_or_null(struct arena *arena, size_t bytes)
{
    const size_t align = sizeof(max_align_t);
    if (bytes > SIZE_MAX / 2)
        return NULL;
    bytes = (bytes + align - 1) / align * align;

    struct arena_block *block = arena->blocks;
    if (!block || block->size - block->used < bytes) {
        size_t size = block ? 2 * block->size : first_block_bytes;
        if (size > largest_block_bytes)
            size = largest_block_bytes;
        if (size < bytes)
            size = bytes;
        block = calloc(1, sizeof *block + size);
        if (!block)
            return NULL;
        block->size = size;
        block->older = arena->blocks;
        arena->blocks = block;
        arena->bytes += sizeof *block + size;
    }
    void *memory = (char *)block->memory + block->used;
    block->used += bytes;
    return memory;
}

void *arena_allocate(struct arena *arena, size_t bytes)
{
    void *const memory = arena_allocate_or_null(arena, bytes);
    return memory ? memory : exhausted(arena);
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return exhausted(arena);
    return arena_allocate(arena, count * size);
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t size)
{
    enum {
        FIRST = 4
    };
    /* It has room for a power of two. */
    if (count && (count < FIRST || (count & (count - 1)) != 0))
        return array;
    void *const larger = arena_array(arena, count ? 2 * count : FIRST, size);
    return count ? memcpy(larger, array, count * size) : larger;
}

char *arena_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_allocate(arena, length + 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_copy(struct arena *arena, const char *text)
{
    return arena_text(arena, text, strlen(text));
}

const char *arena_join(struct arena *arena, const char *list, const char *between, const char *item)
{
    return list && *list ? arena_printf(arena, "%s%s%s", list, between, item) : item;
}

char *arena_vprintf(struct arena *arena, const char *format, va_list arguments)
{
    char small[256];
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(small, sizeof small, format, arguments);
    char *text = NULL;
    if (length >= 0 && (size_t)length < sizeof small) {
        text = arena_text(arena, small, (size_t)length);
    } else if (length >= 0) {
        text = arena_allocate(arena, (size_t)length + 1);
        if (text)
            vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return text;
}

void arena_adopt(struct arena *arena, struct arena *from)
{
    struct arena_block **oldest = &arena->blocks;
    while (*oldest)
        oldest = &(*oldest)->older;
    *oldest = from->blocks;
    arena->bytes += from->bytes;
    from->blocks = NULL;
    from->bytes = 0;
}

void arena_free(struct arena *arena)
{
    struct arena_block *block = arena->blocks;
    while (block) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
    arena->blocks = NULL;
    arena->bytes = 0;
}
