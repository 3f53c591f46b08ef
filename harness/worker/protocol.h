/* The orders of a worker as one table: what obeys them, what it needs, and the members of order and
 * answer. */
#pragma once

#include "harness/base/json_read.h"
#include "harness/worker/internal.h"
#include "harness/worker/client.h"

struct protocol_order {
    const char *name;
    obey_order *obey;
    enum {
        NEEDS_NOTHING,
        NEEDS_DEVICE,
        NEEDS_BUILT, /* the slot has a kernel or library */
        NEEDS_OPEN   /* ... that is set up on a problem */
    } needs;
    enum work work;            /* counts the time of an order whose answer tells none */
    const char *takes, *gives; /* members that order and answer must have; behind each name a sign
                                  says what it is (protocol.c) */
};

/* The row of an order; NULL: there is no such order. */
const struct protocol_order *protocol_find(const json_t *order);

/* Whether an order has the members of its row. Else `why` is a sentence: "has no `m` that is a
 * whole number". */
bool protocol_takes(const struct protocol_order *row, const json_t *order, char *why, size_t room);

/* Whether an answer, or a failure, is one to the order. Else `why` is a sentence. */
bool protocol_gives(const json_t *order, const json_t *answer, char *why, size_t room);

/*
 * Messages to and from a worker. Only client.c includes this.
 *
 * A worker may be any program, and a driver in it may write what it likes: what is read of it has
 * limits.
 */
enum talk {
    TALK_DONE,
    TALK_LATE,
    TALK_ENDED,    /* the other side is gone, or has closed its output */
    TALK_NONSENSE, /* its answer is no JSON, or is none to this order */
    TALK_LONG,     /* its answer is longer than TALK_ANSWER */
    TALK_FLOOD,    /* it has written more than TALK_LOG to its log */
    TALK_INTERRUPTED
};

enum {
    TALK_ANSWER = CLIENT_ROOM - (1 << 16), /* bytes of an answer */
    TALK_LOG = 64 << 20                    /* bytes that an order may add to the log */
};

/* Gives an order, a message of so many bytes, and reads the answer; *answer is a new reference, NULL
 * unless TALK_DONE. */
enum talk talk_exchange(struct client *client, const char *message, size_t length, double deadline,
                        json_t **answer);
