/* Loops over parts: each number is in one of them, however many there are; random numbers from the middle of a sequence; and whether
 * other threads are at work. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/base/parallel.h"
#include "harness/base/process.h"
#include "harness/base/random.h"

struct seen {
    uint64_t least, count;
    unsigned char *times;
};

static void look(void *context, uint64_t begin, uint64_t end)
{
    struct seen *seen = context;

    assert_true(begin <= end && end <= seen->count);
    assert_true(end - begin >= seen->least || end - begin == seen->count);
    for (uint64_t i = begin; i < end; i++)
        seen->times[i]++;
}

static void test_each_once(void **state)
{
    static const uint64_t counts[] = {0, 1, 2, 7, 64, 65, 1000, 99991};
    static const uint64_t least[] = {1, 3, 64, 500, 100000};

    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (size_t j = 0; j < sizeof least / sizeof *least; j++) {
            struct seen seen = {least[j], counts[i], calloc(counts[i] + 1, 1)};

            assert_non_null(seen.times);
            parallel_for(counts[i], least[j], look, &seen);
            for (uint64_t number = 0; number < counts[i]; number++)
                assert_int_equal(seen.times[number], 1);
            free(seen.times);
        }
}

static void test_least(void **state)
{
    (void)state;
    assert_true(parallel_least(1) > 1000);
    assert_int_equal(parallel_least(0), 1);
    assert_int_equal(parallel_least(UINT64_MAX), 1);
    assert_true(parallel_least(1000) * 1000 <= parallel_least(1));
}

static void test_skip(void **state)
{
    uint64_t walked = 5;

    (void)state;
    for (uint64_t i = 0; i < 100; i++) {
        uint64_t skipped = random_skip(5, i);

        assert_true(random_next(&skipped) == random_next(&walked));
    }
}

static atomic_bool spins;
static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;

static void *spin(void *self)
{
    while (atomic_load(&spins))
        ;
    pthread_mutex_lock(&door);
    pthread_mutex_unlock(&door);
    return self;
}

static void wait_for_none(void)
{
    for (int looks = 0; process_has_work(); looks++) {
        assert_true(looks < 10000);
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

/* A thread has work while it spins, with a processor or without, and none while it waits. Threads of tests before may still end. */
static void test_work(void **state)
{
    pthread_t thread;

    (void)state;
    wait_for_none();
    atomic_store(&spins, true);
    pthread_mutex_lock(&door);
    assert_int_equal(pthread_create(&thread, NULL, spin, NULL), 0);
    for (int i = 0; i < 20; i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        assert_true(process_has_work());
    }
    atomic_store(&spins, false);
    wait_for_none();
    pthread_mutex_unlock(&door);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_once),
        cmocka_unit_test(test_least),
        cmocka_unit_test(test_skip),
        cmocka_unit_test(test_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
