/*
 * A worker (harness/worker/worker.h) as others see it: a process that is asked, answers within a
 * limit, and is replaced after it has failed in any way.
 */
#pragma once

#include <stdatomic.h>

#include "harness/base/json_read.h"
#include "harness/base/process.h"
#include "harness/base/fault.h"
#include "harness/worker/worker.h"

/* Another way to a worker: by the process that started it. */
struct client_way {
    /* `order`: a message (harness/worker/message.h) of so many bytes. */
    void (*ask)(struct client_way *way, const char *order, size_t length, double limit_ms,
                json_t **answer, struct fault *fault);
    void (*replace)(struct client_way *way);
    bool runs; /* a worker is there */
};

enum {
    CLIENT_ROOM = (16 << 20) + (1 << 16) /* bytes; those that no answer needs take no memory */
};

struct client {
    struct client_way *way; /* NULL: the worker is this process's own */
    /* Called with true before an answer is waited for, and with false behind; may be NULL. */
    void (*idle)(void *context, bool begins);
    void *idle_context;
    const atomic_bool *dropped; /* true: it waits for no answer; may be NULL */
    const struct worker_options *options;
    bool shows_log;         /* what it writes to its errors is ours, unless it is lost */
    char *program;          /* that serves as worker */
    struct process process; /* id 0: none runs */
    unsigned generation;    /* of workers, from 1 on: what stood in slots of another one is gone */
    int orders, answers, log;
    char *text;    /* answers read and not yet taken, with CLIENT_ROOM */
    size_t length; /* of them */
    double spent
        [WORK_KINDS]; /* milliseconds that orders have taken, by what they say that it went into */
    uint64_t data_made, references; /* that workers have told */
    bool lost;     /* the last order had no answer: its worker has ended or was ended, and ... */
    char mark[16]; /* ... where it was, as process_mark says */
};

/* Prepares a client; no worker runs yet. The options must outlive the client. client_close is due.
 * Errors: FAULT_USAGE (there is no such program), FAULT_IO. */
int client_open(const struct worker_options *options, struct client *client, struct fault *fault);
void client_close(struct client *client);

/* Gives an order (whose reference is taken; NULL: out of memory) to the worker, to a new one where
 * none runs, and waits for its answer. A worker that is late is killed with all that it has
 * started; one whose order fails in any way but `compile`, `refused` and a wrong result that is
 * contained is ended, and the next order goes to a new one. *answer is a new reference, of an order
 * whose runs have come to a failure too; NULL: it failed as a whole, or was lost. Errors: those of
 * the order, with their status; FAULT_IO without one (no worker can be started, or we are to stop). */
int client_ask(struct client *client, json_t *order, double limit_ms, json_t **answer,
               struct fault *fault);

/* Others may go on (`idle`) while the caller is busy with what it does not share: a client says so around an answer that it
 * waits for. */
void client_let(struct client *client, bool begins);

/* Ends the worker; the next order goes to a new one, whose slots are empty. */
void client_replace(struct client *client);

/* Whether a worker runs. */
bool client_runs(const struct client *client);
