/* The orders of a worker as one table: what obeys them, what it needs, and the members of order and
 * answer. */
#ifndef HARNESS_WORKER_PROTOCOL_H
#define HARNESS_WORKER_PROTOCOL_H

#include "harness/base/json_read.h"
#include "harness/worker/internal.h"

enum {
    PROTOCOL_MEMBERS = 8 /* of an order, and of an answer, that are checked */
};

/* A member that orders or answers must have. `order` is the order itself or the one that is
 * answered. */
struct protocol_member {
    const char *name; /* NULL: behind the last one */
    bool (*is)(const json_t *order, const json_t *value);
    const char *words; /* "a number": what `is` asks for */
};

struct protocol_order {
    const char *name;
    obey_order *obey;
    enum {
        NEEDS_NOTHING,
        NEEDS_DEVICE,
        NEEDS_BUILT, /* the slot has a kernel or library */
        NEEDS_OPEN   /* ... that is set up on a problem */
    } needs;
    enum work work; /* counts the time of an order whose answer tells none */
    struct protocol_member takes[PROTOCOL_MEMBERS], gives[PROTOCOL_MEMBERS];
};

/* The row of an order; NULL: there is no such order. */
const struct protocol_order *protocol_find(const json_t *order);

/* Whether an order has the members of its row. Else `why` is a sentence: "has no `m` that is a
 * whole number". */
bool protocol_takes(const struct protocol_order *row, const json_t *order, char *why, size_t room);

/* Whether an answer, or a failure, is one to the order. Else `why` is a sentence. */
bool protocol_gives(const json_t *order, const json_t *answer, char *why, size_t room);

#endif
