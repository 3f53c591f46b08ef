#include "harness/tune/internal.h"

#include <string.h>

/* So often somebody else may end a worker before that is the kernel's doing. */
enum {
    MOST_KILLS = 3
};

double tune_compile_limit(const struct tuner *tuner)
{
    return (double)tuner->options->limits.compile * 1e3;
}

double tune_run_limit(const struct tuner *tuner)
{
    return (double)tuner->options->limits.run * 1e3;
}

double tune_most_gflops(const struct tuner *tuner)
{
    return tuner->limit_gflops > 0 ? tuner->limit_gflops : INFINITY;
}

int tune_interrupted(const struct tuner *tuner, struct fault *fault)
{
    return fault_set(fault, FAULT_IO, "stopped by a signal%s",
                     tuner->journal == NULL ? "" : "; the same command goes on from its journal");
}

/* ------------------------------------------------------------------------------- of the device */

int tune_ask(struct tuner *tuner, json_t *order, double limit_ms, struct reply *reply,
             struct fault *fault)
{
    int status;

    for (int tries = 0;; tries++) {
        status = worker_ask(&tuner->worker, json_incref(order), limit_ms, reply, fault);
        if (status != 0 || !reply->killed || tries == MOST_KILLS)
            break;
        reply_release(reply);
    }
    json_decref(order);
    return status;
}

static int try_good(struct tuning *tuning, struct reply *reply, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const struct shape *shape = &tuning->good_shape;
    int status =
        worker_ask(&tuner->worker,
                   json_pack("{s:s, s:i, s:O}", "do", "build", "slot", 0, "manifest", tuning->good),
                   tune_compile_limit(tuner), reply, fault);
    if (status != 0 || reply->answer == NULL)
        return status;
    reply_release(reply);
    return worker_ask(&tuner->worker,
                      json_pack("{s:s, s:i, s:I, s:I, s:I, s:I}", "do", "open", "slot", 0, "m",
                                (json_int_t)shape->m, "n", (json_int_t)shape->n, "k",
                                (json_int_t)shape->k, "seed", (json_int_t)tuner->options->seed),
                      tune_run_limit(tuner), reply, fault);
}

int tune_run_good(struct tuning *tuning, struct reply *reply, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;

    if (tuning->good == NULL)
        return tune_ask(tuner, json_pack("{s:s}", "do", "device"), tune_compile_limit(tuner), reply,
                        fault);
    for (int tries = 0;; tries++) {
        int status = try_good(tuning, reply, fault);

        if (status != 0 || !reply->killed || tries == MOST_KILLS)
            return status;
        reply_release(reply);
    }
}

int tune_confirm(struct tuning *tuning, struct fault *fault)
{
    for (int tries = 0; tries < 2; tries++) {
        struct reply reply;
        int status;
        bool alive;

        worker_replace(&tuning->tuner->worker);
        status = tune_run_good(tuning, &reply, fault);
        if (status == 0 && reply.interrupted)
            status = tune_interrupted(tuning->tuner, fault);
        alive = reply.answer != NULL;
        if (status == 0 && !alive && tries > 0)
            status = fault_set(fault, FAULT_DEVICE,
                               "the device is dead: a kernel that worked before fails in two new "
                               "processes (%s: %.300s); all that was measured is kept",
                               reply.kind, reply.reason);
        reply_release(&reply);
        if (status != 0 || alive)
            return status;
    }
    return 0;
}

/* ------------------------------------------------------------------------------ of a candidate */

/* Adds to a reason how often the worker was ended. */
static void add_kills(char *reason, size_t room, unsigned kills)
{
    size_t used = strlen(reason);

    snprintf(reason + used, room - used, ", %u times: by a person, or because memory ran out",
             kills);
}

/* Memory that is lacking beside other kernels is perhaps theirs. */
static const char *kind_of(const struct tuning *tuning, const struct reply *reply)
{
    if (strcmp(reply->kind, "memory") != 0)
        return reply->kind;
    return tuning->crowded ? "refused" : "runtime";
}

int tune_order(struct tuning *tuning, struct candidate *candidate, size_t shape, json_t *order,
               double limit_ms, json_t **answer, enum outcome *outcome, struct fault *fault)
{
    struct reply reply;
    int status = worker_ask(&tuning->tuner->worker, order, limit_ms, &reply, fault);
    const char *kind = kind_of(tuning, &reply);

    if (status != 0)
        return status;
    if (answer != NULL)
        *answer = json_incref(reply.answer);
    *outcome = reply.answer != NULL                               ? OUTCOME_DONE
               : strcmp(kind, "refused") == 0                     ? OUTCOME_REFUSED
               : reply.killed && ++candidate->kills <= MOST_KILLS ? OUTCOME_KILLED
                                                                  : OUTCOME_FAILED;
    if (*outcome == OUTCOME_FAILED && reply.killed)
        add_kills(reply.reason, sizeof reply.reason, candidate->kills);
    if (reply.interrupted)
        status = tune_interrupted(tuning->tuner, fault);
    else if (*outcome == OUTCOME_FAILED)
        status = tune_confirm(tuning, fault);
    /* A kernel that was timed alone may be refused beside others. */
    if (status == 0 && (*outcome == OUTCOME_FAILED ||
                        (*outcome == OUTCOME_REFUSED && isinf(candidate->scores[shape].ms))))
        status =
            tune_note_failure(tuning, candidate, shape, kind, reply.reason, reply.log, 0, fault);
    reply_release(&reply);
    return status;
}
