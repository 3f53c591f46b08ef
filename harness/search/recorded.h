/*
 * Spaces whose points were measured before: searches run on them with no device.
 *
 * They are read from journals (doc/journal.md), and from tables of text:
 *
 *     10 17956                  parameters, points
 *     MWG NWG ...               names of the parameters
 *     4 4 ...                   number of values of each
 *     16 32 64 128              one line a parameter: its values
 *     ...
 *     0 0 ... 60.88055          one line a point: index of each value from 0, milliseconds;
 *     ...                       inf: it failed
 */
#ifndef HARNESS_SEARCH_RECORDED_H
#define HARNESS_SEARCH_RECORDED_H

#include <jansson.h>

#include "harness/search/point_table.h"
#include "harness/search/search.h"

struct recorded_space {
    char *name;
    json_t *parameters; /* [{"name": ..., "values": [...]}, ...] */
    unsigned *value_counts;
    struct point_table points; /* in the order of an odometer; ms: INFINITY where it failed */
    double best_ms;
    struct search_space space; /* for search_open; its context is this structure */
};

struct recorded {
    struct recorded_space **spaces;
    size_t count;
};

/* Adds the spaces of a file to the list, which starts as zeros. A journal holds one for each
 * combination of device, driver and problem. recorded_release is due, after errors as well. Errors:
 * FAULT_IO, FAULT_REFUSED (with the line; or no point has a time). */
int recorded_read(const char *path, struct recorded *recorded, struct fault *fault);
void recorded_release(struct recorded *recorded);

/* The time of a point of the space, INFINITY where it failed. */
double recorded_ms(const struct recorded_space *space, const unsigned *point);

/* How many points take no longer than `ms`. */
size_t recorded_within(const struct recorded_space *space, double ms);

#endif
