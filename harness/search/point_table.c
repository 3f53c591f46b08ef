#include "harness/search/point_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void point_table_init(struct point_table *table, size_t length)
{
    memset(table, 0, sizeof *table);
    table->length = length;
}

void point_table_release(struct point_table *table)
{
    free(table->points);
    free(table->records);
    free(table->slots);
    memset(table, 0, sizeof *table);
}

/* FNV-1a over the numbers. */
static size_t hash_point(const struct point_table *table, const unsigned *point)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < table->length; i++)
        hash = (hash ^ point[i]) * UINT64_C(1099511628211);
    return (size_t)(hash ^ hash >> 32);
}

/* The slot that holds a point, or the free one where it would go. At least one slot is free. */
static size_t find_slot(const struct point_table *table, const unsigned *point)
{
    size_t slot = hash_point(table, point) & (table->slot_count - 1);

    while (table->slots[slot] != 0 &&
           memcmp(table->points + (table->slots[slot] - 1) * table->length, point,
                  table->length * sizeof *point) != 0)
        slot = (slot + 1) & (table->slot_count - 1);
    return slot;
}

struct point_record *point_table_find(const struct point_table *table, const unsigned *point)
{
    size_t slot;

    if (table->slot_count == 0)
        return NULL;
    slot = table->slots[find_slot(table, point)];
    return slot == 0 ? NULL : &table->records[slot - 1];
}

/* Room for twice as many points. */
static bool grow(struct point_table *table)
{
    size_t room = table->room == 0 ? 64 : 2 * table->room;
    size_t *slots = calloc(2 * room, sizeof *slots);
    void *points = realloc(table->points, room * table->length * sizeof *table->points);
    void *records = NULL;

    if (points != NULL)
        table->points = points;
    if (points != NULL)
        records = realloc(table->records, room * sizeof *table->records);
    if (records != NULL)
        table->records = records;
    if (slots == NULL || records == NULL) {
        free(slots);
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->slot_count = 2 * room;
    table->room = room;
    for (size_t i = 0; i < table->count; i++)
        slots[find_slot(table, table->points + i * table->length)] = i + 1;
    return true;
}

struct point_record *point_table_add(struct point_table *table, const unsigned *point)
{
    if (table->count == table->room && !grow(table))
        return NULL;
    memcpy(table->points + table->count * table->length, point, table->length * sizeof *point);
    table->slots[find_slot(table, point)] = table->count + 1;
    return &table->records[table->count++];
}
