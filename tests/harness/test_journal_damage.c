/*
 * A journal survives being cut anywhere, zeros, a full disk and the death of its writer.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/scratch_journal.h"

/* Cut at every byte of its last two lines: opens, keeps all lines before the cut, goes on. */
static void test_cut(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    size_t length, ends[5] = {0}, lines = 0;
    char *whole;
    int saved;

    append(journal, 1, JOURNAL_TIMES, 1);
    append(journal, 2, JOURNAL_TIMES, 2);
    append(journal, 3, JOURNAL_TIMES, 3);
    journal_close(journal);
    whole = read_whole(scratch->path, &length);
    for (size_t i = 0; i < length; i++)
        if (whole[i] == '\n')
            ends[lines++] = i + 1;
    assert_int_equal(lines, 4);
    saved = hush();
    for (size_t cut = 0; cut <= length; cut++) {
        struct fault fault = {0};
        size_t kept = 0, after;
        char *text;

        /* Without its newline a line is whole, but for the first one. */
        for (size_t i = 1; i < 4; i++)
            kept += cut >= ends[i] - 1;
        write_file(scratch->path, whole, cut);
        journal = journal_open(scratch->path, true, &fault);
        if (journal == NULL || journal_count(journal) != kept) {
            unhush(saved);
            fail_msg("cut at byte %zu: %zu lines of %zu; %s", cut,
                     journal == NULL ? (size_t)0 : journal_count(journal), kept, fault.text);
            return;
        }
        append(journal, 9, JOURNAL_TIMES, 9);
        journal_close(journal);
        /* What is written now is whole: what was kept, then the new line. */
        journal = open_journal(scratch->path, false);
        assert_int_equal(journal_count(journal), kept + 1);
        assert_int_equal(find(journal, 9)->state, JOURNAL_TIMES);
        journal_close(journal);
        text = read_whole(scratch->path, &after);
        assert_memory_equal(text, whole, ends[kept]);
        free(text);
    }
    unhush(saved);
    free(whole);
}

/* A reader changes nothing, torn or not. */
static void test_reader(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    size_t length, after;
    char *whole, *text;
    int saved;

    append(journal, 1, JOURNAL_TIMES, 1);
    append(journal, 2, JOURNAL_TIMES, 2);
    journal_close(journal);
    whole = read_whole(scratch->path, &length);
    write_file(scratch->path, whole, length - 9);
    saved = hush();
    journal = open_journal(scratch->path, false);
    unhush(saved);
    assert_int_equal(journal_count(journal), 1);
    journal_close(journal);
    text = read_whole(scratch->path, &after);
    assert_int_equal(after, length - 9);
    free(text);
    free(whole);
}

/* No journal: refused, and left as it is. */
static void test_others(void **state)
{
    const struct scratch *scratch = *state;
    static const char *const others[][2] = {
        {"{\"clgemm_journal\":2}\r\n", "has lines that end in CR LF"},
        {"{\"clgemm_journal\":3}\n", "a later version of clgemm-bench has written this journal"},
        {"{\"name\": \"a manifest\"}", "is no journal"},
        {"a,b\n1,2\n", "is no journal"},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct fault fault = {0};
        size_t length;
        char *text;

        write_file(scratch->path, others[i][0], strlen(others[i][0]));
        assert_null(journal_open(scratch->path, true, &fault));
        assert_int_equal(fault.code, FAULT_REFUSED);
        assert_non_null(strstr(fault.text, others[i][1]));
        text = read_whole(scratch->path, &length);
        assert_string_equal(text, others[i][0]);
        free(text);
    }
}

/* The tail that a loss of power can leave: zeros in place of what was written last. */
static void test_zeros(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    size_t length;
    char *whole;
    int saved;

    append(journal, 1, JOURNAL_TIMES, 1);
    append(journal, 2, JOURNAL_TIMES, 2);
    journal_close(journal);
    whole = read_whole(scratch->path, &length);
    memset(whole + length - 40, 0, 40);
    write_file(scratch->path, whole, length);
    saved = hush();
    journal = open_journal(scratch->path, true);
    unhush(saved);
    assert_int_equal(journal_count(journal), 1);
    journal_close(journal);
    free(whole);
}

/* A limit of the file's size stands for a full disk: the line that does not fit is not there at
 * all, and when there is room again the journal goes on. */
static void test_full_disk(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    struct rlimit before, limit;
    struct fault fault = {0};
    json_t *key = key_of(2);
    size_t length, after;
    char *text;

    signal(SIGXFSZ, SIG_IGN);
    append(journal, 1, JOURNAL_TIMES, 1);
    free(read_whole(scratch->path, &length));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = length + 20;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (int i = 0; i < 2; i++) {
        fault.code = FAULT_NONE;
        assert_int_equal(journal_append(journal, key, JOURNAL_BUILT, NULL, &fault), -1);
        assert_int_equal(fault.code, FAULT_IO);
    }
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    json_decref(key);
    assert_null(find(journal, 2));
    text = read_whole(scratch->path, &after);
    assert_int_equal(after, length);
    free(text);
    append(journal, 3, JOURNAL_TIMES, 3);
    journal_close(journal);
    journal = open_journal(scratch->path, false);
    assert_int_equal(journal_count(journal), 2);
    journal_close(journal);
}

/* A writer that is killed while it writes leaves a journal with every line it had finished. */
static void test_killed_writer(void **state)
{
    const struct scratch *scratch = *state;

    for (int round = 0; round < 20; round++) {
        int ends[2], last = -1, number, saved;
        struct journal *journal;
        pid_t child;

        unlink(scratch->path);
        assert_int_equal(pipe(ends), 0);
        child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            journal = journal_open(scratch->path, true, NULL);
            for (int i = 0;; i++) {
                json_t *key = key_of(i);

                if (journal == NULL || journal_append(journal, key, JOURNAL_BUILT, NULL, NULL) ||
                    write(ends[1], &i, sizeof i) != sizeof i)
                    _exit(1);
                json_decref(key);
            }
        }
        close(ends[1]);
        for (int i = 0; i <= round && read(ends[0], &number, sizeof number) == sizeof number; i++)
            last = number;
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        while (read(ends[0], &number, sizeof number) == sizeof number)
            last = number;
        close(ends[0]);
        assert_true(last >= round);
        saved = hush();
        journal = open_journal(scratch->path, true);
        unhush(saved);
        for (int i = 0; i <= last; i++)
            assert_non_null(find(journal, i));
        journal_close(journal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCRATCH(test_cut),   ON_SCRATCH(test_reader),    ON_SCRATCH(test_others),
        ON_SCRATCH(test_zeros), ON_SCRATCH(test_full_disk), ON_SCRATCH(test_killed_writer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
