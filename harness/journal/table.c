#include "harness/base/list.h"
#include "harness/journal/internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const words[JOURNAL_STATES] = {
    [JOURNAL_SESSION] = "session",   [JOURNAL_BUILD_STARTED] = "build-started",
    [JOURNAL_BUILT] = "built",       [JOURNAL_RUN_STARTED] = "run-started",
    [JOURNAL_VERIFIED] = "verified", [JOURNAL_SURVIVED] = "survived",
    [JOURNAL_TIMES] = "times",       [JOURNAL_FINAL_TIMES] = "final-times",
    [JOURNAL_FAILED] = "failed",
};

const char *journal_word(enum journal_state state)
{
    return words[state];
}

bool journal_state_of(const char *word, enum journal_state *state)
{
    for (int i = 0; i < JOURNAL_STATES; i++)
        if (strcmp(words[i], word) == 0) {
            *state = (enum journal_state)i;
            return true;
        }
    return false;
}

json_t *journal_key(const struct journal_entry *entry)
{
    return json_loads(entry->key, 0, NULL);
}

json_t *journal_fields(const struct journal_entry *entry, enum journal_state state)
{
    return entry->fields[state] == NULL ? NULL : json_loads(entry->fields[state], 0, NULL);
}

double journal_number(const struct journal_entry *entry, enum journal_state state, const char *name)
{
    json_t *fields = journal_fields(entry, state);
    double number = member_number(fields, name);

    json_decref(fields);
    return number;
}

static void release_entry(struct journal_entry *entry)
{
    free(entry->key);
    free(entry->boot);
    for (int state = 0; state < JOURNAL_STATES; state++)
        free(entry->fields[state]);
}

void journal_table_release(struct journal_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        release_entry(&table->entries[i]);
    free(table->entries);
    hash_index_release(&table->index);
    memset(table, 0, sizeof *table);
}

/* The text of an object that does not depend on the order of its members. To be freed. */
static char *canonical(const json_t *object)
{
    return json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
}

/* --------------------------------------------------------------------------------- finding keys */

static struct journal_entry *find(const struct journal_table *table, const char *key)
{
    const uint64_t hash = hash_bytes(key, strlen(key));

    for (size_t at = 0, i; (i = hash_index_next(&table->index, hash, &at)) != SIZE_MAX;)
        if (strcmp(table->entries[i].key, key) == 0)
            return &table->entries[i];
    return NULL;
}

const struct journal_entry *journal_table_find(const struct journal_table *table, const json_t *key)
{
    char *text = canonical(key);
    const struct journal_entry *entry = text == NULL ? NULL : find(table, text);

    free(text);
    return entry;
}

/* Takes the key's text where it succeeds. */
static struct journal_entry *add_entry(struct journal_table *table, char *key)
{
    if (!list_grow(&table->entries, table->count, sizeof *table->entries) ||
        !hash_index_add(&table->index, hash_bytes(key, strlen(key))))
        return NULL;
    table->entries[table->count] = (struct journal_entry){.key = key};
    return &table->entries[table->count++];
}

/* ------------------------------------------------------------------------------ counting starts */

/* Whether the machine was started anew between two starts, of which each may be unknown. */
static bool differ(const char *boot, const char *next)
{
    return boot != NULL && next != NULL && strcmp(boot, next) != 0;
}

static void set_boot(struct journal_entry *entry, const char *boot)
{
    free(entry->boot);
    entry->boot = boot == NULL ? NULL : strdup(boot);
}

/* A session whose worker was ended by somebody else starts again, and that counts once. */
static void count_start(struct journal_entry *entry, unsigned session, const char *boot)
{
    if (session == 0 || entry->session != session) {
        entry->restarts += entry->unanswered > 0 && differ(entry->boot, boot);
        entry->unanswered++;
    }
    set_boot(entry, boot);
    entry->session = session;
}

/* Counts the starts that led to nothing. A verified kernel is still under way. */
static void count_starts(struct journal_entry *entry, enum journal_state state, unsigned session,
                         const char *boot)
{
    switch (state) {
    case JOURNAL_BUILD_STARTED:
    case JOURNAL_RUN_STARTED:
        count_start(entry, session, boot);
        break;
    case JOURNAL_VERIFIED:
        break;
    case JOURNAL_BUILT:
        if (entry->unanswered > 0 && entry->state == JOURNAL_BUILD_STARTED) {
            entry->unanswered--;
            entry->session = 0;
        }
        set_boot(entry, NULL);
        entry->begun = 0;
        break;
    default: /* the point is done with */
        entry->unanswered = entry->restarts = entry->session = 0;
        set_boot(entry, NULL);
        entry->begun = 0;
        break;
    }
}

/* -------------------------------------------------------------------------------- damaged lines */

static bool is_under_way(enum journal_state state)
{
    return state == JOURNAL_BUILD_STARTED || state == JOURNAL_BUILT ||
           state == JOURNAL_RUN_STARTED || state == JOURNAL_VERIFIED;
}

/* Doubts a key that was under way when a line was lost: that line may have said that it failed. */
static void doubt(const struct journal_table *table, struct journal_entry *entry)
{
    if (!is_under_way(entry->state) || entry->line >= table->missed)
        return;
    free(entry->fields[JOURNAL_TIMES]);
    free(entry->fields[JOURNAL_FINAL_TIMES]);
    entry->fields[JOURNAL_TIMES] = entry->fields[JOURNAL_FINAL_TIMES] = NULL;
}

void journal_table_miss(struct journal_table *table)
{
    table->missed = ++table->line;
}

void journal_table_settle(struct journal_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        doubt(table, &table->entries[i]);
}

/* ---------------------------------------------------------------------------------------- lines */

/* Takes the fields' text. */
static void take(struct journal_table *table, struct journal_entry *entry, enum journal_state state,
                 char *fields, const char *boot)
{
    table->sessions += state == JOURNAL_SESSION;
    table->line++;
    if (is_under_way(state))
        doubt(table, entry);
    count_starts(entry, state, table->sessions, boot);
    entry->state = state;
    entry->line = table->line;
    free(entry->fields[state]);
    entry->fields[state] = fields;
}

int journal_table_add(struct journal_table *table, const json_t *key, enum journal_state state,
                      const json_t *fields, struct fault *fault)
{
    char *text = canonical(key), *values = canonical(fields);
    struct journal_entry *entry = text == NULL || values == NULL ? NULL : find(table, text);

    if (entry == NULL && text != NULL && values != NULL) {
        entry = add_entry(table, text);
        text = entry == NULL ? text : NULL; /* it is the entry's now */
    }
    free(text);
    if (entry == NULL) {
        free(values);
        return fault_memory(fault);
    }
    take(table, entry, state, values, member_text(fields, "boot"));
    return 0;
}

void journal_table_begin(struct journal_table *table, const json_t *key, long long place)
{
    struct journal_entry *entry = (struct journal_entry *)journal_table_find(table, key);

    if (entry != NULL && entry->begun == 0)
        entry->begun = place;
}
