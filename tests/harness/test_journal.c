/*
 * A journal keeps what was written, for its writer, for the next one and for readers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/scratch_journal.h"

static void test_states(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);

    append(journal, 1, JOURNAL_BUILD_STARTED, 0);
    append(journal, 1, JOURNAL_BUILT, 0);
    append(journal, 1, JOURNAL_RUN_STARTED, 0);
    append(journal, 1, JOURNAL_VERIFIED, 0);
    assert_int_equal(find(journal, 1)->unanswered, 1);
    append(journal, 1, JOURNAL_TIMES, 1.0 / 3);
    assert_int_equal(find(journal, 1)->unanswered, 0);
    append(journal, 2, JOURNAL_BUILD_STARTED, 0);
    append(journal, 2, JOURNAL_BUILT, 0);
    append(journal, 2, JOURNAL_RUN_STARTED, 0);
    append(journal, 2, JOURNAL_BUILD_STARTED, 0);
    append(journal, 2, JOURNAL_BUILT, 0);
    append(journal, 2, JOURNAL_RUN_STARTED, 0);
    append(journal, 3, JOURNAL_BUILD_STARTED, 0);
    append(journal, 3, JOURNAL_FAILED, 0);
    journal_close(journal);

    for (int writes = 0; writes < 2; writes++) {
        journal = open_journal(scratch->path, writes);
        assert_int_equal(journal_count(journal), 3);
        assert_int_equal(journal_at(journal, 0)->state, JOURNAL_TIMES);
        assert_ptr_equal(journal_at(journal, 0), find(journal, 1));
        /* Every bit of a time is kept. */
        assert_true(journal_number(find(journal, 1), JOURNAL_TIMES, "median_ms") == 1.0 / 3);
        assert_int_equal(find(journal, 2)->state, JOURNAL_RUN_STARTED);
        assert_int_equal(find(journal, 2)->unanswered, 2);
        assert_int_equal(find(journal, 3)->state, JOURNAL_FAILED);
        assert_int_equal(find(journal, 3)->unanswered, 0);
        assert_null(find(journal, 4));
        assert_null(journal_at(journal, 3));
        assert_true(journal_spent_ms(journal) <
                    60e3); /* though no line says when the session began */
        journal_close(journal);
    }
}

/* A run that ends in order leaves nothing that began and came to nothing, and all that did not. */
static void test_take_back(void **state)
{
    static const enum journal_state life[] = {JOURNAL_BUILD_STARTED, JOURNAL_BUILT,
                                              JOURNAL_RUN_STARTED, JOURNAL_VERIFIED, JOURNAL_TIMES};
    static const unsigned kept[] = {0, 0, 2, 2, 2, 5};
    const struct scratch *scratch = *state;

    for (unsigned steps = 0; steps <= 5; steps++) {
        struct journal *journal = open_journal(scratch->path, true);
        char *text;
        size_t length, lines = 0;

        append(journal, 1, JOURNAL_TIMES, 1);
        for (unsigned i = 0; i < steps; i++)
            append(journal, 2, life[i], 2);
        journal_take_back(journal);
        journal_close(journal);
        text = read_whole(scratch->path, &length);
        for (size_t i = 0; i < length; i++)
            lines += text[i] == '\n';
        assert_int_equal(lines, 2 + kept[steps]);
        free(text);
        /* What another run had begun is its own. */
        journal = open_journal(scratch->path, true);
        append(journal, 1, JOURNAL_BUILD_STARTED, 0);
        journal_close(journal);
        journal = open_journal(scratch->path, true);
        journal_take_back(journal);
        assert_int_equal(find(journal, 1)->unanswered, 1);
        journal_close(journal);
        unlink(scratch->path);
    }
}

static unsigned count_lines(const char *path)
{
    size_t length;
    char *text = read_whole(path, &length);
    unsigned lines = 0;

    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    free(text);
    return lines;
}

/* Where several work at the same time, lines of one stand behind what another has begun. */
static void test_take_back_among_others(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);

    append(journal, 1, JOURNAL_BUILD_STARTED, 0);
    append(journal, 2, JOURNAL_BUILD_STARTED, 0);
    append(journal, 3, JOURNAL_BUILD_STARTED, 0);
    append(journal, 3, JOURNAL_BUILT, 0);
    append(journal, 2, JOURNAL_FAILED, 0);
    append(journal, 3, JOURNAL_RUN_STARTED, 0);
    journal_take_back(journal);
    journal_close(journal);
    assert_int_equal(count_lines(scratch->path), 1 + 5 + 1);
    journal = open_journal(scratch->path, false);
    for (int i = 1; i <= 3; i++)
        assert_int_equal(find(journal, i)->unanswered, 0);
    assert_int_equal(find(journal, 1)->state, JOURNAL_SURVIVED);
    assert_int_equal(find(journal, 3)->state, JOURNAL_BUILT);
    journal_close(journal);
}

static void start_at(struct journal *journal, int number, const char *boot)
{
    json_t *key = key_of(number), *fields = json_pack("{s:s}", "boot", boot);
    struct fault fault = {0};

    assert_int_equal(journal_append(journal, key, JOURNAL_BUILD_STARTED, fields, &fault), 0);
    json_decref(fields);
    json_decref(key);
}

/* A machine went down behind a start only where the next one is of another. */
static void test_restarts(void **state)
{
    static const struct {
        const char *boots[4];
        unsigned restarts;
    } rows[] = {{{"A"}, 0},
                {{"A", "A"}, 0},
                {{"A", "B"}, 1},
                {{"A", "A", "B", "B"}, 1},
                {{"A", "B", "C"}, 2}};
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);

    for (int i = 0; i < 5; i++)
        for (int start = 0; start < 4 && rows[i].boots[start] != NULL; start++)
            start_at(journal, i, rows[i].boots[start]);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 5; i++)
            assert_int_equal(find(journal, i)->restarts, rows[i].restarts);
        assert_string_equal(find(journal, 3)->boot, "B");
        journal_close(journal);
        journal = open_journal(scratch->path, true);
    }
    append(journal, 4, JOURNAL_SURVIVED, 0);
    assert_int_equal(find(journal, 4)->restarts + find(journal, 4)->unanswered, 0);
    assert_null(find(journal, 4)->boot);
    journal_close(journal);
}

static void begin_session(struct journal *journal)
{
    json_t *key = json_pack("{s:s}", "device", "D");
    struct fault fault = {0};

    assert_int_equal(journal_append(journal, key, JOURNAL_SESSION, NULL, &fault), 0);
    json_decref(key);
}

/* What a session starts again, since somebody has ended its worker, is one start, be it while the
 * kernel is built or while it runs. */
static void test_sessions(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);

    for (unsigned session = 1; session <= 3; session++) {
        begin_session(journal);
        for (int start = 0; start < 3; start++) {
            append(journal, 1, JOURNAL_BUILD_STARTED, 0);
            append(journal, 2, JOURNAL_BUILD_STARTED, 0);
            append(journal, 2, JOURNAL_BUILT, 0);
            append(journal, 2, JOURNAL_RUN_STARTED, 0);
        }
        for (int i = 1; i <= 2; i++)
            assert_int_equal(find(journal, i)->unanswered, session);
        journal_close(journal);
        journal = open_journal(scratch->path, true);
        for (int i = 1; i <= 2; i++)
            assert_int_equal(find(journal, i)->unanswered, session);
    }
    append(journal, 1, JOURNAL_SURVIVED, 0);
    append(journal, 1, JOURNAL_RUN_STARTED, 0);
    assert_int_equal(find(journal, 1)->unanswered, 1);
    journal_close(journal);
}

static void test_key_order(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    json_t *key = json_pack("{s:{s:i, s:s}, s:s, s:s}", "parameters", "unroll", 5, "tile", "8x4",
                            "driver", "1", "device", "D");

    append(journal, 5, JOURNAL_TIMES, 1);
    assert_non_null(journal_find(journal, key));
    json_decref(key);
    journal_close(journal);
}

/* In a process of its own: opens, or fails with a sentence that names `owner`. */
static int open_elsewhere(const char *path, pid_t owner)
{
    char words[40];
    pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (child == 0) {
        struct fault fault = {0};
        struct journal *journal = journal_open(path, true, &fault);

        snprintf(words, sizeof words, "process %ld;", (long)owner);
        _exit(journal != NULL ? 0 : strstr(fault.text, words) != NULL ? 1 : 2);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_second_writer(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);

    append(journal, 1, JOURNAL_TIMES, 1);
    assert_int_equal(open_elsewhere(scratch->path, getpid()), 1);
    append(journal, 2, JOURNAL_TIMES, 2);
    journal_close(journal);
    assert_int_equal(open_elsewhere(scratch->path, getpid()), 0);
    journal = open_journal(scratch->path, true);
    assert_int_equal(journal_count(journal), 2);
    journal_close(journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCRATCH(test_states),
        ON_SCRATCH(test_take_back),
        ON_SCRATCH(test_take_back_among_others),
        ON_SCRATCH(test_restarts),
        ON_SCRATCH(test_sessions),
        ON_SCRATCH(test_key_order),
        ON_SCRATCH(test_second_writer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
