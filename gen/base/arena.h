/*
 * Memory of one generation: a region that only grows and is released at once.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
    size_t bytes;               /* taken from the system so far */
    /* Called when the system has no memory left. It may leave by longjmp; where it returns, or is
     * NULL, the allocation that failed returns NULL. */
    void (*exhausted)(void *self);
    void *self;
};

#if defined(__GNUC__) || defined(__clang__)
#define ARENA_PRINTF(form, first) __attribute__((__format__(__printf__, form, first)))
#else
#define ARENA_PRINTF(form, first)
#endif

/* An empty arena; takes no memory yet. */
void arena_init(struct arena *arena, void (*exhausted)(void *self), void *self);

/* `bytes` bytes aligned for any type, set to zero. Bytes may be 0. */
void *arena_allocate(struct arena *arena, size_t bytes);

/* The same, for a caller that holds other resources: NULL where it is exhausted, nobody is called.
 */
void *arena_allocate_or_null(struct arena *arena, size_t bytes);

/* An array of `count` elements of `size` bytes; fails as if exhausted where the product overflows.
 */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* An array that grows: the same one with room for an element behind the `count` that it has, or a larger copy where it is
 * full. It is grown by this alone, from NULL on; pointers to its elements hold until the next time. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t size);

/* Copies of a text of `length` bytes, NUL-terminated, and of a formatted one. */
char *arena_text(struct arena *arena, const char *text, size_t length);
char *arena_copy(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...) ARENA_PRINTF(2, 3);
char *arena_vprintf(struct arena *arena, const char *format, va_list arguments);

/* A list with one more item, `between` before it; of a list that is NULL or empty that item itself. */
const char *arena_join(struct arena *arena, const char *list, const char *between,
                       const char *item);

/* Moves all that is in `from`, which is empty then, into the arena. */
void arena_adopt(struct arena *arena, struct arena *from);

/* Releases everything; the arena is empty and can be used again. */
void arena_free(struct arena *arena);
