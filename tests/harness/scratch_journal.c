#include "tests/harness/scratch_journal.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/base/file.h"

int make_scratch(void **state)
{
    struct scratch *scratch = malloc(sizeof *scratch);

    assert_non_null(scratch);
    strcpy(scratch->folder, "/tmp/clgemm-journal-XXXXXX");
    assert_non_null(mkdtemp(scratch->folder));
    snprintf(scratch->path, sizeof scratch->path, "%s/run.journal", scratch->folder);
    *state = scratch;
    return 0;
}

int remove_scratch(void **state)
{
    struct scratch *scratch = *state;
    char saved[sizeof scratch->path + 16];

    unlink(scratch->path);
    for (int i = 1; i < 9; i++) {
        snprintf(saved, sizeof saved, i == 1 ? "%s.saved" : "%s.saved-%d", scratch->path, i);
        unlink(saved);
    }
    rmdir(scratch->folder);
    free(scratch);
    return 0;
}

json_t *key_of(int number)
{
    json_t *key = json_pack("{s:s, s:s, s:{s:s, s:i}}", "device", "D", "driver", "1", "parameters",
                            "tile", "8x4", "unroll", number);

    assert_non_null(key);
    return key;
}

void append(struct journal *journal, int number, enum journal_state state, double ms)
{
    struct fault fault = {0};
    json_t *key = key_of(number);
    json_t *fields = state == JOURNAL_TIMES ? json_pack("{s:f}", "median_ms", ms) : NULL;

    assert_int_equal(journal_append(journal, key, state, fields, &fault), 0);
    json_decref(key);
    json_decref(fields);
}

const struct journal_entry *find(const struct journal *journal, int number)
{
    json_t *key = key_of(number);
    const struct journal_entry *entry = journal_find(journal, key);

    json_decref(key);
    return entry;
}

struct journal *open_journal(const char *path, bool writes)
{
    struct fault fault = {0};
    struct journal *journal = journal_open(path, writes, &fault);

    if (journal == NULL)
        fail_msg("%s", fault.text);
    return journal;
}

struct journal *open_heard(const char *path, bool writes, char *said, size_t room,
                           struct fault *fault)
{
    FILE *heard = tmpfile();
    int saved = dup(2);
    struct journal *journal;
    size_t got;

    assert_true(heard != NULL && saved >= 0);
    dup2(fileno(heard), 2);
    journal = journal_open(path, writes, fault);
    unhush(saved);
    rewind(heard);
    got = fread(said, 1, room - 1, heard);
    said[got] = '\0';
    fclose(heard);
    return journal;
}

void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

char *read_whole(const char *path, size_t *length)
{
    struct fault fault = {0};
    char *text;

    assert_int_equal(file_read(path, &text, length, &fault), 0);
    return text;
}

int hush(void)
{
    int saved = dup(2), null = open("/dev/null", O_WRONLY);

    assert_true(saved >= 0 && null >= 0);
    dup2(null, 2);
    close(null);
    return saved;
}

void unhush(int saved)
{
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
}
