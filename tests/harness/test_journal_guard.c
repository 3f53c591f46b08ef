/*
 * A journal that somebody removes, renames, replaces, empties or writes to during a run: it is noticed,
 * nothing is lost, and the other file stays as it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/scratch_journal.h"

static void do_remove(const char *path)
{
    assert_int_equal(unlink(path), 0);
}

static void do_rename(const char *path)
{
    char other[200];

    snprintf(other, sizeof other, "%s.saved-2", path);
    assert_int_equal(rename(path, other), 0);
}

static void do_replace(const char *path)
{
    do_remove(path);
    write_file(path, "another's\n", 10);
}

static void do_empty(const char *path)
{
    assert_int_equal(truncate(path, 0), 0);
}

static void do_cut(const char *path)
{
    assert_int_equal(truncate(path, 100), 0);
}

static void do_add(const char *path)
{
    FILE *file = fopen(path, "a");

    assert_non_null(file);
    fputs("another's\n", file);
    fclose(file);
}

/* Each deed, and how it is called. */
static const struct {
    void (*deed)(const char *path);
    const char *words;
} deeds[] = {
    {do_remove, " was removed during the run; all that it knew is in "},
    {do_rename, " was renamed during the run; "},
    {do_replace, " was replaced by another file during the run; "},
    {do_empty, " was emptied during the run; "},
    {do_cut, " was cut during the run; "},
    {do_add, " was written to by somebody else during the run; "},
};

enum {
    DEEDS = sizeof deeds / sizeof *deeds
};

/* Bytes of a file that may not be there, in malloc'd memory. */
static char *peek(const char *path)
{
    size_t length;

    return access(path, F_OK) == 0 ? read_whole(path, &length) : NULL;
}

static void expect_same(char *before, char *after)
{
    assert_int_equal(before == NULL, after == NULL);
    if (before != NULL)
        assert_string_equal(before, after);
    free(before);
    free(after);
}

static void do_nothing_more(struct journal *journal, struct fault *fault)
{
    json_t *key = key_of(8);

    fault_clear(fault);
    assert_int_equal(journal_append(journal, key, JOURNAL_BUILT, NULL, fault), -1);
    journal_take_back(journal);
    fault_clear(fault);
    json_decref(key);
}

/* At the next line, at the end of a run that went well, and at that of one that was stopped. */
static void test_deeds(void **state)
{
    const struct scratch *scratch = *state;
    char saved_path[200];

    snprintf(saved_path, sizeof saved_path, "%s.saved", scratch->path);
    for (int i = 0; i < 3 * DEEDS; i++) {
        struct journal *journal = open_journal(scratch->path, true), *saved;
        struct fault fault = {0};
        json_t *key = key_of(7);
        char *other;
        int heard;

        append(journal, 1, JOURNAL_BUILD_STARTED, 0);
        append(journal, 1, JOURNAL_TIMES, 1.5);
        append(journal, 2, JOURNAL_TIMES, 2);
        append(journal, 2, JOURNAL_FAILED, 0);
        append(journal, 3, JOURNAL_RUN_STARTED, 0);
        deeds[i % DEEDS].deed(scratch->path);
        other = peek(scratch->path);
        heard = hush();
        if (i / DEEDS == 0)
            assert_int_equal(journal_append(journal, key, JOURNAL_BUILT, NULL, &fault), -1);
        else if (i / DEEDS == 1)
            assert_int_equal(journal_check(journal, &fault), -1);
        else
            journal_take_back(journal);
        unhush(heard);
        if (i / DEEDS < 2 &&
            (fault.code != FAULT_IO || strstr(fault.text, deeds[i % DEEDS].words) == NULL ||
             strstr(fault.text, saved_path) == NULL))
            fail_msg("`%s` does not say `%s`", fault.text, deeds[i % DEEDS].words);
        if (i / DEEDS < 2)
            do_nothing_more(journal, &fault);
        journal_close(journal);
        expect_same(other, peek(scratch->path));
        saved = open_journal(saved_path, true);
        assert_int_equal(journal_count(saved), i / DEEDS == 0 ? 4 : 3);
        assert_true(journal_number(find(saved, 1), JOURNAL_TIMES, "median_ms") == 1.5);
        assert_int_equal(find(saved, 2)->state, JOURNAL_FAILED);
        assert_int_equal(find(saved, 3)->unanswered, 1);
        if (i / DEEDS == 0)
            assert_int_equal(find(saved, 7)->state, JOURNAL_BUILT);
        append(saved, 9, JOURNAL_TIMES, 9);
        journal_close(saved);
        json_decref(key);
        unlink(saved_path);
        unlink(scratch->path);
        strcat(saved_path, "-2");
        unlink(saved_path);
        saved_path[strlen(saved_path) - 2] = '\0';
    }
}

/* A file of that name is somebody's. */
static void test_taken_name(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    struct fault fault = {0};
    char path[200];
    size_t length;
    char *text;

    append(journal, 1, JOURNAL_TIMES, 1);
    snprintf(path, sizeof path, "%s.saved", scratch->path);
    write_file(path, "precious", 8);
    do_remove(scratch->path);
    assert_int_equal(journal_check(journal, &fault), -1);
    assert_non_null(strstr(fault.text, ".saved-2: give that file"));
    journal_close(journal);
    text = read_whole(path, &length);
    assert_string_equal(text, "precious");
    free(text);
    strcat(path, "-2");
    journal = open_journal(path, false);
    assert_int_equal(journal_count(journal), 1);
    journal_close(journal);
}

/* The folder is gone too: it goes to TMPDIR. */
static void test_no_folder(void **state)
{
    const struct scratch *scratch = *state;
    char folder[100], path[200], saved[200];
    struct journal *journal;
    struct fault fault = {0};
    const char *at;

    snprintf(folder, sizeof folder, "%s/inner", scratch->folder);
    snprintf(path, sizeof path, "%s/j", folder);
    assert_int_equal(mkdir(folder, 0777), 0);
    setenv("TMPDIR", scratch->folder, 1);
    journal = open_journal(path, true);
    append(journal, 1, JOURNAL_TIMES, 1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(journal_check(journal, &fault), -1);
    journal_close(journal);
    at = strstr(fault.text, " is in ");
    assert_non_null(at);
    snprintf(saved, sizeof saved, "%.*s", (int)strcspn(at + 7, ":"), at + 7);
    assert_memory_equal(saved, scratch->folder, strlen(scratch->folder));
    journal = open_journal(saved, false);
    assert_int_equal(journal_count(journal), 1);
    journal_close(journal);
    unlink(saved);
}

/* What another name of the same file is, is no change. */
static void test_second_name(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    char path[200];

    snprintf(path, sizeof path, "%s.saved", scratch->path);
    assert_int_equal(link(scratch->path, path), 0);
    append(journal, 1, JOURNAL_TIMES, 1);
    assert_int_equal(unlink(path), 0);
    append(journal, 2, JOURNAL_TIMES, 1);
    journal_close(journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCRATCH(test_deeds),
        ON_SCRATCH(test_taken_name),
        ON_SCRATCH(test_no_folder),
        ON_SCRATCH(test_second_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
