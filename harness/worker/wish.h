/* A problem, and a case of a check, as orders of a worker say them. */
#ifndef HARNESS_WORKER_WISH_H
#define HARNESS_WORKER_WISH_H

#include <jansson.h>

#include "harness/verify/cases.h"

/* Adds a wish to an order: "m", "n", "k", "lda", ..., "members" (where it has them), "gap_a", "shared_a", ..., "alpha",
 * "beta", and "alpha_i", "beta_i", which count for complex numbers. All sizes count as asked for.
 * Errors: -1 (memory). */
int wish_say(json_t *order, const struct wish *wish);

/* Reads it. Errors: FAULT_USAGE. */
int wish_read(const json_t *order, struct wish *wish, struct fault *fault);

/* The word for the data of a case, and back; CASE_EXACT where it is none. */
const char *case_word(enum case_data data);
enum case_data case_find(const char *word);

#endif
