/*
 * Sets of parameters, points as numbers of what a set has, and tables by such numbers.
 */
#include "gen/space/space.h"

#include <stdlib.h>

bool space_has(const struct space_set *set, size_t p)
{
    return set->words[p / 64] >> p % 64 & 1;
}

void space_include(struct space_set *set, size_t p)
{
    set->words[p / 64] |= (uint64_t)1 << p % 64;
}

struct space_key space_key_of(struct clgemm_space *space, const struct space_set *set)
{
    unsigned char *const parameters = arena_array(&space->derived, space->count, 1);
    uint64_t *const weights = arena_array(&space->derived, space->count, sizeof *weights);
    struct space_key key = {.parameters = parameters, .weights = weights, .most = 1};
    for (size_t p = 0; p < space->count; p++)
        if (space_has(set, p))
            parameters[key.count++] = (unsigned char)p;
    for (size_t i = key.count; i-- > 0;) {
        const uint64_t count = space->parameters[parameters[i]].count;
        weights[i] = key.most;
        key.most = key.most > SPACE_MOST_KEYS / count ? 0 : key.most * count;
        if (!key.most)
            break;
    }
    return key;
}

uint64_t space_number(const struct space_key *key, const unsigned *point)
{
    uint64_t number = 0;
    for (size_t i = 0; i < key->count; i++)
        number += point[key->parameters[i]] * key->weights[i];
    return number;
}

static size_t scramble(uint64_t key)
{
    key *= UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(key ^ key >> 32);
}

static struct space_entry *place_of(const struct space_table *table, uint64_t key)
{
    size_t at = scramble(key) & (table->room - 1);
    while (table->entries[at].key && table->entries[at].key != key)
        at = (at + 1) & (table->room - 1);
    return &table->entries[at];
}

double *space_table_find(struct space_table *table, uint64_t key)
{
    if (!table->room)
        return NULL;
    struct space_entry *const entry = place_of(table, key);
    return entry->key ? &entry->value : NULL;
}

double *space_table_add(struct job *job, struct space_table *table, uint64_t key)
{
    if (2 * table->count >= table->room) {
        struct space_table larger = {.room = table->room ? 2 * table->room : 1024,
                                     .count = table->count};
        larger.entries = calloc(larger.room, sizeof *larger.entries);
        if (!larger.entries)
            job_fail(job, CLGEMM_IO, NULL, "out of memory");
        for (size_t i = 0; i < table->room; i++)
            if (table->entries[i].key)
                *place_of(&larger, table->entries[i].key) = table->entries[i];
        free(table->entries);
        *table = larger;
    }
    struct space_entry *const entry = place_of(table, key);
    if (!entry->key)
        table->count++;
    entry->key = key;
    return &entry->value;
}

void space_table_clear(struct space_table *table)
{
    free(table->entries);
    *table = (struct space_table){.entries = NULL};
}
