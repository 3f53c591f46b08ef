/*
 * A journal in a folder of its own, and the files that tests make of it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/journal/journal.h"

struct scratch {
    char folder[64], path[80];
};

/* Setup and teardown of a test, whose state is the scratch. */
int make_scratch(void **state);
int remove_scratch(void **state);

#define ON_SCRATCH(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

/* Keys, and with them entries, differ by their number. */
json_t *key_of(int number);
void append(struct journal *journal, int number, enum journal_state state, double ms);
const struct journal_entry *find(const struct journal *journal, int number);

struct journal *open_journal(const char *path, bool writes);
/* Opens a journal whose complaints are kept in `said`. NULL: it cannot be opened. */
struct journal *open_heard(const char *path, bool writes, char *said, size_t room,
                           struct fault *fault);
void write_file(const char *path, const char *bytes, size_t length);
char *read_whole(const char *path, size_t *length);

/* Keeps the notes of repairs out of the test's output. Returns what restores stderr. */
int hush(void);
void unhush(int saved);
