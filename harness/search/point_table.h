/* Points of a search space and what is known of them. */
#ifndef HARNESS_SEARCH_POINT_TABLE_H
#define HARNESS_SEARCH_POINT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/hash.h"

struct point_record {
    bool pending; /* proposed and not yet reported */
    double ms;    /* INFINITY: failed */
};

struct point_table {
    size_t length; /* numbers of a point */
    size_t count, room;
    unsigned *points; /* one behind another */
    struct point_record *records;
    struct hash_index index;
};

/* An empty table for points of `length` numbers. point_table_release is due. */
void point_table_init(struct point_table *table, size_t length);
void point_table_release(struct point_table *table);

/* The record of a point, or NULL. Good until a point is added. */
struct point_record *point_table_find(const struct point_table *table, const unsigned *point);

/* Adds a point that is not there; NULL: no memory, and the table is as before. */
struct point_record *point_table_add(struct point_table *table, const unsigned *point);

#endif
