/*
 * The arena: alignment, zeroed memory, growth, and what happens when there is no more.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/arena.h"
#include "gen/base/job.h"

static bool is_zero(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i])
            return false;
    return true;
}

static void starts_empty(void **state)
{
    struct arena arena;
    (void)state;
    arena_init(&arena, NULL, NULL);
    assert_int_equal(arena.bytes, 0);
    assert_null(arena.blocks);
    arena_free(&arena);
}

static void memory_is_aligned_and_zero(void **state)
{
    struct arena arena;
    (void)state;
    arena_init(&arena, NULL, NULL);
    for (size_t bytes = 0; bytes < 600; bytes++) {
        unsigned char *const memory = arena_allocate(&arena, bytes);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        assert_true(is_zero(memory, bytes));
        /* Were the next piece to overlap with this one, it would not be zero. */
        memset(memory, 0xa5, bytes);
    }
    arena_free(&arena);
}

static void grows_and_keeps_what_it_gave(void **state)
{
    enum {
        PIECES = 2000,
        BYTES = 100
    };
    static unsigned char *pieces[PIECES];
    struct arena arena;
    (void)state;
    arena_init(&arena, NULL, NULL);
    for (int i = 0; i < PIECES; i++) {
        pieces[i] = arena_allocate(&arena, BYTES);
        memset(pieces[i], i % 251, BYTES);
    }
    for (int i = 0; i < PIECES; i++)
        for (int j = 0; j < BYTES; j++)
            assert_int_equal(pieces[i][j], i % 251);
    assert_true(arena.bytes >= PIECES * BYTES);
    /* Blocks, not pieces, are taken from the system: little is wasted. */
    assert_true(arena.bytes < 3 * PIECES * BYTES);
    arena_free(&arena);
}

static void gives_more_than_a_block(void **state)
{
    enum {
        LARGE = 1000 * 1000
    };
    struct arena arena;
    (void)state;
    arena_init(&arena, NULL, NULL);
    unsigned char *const before = arena_allocate(&arena, 8);
    unsigned char *const large = arena_allocate(&arena, LARGE);
    unsigned char *const after = arena_allocate(&arena, 8);
    assert_true(is_zero(large, LARGE));
    memset(large, 0xff, LARGE);
    assert_true(is_zero(before, 8));
    assert_true(is_zero(after, 8));
    arena_free(&arena);
}

static void can_be_used_again(void **state)
{
    struct arena arena;
    (void)state;
    arena_init(&arena, NULL, NULL);
    memset(arena_allocate(&arena, 64), 0xff, 64);
    arena_free(&arena);
    assert_int_equal(arena.bytes, 0);
    assert_null(arena.blocks);
    assert_true(is_zero(arena_allocate(&arena, 64), 64));
    arena_free(&arena);
    arena_free(&arena);
}

/* -------------------------------------------------------------------------- no more memory */

struct shortage {
    int calls;
    jmp_buf escape;
};

static void count_only(void *self)
{
    ((struct shortage *)self)->calls++;
}

static void count_and_leave(void *self)
{
    struct shortage *const shortage = self;
    shortage->calls++;
    longjmp(shortage->escape, 1);
}

static void impossible_sizes_give_null(void **state)
{
    struct arena arena;
    struct shortage shortage = {.calls = 0};
    (void)state;
    arena_init(&arena, NULL, NULL);
    assert_null(arena_allocate(&arena, SIZE_MAX));
    assert_null(arena_allocate(&arena, SIZE_MAX - 5));
    assert_null(arena_array(&arena, SIZE_MAX / 2, 3));
    assert_null(arena_array(&arena, 3, SIZE_MAX / 2));
    /* 2^32 x 2^32 is 0 in 64 bits: the product must not be taken before it is checked. */
    assert_null(
        arena_array(&arena, (size_t)1 << (sizeof(size_t) * 4), (size_t)1 << (sizeof(size_t) * 4)));
    assert_null(arena_text(&arena, "", SIZE_MAX - 1));

    arena_init(&arena, count_only, &shortage);
    assert_null(arena_allocate(&arena, SIZE_MAX));
    assert_null(arena_array(&arena, SIZE_MAX, 2));
    assert_int_equal(shortage.calls, 2);
    assert_null(arena_allocate_or_null(&arena, SIZE_MAX));
    assert_int_equal(shortage.calls, 2);
    arena_free(&arena);
}

static void empty_arrays_are_possible(void **state)
{
    struct arena arena;
    (void)state;
    arena_init(&arena, NULL, NULL);
    assert_non_null(arena_array(&arena, 0, 100));
    assert_non_null(arena_array(&arena, 100, 0));
    assert_non_null(arena_array(&arena, SIZE_MAX, 0));
    arena_free(&arena);
}

static void callback_may_leave(void **state)
{
    struct arena arena;
    struct shortage shortage = {.calls = 0};
    (void)state;
    arena_init(&arena, count_and_leave, &shortage);
    char *const kept = arena_copy(&arena, "kept");
    if (setjmp(shortage.escape) == 0) {
        arena_allocate(&arena, SIZE_MAX);
        fail_msg("the callback left, yet the allocation returned");
    }
    assert_int_equal(shortage.calls, 1);
    assert_string_equal(kept, "kept");
    assert_non_null(arena_allocate(&arena, 10));
    arena_free(&arena);
}

static void job_fails_when_exhausted(void **state)
{
    struct arena arena;
    struct clgemm_error error;
    struct job job;
    (void)state;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    if (setjmp(job.escape) == 0) {
        arena_allocate(&arena, SIZE_MAX);
        fail_msg("the job went on");
    }
    assert_int_equal(error.code, CLGEMM_IO);
    assert_string_equal(error.text, "out of memory");
    arena_free(&arena);
}

/* ------------------------------------------------------------------------------------ texts */

static void copies_texts(void **state)
{
    struct arena arena;
    char source[] = "tile 32x2";
    (void)state;
    arena_init(&arena, NULL, NULL);
    char *const whole = arena_copy(&arena, source);
    char *const part = arena_text(&arena, source, 4);
    char *const nothing = arena_text(&arena, NULL, 0);
    memset(source, 'x', sizeof source - 1);
    assert_string_equal(whole, "tile 32x2");
    assert_string_equal(part, "tile");
    assert_string_equal(nothing, "");
    assert_string_equal(arena_copy(&arena, ""), "");
    arena_free(&arena);
}

static void formats_texts_of_any_length(void **state)
{
    static char expected[100001];
    struct arena arena;
    (void)state;
    arena_init(&arena, NULL, NULL);
    assert_string_equal(arena_printf(&arena, "%s", ""), "");
    assert_string_equal(arena_printf(&arena, "%lldx%d", 32LL, 2), "32x2");
    const size_t lengths[] = {1, 254, 255, 256, 257, 4096, sizeof expected - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        memset(expected, 'k', lengths[i]);
        expected[lengths[i]] = '\0';
        const char *const text = arena_printf(&arena, "%s", expected);
        assert_int_equal(strlen(text), lengths[i]);
        assert_memory_equal(text, expected, lengths[i] + 1);
    }
    arena_free(&arena);
}

static void arrays_grow_and_keep_what_they_hold(void **state)
{
    enum {
        MANY = 1000
    };
    (void)state;
    struct arena arena;
    size_t *numbers = NULL, moved = 0;
    arena_init(&arena, NULL, NULL);
    for (size_t i = 0; i < MANY; i++) {
        size_t *const grown = arena_grow(&arena, numbers, i, sizeof *numbers);
        moved += grown != numbers;
        numbers = grown;
        numbers[i] = i;
    }
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(numbers[i], i);
    /* 4, 8, 16 ... 1024 */
    assert_int_equal(moved, 9);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_grow_and_keep_what_they_hold),
        cmocka_unit_test(starts_empty),
        cmocka_unit_test(memory_is_aligned_and_zero),
        cmocka_unit_test(grows_and_keeps_what_it_gave),
        cmocka_unit_test(gives_more_than_a_block),
        cmocka_unit_test(can_be_used_again),
        cmocka_unit_test(impossible_sizes_give_null),
        cmocka_unit_test(empty_arrays_are_possible),
        cmocka_unit_test(callback_may_leave),
        cmocka_unit_test(job_fails_when_exhausted),
        cmocka_unit_test(copies_texts),
        cmocka_unit_test(formats_texts_of_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
