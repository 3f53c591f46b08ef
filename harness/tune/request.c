#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/tune/internal.h"
#include "harness/worker/instance.h"

#include <string.h>

/* So often somebody else may end a worker before that is the kernel's doing. */
enum {
    MOST_KILLS = 3
};

double tune_compile_limit(const struct tuner *tuner)
{
    return (double)tuner->options->limits.compile * 1e3;
}

bool tune_is_late(const struct tuning *tuning)
{
    return tuning->tuner->options->search.budget_seconds > 0 && time_now_ms() >= tuning->end_ms;
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
    return fault_set(fault, FAULT_IO, "stopped by a signal%s%s",
                     tuner->options->files.output == NULL ? "" : ", before there was a profile",
                     tuner->journal == NULL
                         ? "; with --journal FILE the same command would go on from here"
                         : "; the same command resumes from its journal");
}

/* ------------------------------------------------------------------------------- of the device */

int tune_ask(struct client *worker, json_t *order, double limit_ms, json_t **answer,
             struct fault *fault)
{
    struct fault own = {0};

    for (int tries = 0; client_ask(worker, json_incref(order), limit_ms, answer, &own) != 0 &&
                        own.killed && tries < MOST_KILLS;
         tries++)
        fault_clear(&own);
    json_decref(order);
    return fault_move(&own, fault);
}

struct test_case tune_case(const struct tuning *tuning, const struct shape *shape)
{
    return case_of_shape(&tuning->tuner->options->worker.test_case, shape);
}

static int try_good(struct tuning *tuning, struct client *worker, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const struct build_order build = {.manifest = tuning->good};
    const struct prepare_order prepare = {.test_case = tune_case(tuning, &tuning->good_shape),
                                          .seed = tuner->options->seed,
                                          .memory = tuner->options->limits.memory,
                                          .share = 1,
                                          .full_limit = INSTANCE_FULL_LIMIT,
                                          .verifies = true,
                                          .loads = true};
    json_t *answer;
    int status = client_ask(worker, order_build(&build), tune_compile_limit(tuner), &answer, fault);

    json_decref(answer);
    if (status != 0)
        return status;
    status = client_ask(worker, order_prepare(&prepare), tune_run_limit(tuner), &answer, fault);
    json_decref(answer);
    return status;
}

int tune_run_good(struct tuning *tuning, struct client *worker, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    struct fault own = {0};
    json_t *answer;
    int status;

    if (tuning->good == NULL) {
        status = tune_ask(worker, order_device(true), tune_compile_limit(tuner), &answer, fault);
        json_decref(answer);
        return status;
    }
    for (int tries = 0; try_good(tuning, worker, &own) != 0 && own.killed && tries < MOST_KILLS;
         tries++)
        fault_clear(&own);
    return fault_move(&own, fault);
}

int tune_confirm(struct tuning *tuning, struct client *worker, struct fault *fault)
{
    for (int tries = 0; tries < 2; tries++) {
        struct fault failure = {0};

        client_replace(worker);
        if (tune_run_good(tuning, worker, &failure) == 0)
            return 0;
        if (failure.interrupted)
            tune_interrupted(tuning->tuner, fault);
        else if (failure.status == STATUS_OK)
            fault_set(fault, failure.code, "%s", failure.text);
        else if (tries > 0)
            fault_set(fault, FAULT_DEVICE,
                      "the device has failed: a kernel that worked before fails in two new "
                      "processes (%s: %.300s); all that was measured is kept",
                      status_word(failure.status), failure.text);
        fault_clear(&failure);
        if (fault->code != FAULT_NONE)
            return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------------------ of a candidate */

/* Memory that is lacking beside other kernels is perhaps theirs. If no worker has failed, the
 * kernel is not for this problem. */
static enum status status_of(const struct tuning *tuning, const struct fault *failure)
{
    if (failure->status == STATUS_OK)
        return STATUS_REFUSED;
    if (failure->status != STATUS_MEMORY)
        return failure->status;
    return tuning->crowded ? STATUS_REFUSED : STATUS_RUNTIME;
}

/* Judges a failure of a candidate that others may have to answer for. */
static enum outcome judge(const struct attempt *attempt, struct fault *failure, struct fault *fault)
{
    struct tuning *tuning = attempt->tuning;
    struct configuration *candidate = attempt->candidate;
    const enum status status = status_of(tuning, failure);

    if (failure->interrupted)
        return (enum outcome)tune_interrupted(tuning->tuner, fault);
    if (failure->code == FAULT_IO && failure->status == STATUS_OK)
        return (enum outcome)fault_set(fault, FAULT_IO, "%s", failure->text);
    if (failure->killed && ++candidate->kills <= MOST_KILLS)
        return OUTCOME_KILLED;
    if (failure->killed)
        text_add(failure->text, sizeof failure->text,
                 ", %u times: by a person, or because memory ran out", candidate->kills);
    /* A kernel that was timed alone may be refused beside others. */
    if (status == STATUS_REFUSED && !isinf(candidate->scores[attempt->shape].ms))
        return OUTCOME_REFUSED;
    if (status != STATUS_REFUSED && status != STATUS_IMPOSSIBLE &&
        tune_confirm(tuning, attempt->worker, fault))
        return OUTCOME_STOPPED;
    return tune_note_failure(attempt, status, failure->text, failure->detail, 0, fault);
}

void tune_lose(void *self, const struct suite_run *run, const struct candidate *candidate)
{
    struct attempt *attempt = self;
    struct fault failure = candidate->fault;

    (void)run;
    if (attempt->outcome == OUTCOME_DONE)
        attempt->outcome = judge(attempt, &failure, attempt->fault);
}
