#include "harness/journal_table.h"

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

int journal_table_init(struct journal_table *table, struct fault *fault)
{
    memset(table, 0, sizeof *table);
    table->indices = json_object();
    return table->indices == NULL ? fault_memory(fault) : 0;
}

void journal_table_release(struct journal_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        json_decref((json_t *)table->entries[i].key);
        for (int state = 0; state < JOURNAL_STATES; state++)
            json_decref((json_t *)table->entries[i].fields[state]);
    }
    free(table->entries);
    json_decref(table->indices);
    memset(table, 0, sizeof *table);
}

/* The text of a key that does not depend on the order of its members. To be freed. */
static char *canonical(const json_t *key)
{
    return json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
}

const struct journal_entry *journal_table_find(const struct journal_table *table, const json_t *key)
{
    char *text = canonical(key);
    const json_t *index = text == NULL ? NULL : json_object_get(table->indices, text);

    free(text);
    return index == NULL ? NULL : &table->entries[json_integer_value(index)];
}

static struct journal_entry *add_entry(struct journal_table *table, json_t *key)
{
    char *text;

    if (table->count == table->room) {
        size_t room = table->room == 0 ? 64 : 2 * table->room;
        struct journal_entry *entries = realloc(table->entries, room * sizeof *entries);

        if (entries == NULL)
            return NULL;
        table->entries = entries;
        table->room = room;
    }
    text = canonical(key);
    if (text == NULL ||
        json_object_set_new(table->indices, text, json_integer((json_int_t)table->count)) != 0) {
        free(text);
        return NULL;
    }
    free(text);
    table->entries[table->count] = (struct journal_entry){.key = json_incref(key)};
    return &table->entries[table->count++];
}

/* Whether the machine was started anew between two starts, of which each may be unknown. */
static bool differ(const char *boot, const char *next)
{
    return boot != NULL && next != NULL && strcmp(boot, next) != 0;
}

/* A session whose worker was ended by somebody else starts again, and that counts once. */
static void count_start(struct journal_entry *entry, unsigned session, const char *boot)
{
    if (session == 0 || entry->session != session) {
        entry->restarts += entry->unanswered > 0 && differ(entry->boot, boot);
        entry->unanswered++;
    }
    entry->boot = boot; /* of these fields: those of the start before are about to go */
    entry->session = session;
}

/* Counts the starts that led to nothing. What was verified is still under way. */
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
        entry->boot = NULL;
        entry->begun = 0;
        break;
    default: /* the point is done with */
        entry->unanswered = entry->restarts = entry->session = 0;
        entry->boot = NULL;
        entry->begun = 0;
        break;
    }
}

int journal_table_add(struct journal_table *table, json_t *key, enum journal_state state,
                      json_t *fields, struct fault *fault)
{
    struct journal_entry *entry = (struct journal_entry *)journal_table_find(table, key);

    if (entry == NULL)
        entry = add_entry(table, key);
    if (entry == NULL)
        return fault_memory(fault);
    table->sessions += state == JOURNAL_SESSION;
    count_starts(entry, state, table->sessions, json_string_value(json_object_get(fields, "boot")));
    entry->state = state;
    json_decref((json_t *)entry->fields[state]);
    entry->fields[state] = json_incref(fields);
    return 0;
}

void journal_table_begin(struct journal_table *table, const json_t *key, long long place)
{
    struct journal_entry *entry = (struct journal_entry *)journal_table_find(table, key);

    if (entry->begun == 0)
        entry->begun = place;
}
