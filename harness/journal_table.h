/* The lines of a journal in memory. */
#ifndef HARNESS_JOURNAL_TABLE_H
#define HARNESS_JOURNAL_TABLE_H

#include "harness/journal.h"

struct journal_table {
    struct journal_entry *entries;
    size_t count, room;
    unsigned sessions; /* that have begun */
    json_t *indices;   /* from a key's canonical text to the index of its entry */
};

/* An empty table. journal_table_release is due. Errors: FAULT_IO (memory). */
int journal_table_init(struct journal_table *table, struct fault *fault);
void journal_table_release(struct journal_table *table);

/* Takes a line into account. Errors: FAULT_IO (memory); the table is then as before. */
int journal_table_add(struct journal_table *table, json_t *key, enum journal_state state,
                      json_t *fields, struct fault *fault);

/* This process has started something, at this place of the file. */
void journal_table_begin(struct journal_table *table, const json_t *key, long long place);

const struct journal_entry *journal_table_find(const struct journal_table *table,
                                               const json_t *key);

/* A state from its word; false: there is no such state. */
bool journal_state_of(const char *word, enum journal_state *state);

#endif
