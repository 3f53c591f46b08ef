#include <math.h>
#include <string.h>

#include "harness/search/internal.h"

enum {
    LONG_LINE = 8 /* values of a parameter that a scan looks at */
};

/* ------------------------------------------------------------------------------------ the space */

void search_copy(const struct search *search, unsigned *to, const unsigned *from)
{
    memcpy(to, from, search->space->parameter_count * sizeof *to);
}

/* Turns the wheels of a group on by a stride, the last the fastest; false: all have come round. */
static bool turn(const struct search *search, const size_t *group, size_t group_size,
                 unsigned stride, unsigned *point)
{
    for (size_t i = group_size; i-- > 0;) {
        point[group[i]] += stride;
        if (point[group[i]] < search->space->value_counts[group[i]])
            return true;
        point[group[i]] = 0;
    }
    return false;
}

static bool space_next(const struct search *search, unsigned *point, bool first)
{
    return search->space->next(search->space->context, point, first);
}

bool search_draw_new(struct search *search, unsigned *point)
{
    enum {
        TRIES = 200
    };

    for (int tries = 0; tries < TRIES; tries++) {
        if (!search->space->draw(search->space->context, &search->random, point))
            return false;
        if (point_table_find(&search->table, point) == NULL)
            return true;
    }
    /* Nearly all is known: the first new one from here on, and from the start. */
    while (space_next(search, point, false))
        if (point_table_find(&search->table, point) == NULL)
            return true;
    for (bool more = space_next(search, point, true); more; more = space_next(search, point, false))
        if (point_table_find(&search->table, point) == NULL)
            return true;
    return false;
}

bool search_take_start(struct search *search, unsigned *point)
{
    const struct search_space *space = search->space;

    while (search->start_count > 0) {
        bool inside = true;

        search_copy(search, point, search->starts);
        search->starts += space->parameter_count;
        search->start_count--;
        for (size_t i = 0; i < space->parameter_count; i++)
            inside = inside && point[i] < space->value_counts[i];
        if (inside && space->valid(space->context, point))
            return true;
    }
    return false;
}

void search_shuffle(struct search *search, size_t *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)random_below(&search->random, i), item = items[i - 1];

        items[i - 1] = items[j];
        items[j] = item;
    }
}

/* ---------------------------------------------------------------------------------------- scans */

/* A scan of which nothing is said yet. */
static struct scan *begin(struct search *search)
{
    struct scan *scan = &search->scan;

    *scan = (struct scan){.cursor = scan->cursor,
                          .stride = 1,
                          .running = true,
                          .best = scan->best,
                          .best_ms = INFINITY};
    return scan;
}

/* Scans every stride-th value, from a random offset, of a parameter with many values, which are
 * often alike. */
static void thin(struct search *search, unsigned count)
{
    struct scan *scan = &search->scan;

    scan->stride = (count + LONG_LINE - 1) / LONG_LINE;
    scan->cursor[scan->group[0]] = (unsigned)random_below(&search->random, scan->stride);
}

void scan_start(struct search *search, const unsigned *origin, const size_t *group,
                size_t group_size)
{
    struct scan *scan = begin(search);
    const struct point_record *record = point_table_find(&search->table, origin);

    scan->group = group;
    scan->group_size = group_size;
    search_copy(search, scan->best, origin);
    search_copy(search, scan->cursor, origin);
    if (record != NULL && !record->pending)
        scan->best_ms = record->ms;
    for (size_t i = 0; i < group_size; i++)
        scan->cursor[group[i]] = 0;
    if (group_size == 1 && search->space->value_counts[group[0]] > LONG_LINE)
        thin(search, search->space->value_counts[group[0]]);
}

bool scan_start_whole(struct search *search)
{
    struct scan *scan = begin(search);

    scan->whole = true;
    scan->running = space_next(search, scan->cursor, true);
    if (scan->running)
        search_copy(search, scan->best, scan->cursor);
    return scan->running;
}

void scan_note(struct search *search, const unsigned *point, double ms)
{
    if (ms < search->scan.best_ms) {
        search->scan.best_ms = ms;
        search_copy(search, search->scan.best, point);
    }
}

bool scan_next(struct search *search, unsigned *point)
{
    const struct search_space *space = search->space;
    struct scan *scan = &search->scan;

    while (scan->running) {
        const struct point_record *record = point_table_find(&search->table, scan->cursor);
        bool valid = scan->whole || record != NULL || space->valid(space->context, scan->cursor);

        search_copy(search, point, scan->cursor);
        scan->running =
            scan->whole ? space_next(search, scan->cursor, false)
                        : turn(search, scan->group, scan->group_size, scan->stride, scan->cursor);
        if (valid && record == NULL)
            return true;
        if (record != NULL && !record->pending)
            scan_note(search, point, record->ms);
    }
    return false;
}
