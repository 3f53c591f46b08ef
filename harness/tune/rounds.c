#include "harness/tune/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/random.h"
#include "harness/base/timing.h"

enum {
    WARM_UP = 2,
    SEEDS = 3,       /* that a finalist is verified with */
    PATIENCE = 5,    /* so many times --trials are taken where times scatter */
    CHECK_LIMITS = 8 /* a check of many small sizes may take so many times --run-limit */
};

/* The mean is known well enough when its standard error is this share of it. */
static const double steady = 0.005;

/* ------------------------------------------------------------------------------ before the race */

static int order(struct final *final, size_t i, json_t *text, double limit_ms, json_t **answer,
                 enum outcome *outcome, struct fault *fault)
{
    return tune_order(final->tuning, turns_member(final, i), final->shape, text, limit_ms, answer,
                      outcome, fault);
}

/* Verifies with several seeds; the data of the last stay for the race. */
static int open_member(struct final *final, size_t i, enum outcome *outcome, struct fault *fault)
{
    const struct tuner *tuner = final->tuning->tuner;
    const struct shape *shape = &final->tuning->shapes[final->shape];
    int status = 0;

    for (int seed = SEEDS; seed-- > 0 && status == 0 && *outcome == OUTCOME_DONE;)
        status =
            order(final, i,
                  json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:b, s:I}", "do", "open", "slot",
                            (int)i, "m", (json_int_t)shape->m, "n", (json_int_t)shape->n, "k",
                            (json_int_t)shape->k, "seed", (json_int_t)tuner->options->seed + seed,
                            "random", 1, "share", (json_int_t) final->count),
                  tune_run_limit(tuner), NULL, outcome, fault);
    return status;
}

static int note_member(struct final *final, size_t i, enum journal_state state, struct fault *fault)
{
    json_t *key = tune_key(final->tuning, turns_member(final, i), final->shape);
    int status = key == NULL ? fault_memory(fault)
                 : state == JOURNAL_RUN_STARTED
                     ? tune_note_start(final->tuning->tuner, key, state, fault)
                     : tune_note(final->tuning->tuner, key, state, NULL, fault);

    json_decref(key);
    return status;
}

/* Announces what comes, unless runs have ended at it again and again. */
static int announce(struct final *final, size_t i, enum outcome *outcome, struct fault *fault)
{
    struct candidate *candidate = turns_member(final, i);
    json_t *key = tune_key(final->tuning, candidate, final->shape);
    bool deadly = key != NULL && tune_is_deadly(final->tuning->tuner, key);

    json_decref(key);
    if (!deadly)
        return note_member(final, i, JOURNAL_RUN_STARTED, fault);
    *outcome = OUTCOME_FAILED;
    return tune_note_failure(final->tuning, candidate, final->shape, "crash", tune_deadly_words,
                             NULL, 0, fault);
}

/* Whoever was announced and is still in has harmed nobody. */
static int release_member(struct final *final, size_t i, struct fault *fault)
{
    struct candidate *candidate = turns_member(final, i);
    json_t *key = tune_key(final->tuning, candidate, final->shape);
    int status = key == NULL ? fault_memory(fault) : 0;

    if (status == 0 && !candidate->failed && tune_has_begun(final->tuning->tuner, key))
        status = tune_note(final->tuning->tuner, key, JOURNAL_SURVIVED, NULL, fault);
    json_decref(key);
    return status;
}

static int release_members(struct final *final, struct fault *fault)
{
    int status = 0;

    for (size_t i = 0; i < final->count && status == 0; i++)
        status = release_member(final, i, fault);
    return status;
}

static int prepare_member(struct final *final, size_t i, enum outcome *outcome, struct fault *fault)
{
    struct candidate *candidate = turns_member(final, i);
    struct tuner *tuner = final->tuning->tuner;
    int status = announce(final, i, outcome, fault);

    if (status == 0 && *outcome == OUTCOME_DONE)
        status = order(final, i,
                       json_pack("{s:s, s:i, s:O}", "do", "build", "slot", (int)i, "manifest",
                                 candidate->manifest),
                       tune_compile_limit(tuner), NULL, outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE && !candidate->checked) {
        status = order(final, i,
                       json_pack("{s:s, s:i, s:I}", "do", "check", "slot", (int)i, "seed",
                                 (json_int_t)tuner->options->seed),
                       CHECK_LIMITS * tune_run_limit(tuner), NULL, outcome, fault);
        candidate->checked = status == 0 && *outcome == OUTCOME_DONE;
    }
    if (status == 0 && *outcome == OUTCOME_DONE)
        status = open_member(final, i, outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status = note_member(final, i, JOURNAL_VERIFIED, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status =
            order(final, i,
                  json_pack("{s:s, s:i, s:i}", "do", "launch", "slot", (int)i, "count", WARM_UP),
                  tune_run_limit(tuner), NULL, outcome, fault);
    return status;
}

/* ------------------------------------------------------------------------------------- the race */

static struct time_summary summarise(const struct final *final, size_t i, double *scratch)
{
    memcpy(scratch, final->times + i * final->room, final->rounds * sizeof *scratch);
    return time_summarise(scratch, final->rounds);
}

static bool is_steady(const struct final *final, double *scratch)
{
    for (size_t i = 0; i < final->count; i++) {
        struct time_summary summary = summarise(final, i, scratch);

        if (summary.deviation / sqrt((double) final->rounds) > steady * summary.mean)
            return false;
    }
    return true;
}

/* One launch of member i. */
static int run_member(struct final *final, size_t i, enum outcome *outcome, struct fault *fault)
{
    double *ms = &final->times[i * final->room + final->rounds];
    json_t *answer = NULL;
    int status =
        order(final, i, json_pack("{s:s, s:i, s:i}", "do", "launch", "slot", (int)i, "count", 1),
              tune_run_limit(final->tuning->tuner), &answer, outcome, fault);

    *ms = json_number_value(json_array_get(json_object_get(answer, "ms"), 0));
    json_decref(answer);
    return status != 0 || *outcome != OUTCOME_DONE
               ? status
               : tune_believe(final->tuning, turns_member(final, i), final->shape, *ms, outcome,
                              fault);
}

/* One launch of each, in random order. */
static int run_round(struct final *final, uint64_t *random, enum outcome *outcome,
                     struct fault *fault)
{
    size_t turns[WORKER_SLOTS];
    int status = 0;

    for (size_t i = 0; i < final->count; i++) {
        size_t j = (size_t)random_below(random, i + 1);

        turns[i] = turns[j];
        turns[j] = i;
    }
    for (size_t i = 0; i < final->count && status == 0 && *outcome == OUTCOME_DONE; i++)
        status = run_member(final, turns[i], outcome, fault);
    final->rounds += status == 0 && *outcome == OUTCOME_DONE;
    return status;
}

static int note_times(struct final *final, size_t i, double *scratch, struct fault *fault)
{
    struct candidate *candidate = turns_member(final, i);
    struct score *score = &candidate->scores[final->shape];
    struct time_summary summary = summarise(final, i, scratch);
    json_t *list = json_array(), *key = tune_key(final->tuning, candidate, final->shape);
    int status;

    for (size_t round = 0; round < final->rounds; round++)
        json_array_append_new(list, json_real(final->times[i * final->room + round]));
    score->final_ms = summary.median;
    score->mean_ms = summary.mean;
    score->deviation_ms = summary.deviation;
    status =
        key == NULL || tune_keep_times(score, list, fault)
            ? fault_memory(fault)
            : tune_note(final->tuning->tuner, key, JOURNAL_FINAL_TIMES,
                        json_pack("{s:f, s:f, s:f, s:O}", "median_ms", summary.median, "mean_ms",
                                  summary.mean, "deviation_ms", summary.deviation, "ms", list),
                        fault);
    json_decref(list);
    json_decref(key);
    return status;
}

static int race(struct final *final, enum outcome *outcome, struct fault *fault)
{
    size_t trials = (size_t) final->tuning->tuner->options->finals.trials;
    uint64_t random = final->tuning->tuner->options->seed;
    double *scratch;
    int status = 0;

    final->rounds = 0;
    final->times = calloc(final->count * final->room + 1, sizeof *final->times);
    scratch = calloc(final->room + 1, sizeof *scratch);
    if (final->times == NULL || scratch == NULL)
        status = fault_memory(fault);
    while (status == 0 && *outcome == OUTCOME_DONE && final->rounds < final->room &&
           (final->rounds < trials || !is_steady(final, scratch))) {
        tune_show_turn(final->tuning, final->shape, final->rounds, final->room);
        status = run_round(final, &random, outcome, fault);
    }
    /* What was measured must have been right to the end. */
    for (size_t i = 0; i < final->count && status == 0 && *outcome == OUTCOME_DONE; i++)
        status = order(final, i, json_pack("{s:s, s:i}", "do", "verify", "slot", (int)i),
                       tune_run_limit(final->tuning->tuner), NULL, outcome, fault);
    for (size_t i = 0;
         i < final->count && status == 0 && *outcome == OUTCOME_DONE && !final->rehearses; i++)
        status = note_times(final, i, scratch, fault);
    free(final->times);
    free(scratch);
    return status;
}

int turns_measure(struct final *final, enum outcome *outcome, struct fault *fault)
{
    int status = 0;

    *outcome = OUTCOME_DONE;
    final->room =
        (final->rehearses ? 1 : PATIENCE) * (size_t) final->tuning->tuner->options->finals.trials;
    tune_show_turn(final->tuning, final->shape, 0, final->room);
    final->tuning->crowded = final->count > 1;
    worker_replace(&final->tuning->tuner->worker);
    for (size_t i = 0; i < final->count && status == 0 && *outcome == OUTCOME_DONE; i++)
        status = prepare_member(final, i, outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status = race(final, outcome, fault);
    final->tuning->crowded = false;
    /* Whose worker was killed is tried again: that is one start, of which nothing is known yet. */
    if (status == 0 && *outcome != OUTCOME_KILLED && (*outcome != OUTCOME_DONE || final->rehearses))
        status = release_members(final, fault);
    return status;
}
