#include "harness/base/list.h"
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

/* Bytes of a point. */
static size_t bytes_of(const struct point_table *table)
{
    return table->length * sizeof *table->points;
}

static uint64_t hash_point(const struct point_table *table, const unsigned *point)
{
    return hash_bytes((const char *)point, bytes_of(table));
}

struct point_record *point_table_find(const struct point_table *table, const unsigned *point)
{
    const uint64_t hash = hash_point(table, point);

    for (size_t at = 0, i; (i = hash_index_next(&table->index, hash, &at)) != SIZE_MAX;)
        if (memcmp(table->points + i * table->length, point, bytes_of(table)) == 0)
            return &table->records[i];
    return NULL;
}

struct point_record *point_table_add(struct point_table *table, const unsigned *point)
{
    if (!list_grow(&table->points, table->count, bytes_of(table)) ||
        !list_grow(&table->records, table->count, sizeof *table->records) ||
        !hash_index_add(&table->index, hash_point(table, point)))
        return NULL;
    memcpy(table->points + table->count * table->length, point, bytes_of(table));
    return &table->records[table->count++];
}
