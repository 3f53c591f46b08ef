/*
 * A journal that has lost bytes between other lines, by chance or by hand: what is damaged is left out,
 * named, and never taken for something else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/harness/scratch_journal.h"

/* Whether a line of the text says this of a key. */
static bool is_said(const char *text, const struct journal_entry *entry)
{
    json_t *key = journal_key(entry), *fields = journal_fields(entry, entry->state);
    bool found = false;

    for (const char *line = strchr(text, '\n') + 1; *line != '\0' && !found;) {
        size_t length = strcspn(line, "\n");
        json_t *whole = json_loadb(line, length, 0, NULL);

        found = json_equal(json_object_get(whole, "key"), key) &&
                json_equal(json_object_get(whole, "fields"), fields) &&
                strcmp(json_string_value(json_object_get(whole, "state")),
                       journal_word(entry->state)) == 0;
        json_decref(whole);
        line += length + (line[length] == '\n');
    }
    json_decref(key);
    json_decref(fields);
    return found;
}

static size_t last_line(const char *text, size_t length)
{
    size_t at = length - 1;

    while (text[at - 1] != '\n')
        at--;
    return at;
}

/* Every bit of a journal flipped: it is noticed, and what is left is what was written. */
static void test_flips(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    size_t length;
    char *whole, *copy, said[4096];

    append(journal, 1, JOURNAL_BUILD_STARTED, 0);
    append(journal, 1, JOURNAL_TIMES, 1.25);
    append(journal, 2, JOURNAL_TIMES, 2);
    append(journal, 3, JOURNAL_FAILED, 0);
    journal_close(journal);
    whole = read_whole(scratch->path, &length);
    copy = malloc(length + 1);
    assert_non_null(copy);
    for (size_t bit = 0; bit < 8 * length; bit++) {
        struct fault fault = {0};

        memcpy(copy, whole, length + 1);
        copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
        write_file(scratch->path, copy, length);
        journal = open_heard(scratch->path, false, said, sizeof said, &fault);
        if (journal == NULL) {
            assert_int_equal(fault.code, FAULT_REFUSED);
            assert_true(bit / 8 < strcspn(whole, "\n") + 1);
            continue;
        }
        /* Without its newline the last line is whole. */
        if (journal_damaged(journal) == 0 && strstr(said, "is torn") == NULL &&
            bit / 8 != length - 1)
            fail_msg("bit %zu of byte %zu is taken as it is:\n%s", bit % 8, bit / 8, copy);
        if (journal_damaged(journal) > 0)
            assert_non_null(strstr(said, "is damaged"));
        /* A line costs no other; a newline in it makes two of it. */
        assert_true(journal_damaged(journal) <= 1 + (copy[bit / 8] == '\n'));
        if (journal_damaged(journal) == 0 && bit / 8 < last_line(whole, length) - 1)
            fail_msg("byte %zu: %s", bit / 8, said);
        for (size_t i = 0; i < journal_count(journal); i++)
            if (!is_said(whole, journal_at(journal, i)))
                fail_msg("bit %zu of byte %zu makes something of nothing:\n%s", bit % 8, bit / 8,
                         copy);
        journal_close(journal);
    }
    free(copy);
    free(whole);
}

/* A file of lines by hand, of which the broken ones are named and left out; nothing is changed. */
static void test_left_out(void **state)
{
    static const char head[] = "{\"clgemm_journal\":1}\n";
    static const char tail[] =
        "{\"key\":{\"a\":1},\"state\":\"built\",\"fields\":{},\"at_ms\":1}\n";
    static const char *const rows[][2] = {
        {"{\"key\":{}, oops\n", "line 2 is damaged (no JSON)"},
        {"\n", "line 2 is damaged (no JSON)"},
        {"{\"key\":{},\"state\":\"eaten\",\"fields\":{},\"at_ms\":1}\n", "`eaten` is no state"},
        {"{\"key\":3,\"state\":\"built\",\"fields\":{},\"at_ms\":1}\n", "key and fields"},
        {"{\"key\":{},\"state\":\"built\",\"fields\":{}}\n", "line 2 is damaged ("},
        {"{\"key\":{},\"state\":\"built\",\"fields\":{},\"at_ms\":1,\"check\":\"0123456789abcdef\"}"
         "\n",
         "its check value is wrong"},
        {"{\"key\":{},\"state\":\"built\",\"fields\":{},\"at_ms\":1,\"cheek\":\"0123456789abcdef\"}"
         "\n",
         "line 2 is damaged ("},
    };
    const struct scratch *scratch = *state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int writes = 0; writes < 2; writes++) {
            struct fault fault = {0};
            struct journal *journal;
            char text[1000], said[4096], *after;
            size_t length;

            snprintf(text, sizeof text, "%s%s%s", head, rows[i][0], tail);
            write_file(scratch->path, text, strlen(text));
            journal = open_heard(scratch->path, writes, said, sizeof said, &fault);
            assert_non_null(journal);
            if (strstr(said, rows[i][1]) == NULL)
                fail_msg("`%s` does not say `%s`", said, rows[i][1]);
            assert_int_equal(journal_damaged(journal), 1);
            assert_int_equal(journal_count(journal), 1);
            journal_close(journal);
            after = read_whole(scratch->path, &length);
            assert_string_equal(after, text);
            free(after);
        }
}

/* Damage of a thousand lines is told in a few. */
static void test_much_damage(void **state)
{
    const struct scratch *scratch = *state;
    struct fault fault = {0};
    struct journal *journal = open_journal(scratch->path, true);
    char said[8192], *text;
    size_t length, lines = 0;

    for (int i = 0; i < 1000; i++)
        append(journal, i, JOURNAL_TIMES, i + 1);
    journal_close(journal);
    text = read_whole(scratch->path, &length);
    for (char *at = strchr(text, '\n'); at[1] != '\0'; at = strchr(at + 1, '\n'))
        at[10] ^= 1;
    write_file(scratch->path, text, length);
    journal = open_heard(scratch->path, false, said, sizeof said, &fault);
    for (const char *at = said; *at != '\0'; at++)
        lines += *at == '\n';
    assert_int_equal(lines, 7);
    assert_non_null(strstr(said, "994 more lines are damaged"));
    assert_int_equal(journal_count(journal), 0);
    journal_close(journal);
    free(text);
}

/* Changes a byte of the number-th line, from 1. */
static void damage(const char *path, int number)
{
    size_t length;
    char *text = read_whole(path, &length), *at = text;

    for (int line = 1; line < number; line++)
        at = strchr(at, '\n') + 1;
    at[8] ^= 2;
    write_file(path, text, length);
    free(text);
}

/* A kernel that was timed and is tried again may have failed in a line that is lost. */
static void test_lost_failure(void **state)
{
    static const struct {
        enum journal_state lines[7];
        int count, damaged; /* the damaged line, from 1 */
        bool timed;
    } rows[] = {
        {{JOURNAL_TIMES, JOURNAL_RUN_STARTED, JOURNAL_FAILED}, 3, 3, false},
        {{JOURNAL_TIMES, JOURNAL_RUN_STARTED, JOURNAL_VERIFIED, JOURNAL_FAILED}, 4, 4, false},
        {{JOURNAL_TIMES, JOURNAL_RUN_STARTED, JOURNAL_FAILED, JOURNAL_RUN_STARTED}, 4, 3, false},
        /* A result, or survival, behind it says that it did not. */
        {{JOURNAL_TIMES, JOURNAL_RUN_STARTED, JOURNAL_VERIFIED, JOURNAL_FINAL_TIMES}, 4, 3, true},
        {{JOURNAL_TIMES, JOURNAL_RUN_STARTED, JOURNAL_VERIFIED, JOURNAL_SURVIVED}, 4, 3, true},
        /* What nobody was at work on has not failed. */
        {{JOURNAL_BUILD_STARTED, JOURNAL_BUILT, JOURNAL_TIMES}, 3, 1, true},
        {{JOURNAL_BUILD_STARTED, JOURNAL_BUILT, JOURNAL_RUN_STARTED, JOURNAL_TIMES}, 4, 3, true},
    };
    const struct scratch *scratch = *state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct journal *journal = open_journal(scratch->path, true);
        int saved;

        for (int line = 0; line < rows[i].count; line++)
            append(journal, 1, rows[i].lines[line], 1);
        append(journal, 2, JOURNAL_TIMES, 2);
        journal_close(journal);
        damage(scratch->path, rows[i].damaged + 1);
        saved = hush();
        journal = open_journal(scratch->path, false);
        unhush(saved);
        assert_int_equal(journal_damaged(journal), 1);
        if ((find(journal, 1)->fields[JOURNAL_TIMES] != NULL) != rows[i].timed)
            fail_msg("row %zu", i);
        assert_non_null(find(journal, 2)->fields[JOURNAL_TIMES]);
        journal_close(journal);
        unlink(scratch->path);
    }
}

/* What a later program has written, and means something that this one does not know, is not passed
 * over: the value is that of hash_bytes. */
static void test_later_version(void **state)
{
    static const char text[] =
        "{\"clgemm_journal\":1}\n"
        "{\"key\":{},\"state\":\"paused\",\"fields\":{},\"at_ms\":1,\"check\":\"CHECK\"}\n";
    const struct scratch *scratch = *state;
    const char *line = strchr(text, '\n') + 1;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct fault fault = {0};
    char whole[400];

    for (const char *at = line; at < strstr(line, ",\"check\""); at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    snprintf(whole, sizeof whole, "%.*s%016llx\"}\n", (int)(strstr(text, "CHECK") - text), text,
             (unsigned long long)hash);
    write_file(scratch->path, whole, strlen(whole));
    assert_null(journal_open(scratch->path, true, &fault));
    assert_int_equal(fault.code, FAULT_REFUSED);
    assert_non_null(
        strstr(fault.text, "line 2: `paused` is no state of a journal: a later version"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCRATCH(test_flips),        ON_SCRATCH(test_left_out),      ON_SCRATCH(test_much_damage),
        ON_SCRATCH(test_lost_failure), ON_SCRATCH(test_later_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
