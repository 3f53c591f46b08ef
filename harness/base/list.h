/* Lists that grow by one item at a time. */
#pragma once

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for an item of `bytes` behind `count` others, in malloc'd memory: twice as much
 * whenever a power of two is full. `list` is the address of the pointer to the first item, which is
 * NULL at first. Items may have gone from the end meanwhile. False: no memory, and the list is as
 * before. */
static inline bool list_grow(void *list, size_t count, size_t bytes)
{
    void *items;

    if ((count & (count - 1)) != 0)
        return true;
    memcpy(&items, list, sizeof items); /* C has no pointer to pointers of any type */
    items = realloc(items, (count == 0 ? 1 : 2 * count) * bytes);
    if (items != NULL)
        memcpy(list, &items, sizeof items);
    return items != NULL;
}
