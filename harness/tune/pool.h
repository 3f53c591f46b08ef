/*
 * Measures candidates: in this process with its worker, or in all ranks, each with the worker of
 * its device (harness/tune/ranks.h). Workers that run nothing build kernels ahead, whose binaries those that measure get; if that would disturb them, the
 * two alternate.
 *
 *     pool_submit gives a candidate to somebody  ->  ...  ->  pool_collect takes its time
 *
 * Results come in the order in which candidates were submitted, whoever is ready first, so that a
 * search that reports them proposes the same points whenever as many ranks take part.
 *
 * With several workers each has a thread that runs tune_evaluate or builds ahead; one of them
 * works at a time, and the others wait for answers of their workers. So all share the tuner and its
 * tunings, and only this process writes.
 */
#pragma once

#include "harness/tune/ranks.h"
#include "harness/tune/internal.h"
#include "harness/worker/time_spent.h"

struct pool;

/* Opens a pool for all ranks, which must have devices of the tuner's name and driver. The tuner's
 * own worker belongs to the pool while a candidate is out. pool_close is due, before the tuner's
 * client is closed. Errors: FAULT_REFUSED (other devices), FAULT_DEVICE, FAULT_IO. */
int pool_open(struct tuner *tuner, struct ranks *ranks, struct pool **pool, struct fault *fault);

/* Waits for those that are out. NULL is allowed. */
void pool_close(struct pool *pool);

/* Candidates that may be submitted now. */
size_t pool_room(const struct pool *pool);

/* Candidates that are out: submitted and not collected. */
size_t pool_out(const struct pool *pool);

/* Gives out a candidate of a tuning; there must be room. */
void pool_submit(struct pool *pool, struct tuning *tuning, struct configuration *candidate);

/* Waits for the candidate that has been out the longest, which has what tune_evaluate says unless
 * it is `dropped`. Once the time of its tuning is over compilers end, and what is not measured yet is dropped, until pool_abandon. Errors: those of tune_evaluate. */
int pool_collect(struct pool *pool, struct configuration **candidate, struct fault *fault);

/* Time of workers so far, in milliseconds. */
struct pool_time {
    size_t workers, builders;
    struct time_spent
        spent; /* of those that measure, who may wait for builders, in all; no time by the clock */
    double ahead;    /* of those that build ahead */
    double building; /* while any of them was at work */
};
void pool_spent(const struct pool *pool, struct pool_time *time);

/* Waits for those that measure, ends compilers that are at work, and forgets all that are out: their tuning is about to end. */
void pool_abandon(struct pool *pool);
