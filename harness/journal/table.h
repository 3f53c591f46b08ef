/* The lines of a journal in memory. */
#ifndef HARNESS_JOURNAL_TABLE_H
#define HARNESS_JOURNAL_TABLE_H

#include "harness/base/hash.h"
#include "harness/journal/journal.h"

struct journal_table {
    struct journal_entry *entries;
    size_t count, room;
    struct hash_index index; /* by the keys */
    unsigned sessions;       /* that have begun */
    size_t line;             /* number of the last line that was taken, from 1 */
    size_t missed;           /* of the last one that was damaged; 0: none was */
};

void journal_table_release(struct journal_table *table);

/* Takes a line into account. Errors: FAULT_IO (memory); the table is then as before. */
int journal_table_add(struct journal_table *table, const json_t *key, enum journal_state state,
                      const json_t *fields, struct fault *fault);

/* Takes a line into account that cannot be read. A key that is under way then may have come to an
 * end that nobody knows, as a failure: where no result follows, times from before it are forgotten. */
void journal_table_miss(struct journal_table *table);

/* After the last line of the file: forgets what journal_table_miss says. */
void journal_table_settle(struct journal_table *table);

/* This process has started something, at this place of the file. */
void journal_table_begin(struct journal_table *table, const json_t *key, long long place);

const struct journal_entry *journal_table_find(const struct journal_table *table,
                                               const json_t *key);

/* A state from its word; false: there is no such state. */
bool journal_state_of(const char *word, enum journal_state *state);

#endif
