/*
 * Lines to and from a worker. Only client.c includes this.
 *
 * A worker may be any program, and a driver in it may write what it likes: what is read of it has
 * limits.
 */
#ifndef HARNESS_WORKER_MESSAGES_H
#define HARNESS_WORKER_MESSAGES_H

#include "harness/worker/client.h"

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
    TALK_ANSWER = 16 << 20, /* bytes of an answer */
    TALK_LOG = 64 << 20     /* bytes that an order may add to the log */
};

/* Gives an order, a line without its newline. */
enum talk talk_send(struct client *client, const char *text, double deadline);

/* Reads one line and takes it as JSON; *answer is a new reference, NULL unless TALK_DONE. */
enum talk talk_receive(struct client *client, double deadline, json_t **answer);

#endif
