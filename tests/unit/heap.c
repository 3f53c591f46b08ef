#include "tests/unit/heap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "clgemm.h"

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
char *__wrap_strdup(const char *text);
void __wrap_free(void *memory);

enum {
    MOST_LIVE = 200000
};

static void *live[MOST_LIVE]; /* what was given and not yet released */
static size_t live_count;
static long until_failure; /* allocations that succeed before one fails; negative: all do */
bool failed;

static bool fails(void)
{
    if (until_failure < 0)
        return false;
    if (until_failure-- > 0)
        return false;
    failed = true;
    return true;
}

static void *remember(void *memory)
{
    if (memory && live_count < MOST_LIVE)
        live[live_count++] = memory;
    return memory;
}

/* Memory of the C library itself (a directory's names) was never remembered and may be released
 * here. */
static void forget(const void *memory)
{
    for (size_t i = live_count; i-- > 0;) {
        if (live[i] == memory) {
            live[i] = live[--live_count];
            return;
        }
    }
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : remember(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : remember(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    if (fails())
        return NULL;
    forget(memory);
    return remember(__real_realloc(memory, bytes));
}

char *__wrap_strdup(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    char *const copy = __wrap_malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

void __wrap_free(void *memory)
{
    forget(memory);
    __real_free(memory);
}

static void *jansson_malloc(size_t bytes)
{
    return remember(__real_malloc(bytes));
}

void watch_heap(void)
{
    until_failure = -1;
    json_set_alloc_funcs(jansson_malloc, __wrap_free);
}

long fail_each(action act, void *self)
{
    const size_t before = live_count;
    for (long n = 0;; n++) {
        assert_in_range(n, 0, 100000);
        failed = false;
        until_failure = n;
        const int code = act(self);
        until_failure = -1;
        if (live_count != before)
            fail_msg("allocation %ld failed: %zu leak", n, live_count - before);
        if (!failed) {
            assert_int_equal(code, CLGEMM_OK);
            return n;
        }
        if (code != CLGEMM_IO && code != CLGEMM_OK)
            fail_msg("allocation %ld failed: code %d", n, code);
    }
}
