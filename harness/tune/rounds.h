/*
 * Kernels that stand in one worker and take turns on a shape: verified with several seeds, at small
 * sizes too, and measured.
 */
#ifndef HARNESS_TUNE_ROUNDS_H
#define HARNESS_TUNE_ROUNDS_H

#include "harness/tune/internal.h"
#include "harness/worker/worker.h"

/* The best of a shape while they are measured. */
struct final {
    struct attempt at; /* the member that the engine is at; first of all */
    struct tuning *tuning;
    size_t shape;
    size_t members[WORKER_SLOTS]; /* indices of candidates */
    size_t count, most;           /* of them; at most */
    bool alone;                   /* the best take turns without the kernel that is not tuned */
    bool rehearses;               /* only whether it harms: times are not kept */
};

static inline struct configuration *rounds_member(const struct final *final, size_t i)
{
    return final->tuning->candidates[final->members[i]];
}

/* Keeps the times of a candidate's turns on a shape, a JSON list of milliseconds, and what they
 * come to. Errors: FAULT_IO (memory). */
int tune_keep_times(struct score *score, const json_t *list, struct fault *fault);

/* Measures the members. One that fails is out; unless all are measured, the others are as before.
 * Outcomes: those of tune_order. */
enum outcome rounds_measure(struct final *final, struct fault *fault);

#endif
