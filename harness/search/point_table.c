#include "harness/search/internal.h"

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
    hash_index_release(&table->index);
    memset(table, 0, sizeof *table);
}

static size_t bytes_of(const struct point_table *table, size_t points)
{
    return points * table->length * sizeof *table->points;
}

static uint64_t hash_point(const struct point_table *table, const unsigned *point)
{
    return hash_bytes((const char *)point, bytes_of(table, 1));
}

struct point_record *point_table_find(const struct point_table *table, const unsigned *point)
{
    const uint64_t hash = hash_point(table, point);

    for (size_t at = 0, i; (i = hash_index_next(&table->index, hash, &at)) != SIZE_MAX;)
        if (memcmp(table->points + i * table->length, point, bytes_of(table, 1)) == 0)
            return &table->records[i];
    return NULL;
}

static bool grow(struct point_table *table)
{
    const size_t room = table->room == 0 ? 64 : 2 * table->room;
    void *points = realloc(table->points, bytes_of(table, room));
    void *records = NULL;

    if (points != NULL)
        table->points = points;
    if (points != NULL)
        records = realloc(table->records, room * sizeof *table->records);
    if (records == NULL)
        return false;
    table->records = records;
    table->room = room;
    return true;
}

struct point_record *point_table_add(struct point_table *table, const unsigned *point)
{
    if ((table->count == table->room && !grow(table)) ||
        !hash_index_add(&table->index, hash_point(table, point)))
        return NULL;
    memcpy(table->points + table->count * table->length, point, bytes_of(table, 1));
    return &table->records[table->count++];
}
