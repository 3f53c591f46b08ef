/*
 * Each line says which one it follows: whole lines that are lost, stand twice or have changed places are
 * found. A journal of the earlier form, whose lines do not say it, goes on in this one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/scratch_journal.h"

enum {
    MOST = 16,
    ROOM = 8192
};

/* The lines of a file, each with its newline. */
struct lines {
    char *text;
    char *line[MOST];
    int count;
};

static struct lines read_lines(const char *path)
{
    size_t length;
    struct lines lines = {.text = read_whole(path, &length)};

    for (const char *at = lines.text; *at != '\0'; at += strcspn(at, "\n") + 1) {
        assert_true(lines.count < MOST);
        lines.line[lines.count++] = strndup(at, strcspn(at, "\n") + 1);
    }
    return lines;
}

static void release_lines(struct lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        free(lines->line[i]);
    free(lines->text);
}

/* What is done to a line, by its index. */
enum deed {
    DROP,
    DOUBLE,
    SWAP,    /* with the next one */
    MOVE,    /* to the end */
    REPEAT,  /* at the end */
    UNCHECK, /* its check value is taken off */
    DEEDS
};

static void write_line(FILE *file, const char *line, bool checked)
{
    const char *tail = strstr(line, ",\"check\":");

    if (checked || tail == NULL)
        fputs(line, file);
    else
        fprintf(file, "%.*s}\n", (int)(tail - line), line);
}

static void write_after(const char *path, const struct lines *lines, int line, enum deed deed)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    for (int i = 0; i < lines->count; i++) {
        int at = deed != SWAP || i < line || i > line + 1 ? i : i == line ? line + 1 : line;

        if (i != line || (deed != DROP && deed != MOVE))
            write_line(file, lines->line[at], i != line || deed != UNCHECK);
        if (i == line && deed == DOUBLE)
            fputs(lines->line[i], file);
    }
    if (deed == MOVE || deed == REPEAT)
        fputs(lines->line[line], file);
    assert_int_equal(fclose(file), 0);
}

/* How many lines are told to be damaged; which those are. */
static int told(const char *said, int which[MOST])
{
    static const char words[] = ": line ";
    int count = 0;

    for (const char *at = said; (at = strstr(at, words)) != NULL && count < MOST; at++) {
        which[count] = atoi(at + strlen(words));
        count += strstr(at, "is damaged") != NULL;
    }
    return count;
}

/* The lines that are left out, counted from the one that something was done to. A line that does not follow what
 * is before it counts for nothing, and the next one follows it. */
static const struct {
    int count, where[3];
} left_out[DEEDS] = {
    [DROP] = {1, {0}},       [DOUBLE] = {1, {1}},    [SWAP] = {3, {0, 1, 2}},
    [MOVE] = {2, {0, MOST}}, [REPEAT] = {1, {MOST}}, [UNCHECK] = {1, {0}},
};

/* MOST of left_out stands for the last line; what would be behind it is none. */
static void expect_told(const char *said, int line, int lines, enum deed deed)
{
    int which[MOST], count = told(said, which), expected = 0;

    for (int i = 0; i < left_out[deed].count; i++) {
        int place = left_out[deed].where[i], number = place == MOST ? lines : line + place + 1;

        if (number > lines)
            continue;
        if (expected >= count || which[expected] != number)
            fail_msg("deed %d to line %d does not leave out line %d:\n%s", deed, line + 1, number,
                     said);
        expected++;
    }
    if (count != expected)
        fail_msg("deed %d to line %d leaves out %d lines, not %d:\n%s", deed, line + 1, count,
                 expected, said);
}

/* Every line of a journal but the first and the last one dropped, doubled, moved. What the journal then holds was
 * written, and what is appended follows it. */
static void test_deeds(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    struct lines lines;

    for (int i = 1; i <= 4; i++) {
        append(journal, i, JOURNAL_BUILD_STARTED, 0);
        append(journal, i, i == 3 ? JOURNAL_FAILED : JOURNAL_TIMES, i);
    }
    journal_close(journal);
    lines = read_lines(scratch->path);
    assert_int_equal(lines.count, 9);
    for (enum deed deed = DROP; deed < DEEDS; deed++)
        for (int line = 1; line < lines.count - 1; line++) {
            struct fault fault = {0};
            char said[ROOM];
            size_t damaged;
            int total = lines.count - (deed == DROP) + (deed == DOUBLE || deed == REPEAT);

            write_after(scratch->path, &lines, line, deed);
            journal = open_heard(scratch->path, true, said, sizeof said, &fault);
            assert_non_null(journal);
            expect_told(said, line, total, deed);
            damaged = journal_damaged(journal);
            append(journal, 9, JOURNAL_TIMES, 9);
            journal_close(journal);
            journal = open_heard(scratch->path, false, said, sizeof said, &fault);
            assert_int_equal(journal_damaged(journal), damaged);
            assert_true(journal_number(find(journal, 9), JOURNAL_TIMES, "median_ms") == 9);
            journal_close(journal);
        }
    release_lines(&lines);
}

/* The last line moved nowhere: dropped, it is one that was not written yet; doubled, it is found. */
static void test_last(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    struct fault fault = {0};
    struct lines lines;
    char said[ROOM];

    append(journal, 1, JOURNAL_TIMES, 1);
    append(journal, 2, JOURNAL_TIMES, 2);
    journal_close(journal);
    lines = read_lines(scratch->path);
    write_after(scratch->path, &lines, 2, DROP);
    journal = open_heard(scratch->path, true, said, sizeof said, &fault);
    assert_string_equal(said, "");
    assert_int_equal(journal_count(journal), 1);
    journal_close(journal);
    write_after(scratch->path, &lines, 2, DOUBLE);
    journal = open_heard(scratch->path, true, said, sizeof said, &fault);
    assert_non_null(strstr(said, "line 4 is damaged (it does not follow what is before it: lines "
                                 "are missing, doubled or moved): it is ignored"));
    assert_int_equal(journal_damaged(journal), 1);
    journal_close(journal);
    release_lines(&lines);
}

/* What ends in order takes lines back; the next one follows what is left. */
static void test_take_back(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);

    append(journal, 2, JOURNAL_BUILD_STARTED, 0);
    append(journal, 1, JOURNAL_TIMES, 1);
    append(journal, 3, JOURNAL_BUILD_STARTED, 0);
    append(journal, 3, JOURNAL_BUILT, 0);
    append(journal, 3, JOURNAL_RUN_STARTED, 0);
    journal_take_back(journal);
    journal_close(journal);
    for (int i = 4; i < 6; i++) {
        journal = open_journal(scratch->path, true);
        assert_int_equal(journal_damaged(journal), 0);
        assert_int_equal(journal_count(journal), i - 1);
        assert_int_equal(find(journal, 2)->state, JOURNAL_SURVIVED);
        append(journal, i, JOURNAL_TIMES, i);
        journal_close(journal);
    }
}

/* Of the earlier form, as clgemm-bench 0.1.0 wrote it. */
#define EARLIER_LINE(state, fields, at, check)                                                     \
    "{\"key\":{\"device\":\"D\",\"driver\":\"1\",\"parameters\":{\"tile\":\"8x4\",\"unroll\":1}}," \
    "\"state\":\"" state "\",\"fields\":" fields ",\"at_ms\":176722560000" at                      \
    ",\"check\":\"" check "\"}\n"

static const char earlier[] = "{\"clgemm_journal\":1}\n" EARLIER_LINE(
    "build-started", "{\"boot\":\"b\"}", "0", "86f37331fb92c417")
    EARLIER_LINE("built", "{\"build_ms\":3.5}", "1", "9d2562e245e0362f")
        EARLIER_LINE("run-started", "{\"boot\":\"b\"}", "2", "468d505bf482199a")
            EARLIER_LINE("verified", "{}", "3", "ce7cf855317aa80e")
                EARLIER_LINE("times", "{\"median_ms\":1.5}", "4", "d0970d64fac50942");

/* It is read as it was and resumed with or without its last newline; nothing of it changes. The line behind it follows all of its
 * bytes: what changes of them from then on is found, at the latest there. */
static void test_earlier(void **state)
{
    const struct scratch *scratch = *state;
    const size_t length = strlen(earlier);
    struct fault fault = {0};
    struct journal *journal;
    struct lines lines;
    char said[ROOM];

    for (size_t cut = 0; cut < 2; cut++) {
        write_file(scratch->path, earlier, length - cut);
        journal = open_heard(scratch->path, true, said, sizeof said, &fault);
        assert_string_equal(said, "");
        assert_true(journal_number(find(journal, 1), JOURNAL_TIMES, "median_ms") == 1.5);
        append(journal, 2, JOURNAL_BUILT, 0);
        append(journal, 2, JOURNAL_TIMES, 2);
        journal_close(journal);
        journal = open_heard(scratch->path, true, said, sizeof said, &fault);
        assert_string_equal(said, "");
        assert_int_equal(journal_count(journal), 2);
        append(journal, 3, JOURNAL_TIMES, 3);
        journal_close(journal);
    }
    lines = read_lines(scratch->path);
    assert_memory_equal(lines.text, earlier, length);
    assert_int_equal(lines.count, 9);
    for (enum deed deed = DROP; deed < DEEDS; deed++)
        for (int line = 1; line < 6; line++) {
            write_after(scratch->path, &lines, line, deed);
            journal = open_heard(scratch->path, false, said, sizeof said, &fault);
            if (*said ==
                '\0') /* the copy at the end is cut off, as if it had not been written whole */
                fail_msg("deed %d to line %d is not found", deed, line + 1);
            assert_non_null(find(journal, 3));
            journal_close(journal);
        }
    release_lines(&lines);
}

/* Lines of the earlier form have no place behind those of this one. */
static void test_mixed(void **state)
{
    const struct scratch *scratch = *state;
    struct journal *journal = open_journal(scratch->path, true);
    struct fault fault = {0};
    const char *other = strchr(earlier, '\n') + 1;
    char said[ROOM];
    FILE *file;

    append(journal, 2, JOURNAL_TIMES, 2);
    journal_close(journal);
    file = fopen(scratch->path, "a");
    assert_non_null(file);
    fputs(other, file);
    fclose(file);
    journal = open_heard(scratch->path, false, said, sizeof said, &fault);
    assert_non_null(strstr(said, "line 3 is damaged (it does not say which line it follows)"));
    assert_int_equal(journal_count(journal), 1);
    journal_close(journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCRATCH(test_deeds),   ON_SCRATCH(test_last),  ON_SCRATCH(test_take_back),
        ON_SCRATCH(test_earlier), ON_SCRATCH(test_mixed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
