/*
 * The time of a command by kind of work, as its workers have told their clients.
 */
#pragma once

#include "harness/cli/words.h"
#include "harness/worker/client.h"

struct time_spent {
    double total_ms;                /* by the clock */
    double beside_ms;               /* of further devices, which worked at the same time */
    double ms[WORK_KINDS];          /* of all devices */
    uint64_t data_made, references; /* sets of operands, and right results that were computed */
};

/* Adds what the workers of a client have told. */
void time_spent_add(struct time_spent *spent, const struct client *client);

/* Adds a part of a command, but for the time by the clock. */
void time_spent_join(struct time_spent *spent, const struct time_spent *part);

/* Prints it, as text or a record; other formats have no place for it. The rest is waiting. `more` ends the line. */
void time_spent_show(const struct time_spent *spent, enum format format, const char *more);
