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

/* ------------------------------------------------------------------------------ before the rounds */

static struct attempt attempt_of(const struct final *final, size_t i)
{
    return (struct attempt){final->tuning, &final->tuning->tuner->worker, rounds_member(final, i),
                            final->shape};
}

static enum outcome order(struct final *final, size_t i, json_t *text, double limit_ms,
                          json_t **answer, struct fault *fault)
{
    const struct attempt attempt = attempt_of(final, i);

    return tune_order(&attempt, text, limit_ms, answer, fault);
}

/* Verifies with several seeds; the data of the last stay for the rounds. */
static enum outcome open_member(struct final *final, size_t i, struct fault *fault)
{
    const struct tuner *tuner = final->tuning->tuner;
    enum outcome outcome = OUTCOME_DONE;

    for (int seed = SEEDS; seed-- > 0 && outcome == OUTCOME_DONE;) {
        struct prepare_order text =
            tune_prepare(final->tuning, i, &final->tuning->shapes[final->shape]);

        text.seed += (uint64_t)seed;
        text.random = true;
        text.share = final->count;
        outcome = order(final, i, order_prepare(&text), tune_run_limit(tuner), NULL, fault);
    }
    return outcome;
}

static int note_member(struct final *final, size_t i, enum journal_state state, struct fault *fault)
{
    json_t *key = tune_key(final->tuning, rounds_member(final, i), final->shape);
    int status = key == NULL ? fault_memory(fault)
                 : state == JOURNAL_RUN_STARTED
                     ? tune_note_start(final->tuning->tuner, key, state, fault)
                     : tune_note(final->tuning->tuner, key, state, NULL, fault);

    json_decref(key);
    return status;
}

/* Announces what comes, unless runs have ended at it again and again. */
static enum outcome announce(struct final *final, size_t i, struct fault *fault)
{
    const struct attempt attempt = attempt_of(final, i);
    json_t *key = tune_key(final->tuning, attempt.candidate, final->shape);
    bool deadly = key != NULL && tune_is_deadly(final->tuning->tuner, key);

    json_decref(key);
    return deadly ? tune_note_failure(&attempt, STATUS_CRASH, tune_deadly_words, NULL, 0, fault)
                  : (enum outcome)note_member(final, i, JOURNAL_RUN_STARTED, fault);
}

/* A kernel that was announced and is still in has crashed no worker. */
static int release_member(struct final *final, size_t i, struct fault *fault)
{
    struct configuration *candidate = rounds_member(final, i);
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

/* The order for small sizes on the edges of tiles. */
static json_t *check_sizes(const struct tuner *tuner, size_t slot)
{
    const struct check_order order = {.slot = slot,
                                      .seed = tuner->options->seed,
                                      .memory = tuner->options->limits.memory,
                                      .trials = 1,
                                      .guards = true};

    return order_check(&order);
}

static enum outcome prepare_member(struct final *final, size_t i, struct fault *fault)
{
    struct configuration *candidate = rounds_member(final, i);
    struct tuner *tuner = final->tuning->tuner;
    enum outcome outcome = announce(final, i, fault);

    if (outcome == OUTCOME_DONE)
        outcome = order(final, i, tune_order_build(i, candidate->manifest, candidate->compiled),
                        tune_compile_limit(tuner), NULL, fault);
    if (outcome == OUTCOME_DONE && !candidate->checked) {
        outcome = order(final, i, check_sizes(tuner, i), CHECK_LIMITS * tune_run_limit(tuner), NULL,
                        fault);
        candidate->checked = outcome == OUTCOME_DONE;
    }
    if (outcome == OUTCOME_DONE)
        outcome = open_member(final, i, fault);
    if (outcome == OUTCOME_DONE)
        outcome = note_member(final, i, JOURNAL_VERIFIED, fault);
    if (outcome == OUTCOME_DONE)
        outcome =
            order(final, i, order_launches(i, WARM_UP, 0), tune_run_limit(tuner), NULL, fault);
    return outcome;
}

/* ------------------------------------------------------------------------------------- the rounds */

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
static enum outcome run_member(struct final *final, size_t i, struct fault *fault)
{
    const struct attempt attempt = attempt_of(final, i);
    double *ms = &final->times[i * final->room + final->rounds];
    json_t *answer = NULL;
    enum outcome outcome = tune_order(&attempt, order_launches(i, 1, 0),
                                      tune_run_limit(final->tuning->tuner), &answer, fault);

    *ms = member_number(json_array_get(json_object_get(answer, "runs"), 0), "device_ms");
    json_decref(answer);
    return outcome == OUTCOME_DONE ? tune_believe(&attempt, *ms, fault) : outcome;
}

/* One launch of each, in random order. */
static enum outcome run_round(struct final *final, uint64_t *random, struct fault *fault)
{
    size_t turns[WORKER_SLOTS];
    enum outcome outcome = OUTCOME_DONE;

    for (size_t i = 0; i < final->count; i++) {
        size_t j = (size_t)random_below(random, i + 1);

        turns[i] = turns[j];
        turns[j] = i;
    }
    for (size_t i = 0; i < final->count && outcome == OUTCOME_DONE; i++)
        outcome = run_member(final, turns[i], fault);
    final->rounds += outcome == OUTCOME_DONE;
    return outcome;
}

int tune_keep_times(struct score *score, const json_t *list, struct fault *fault)
{
    size_t count = json_array_size(list);
    double *times = realloc(score->times, (count + 1) * sizeof *times);

    if (times == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < count; i++)
        times[i] = json_number_value(json_array_get(list, i));
    score->times = times;
    score->samples = count;
    return 0;
}

static int note_times(struct final *final, size_t i, double *scratch, struct fault *fault)
{
    struct configuration *candidate = rounds_member(final, i);
    struct score *score = &candidate->scores[final->shape];
    struct time_summary summary = summarise(final, i, scratch);
    json_t *list = json_array(), *key = tune_key(final->tuning, candidate, final->shape), *fields;
    const size_t untuned = final->tuning->untuned[final->shape];
    int status;

    for (size_t round = 0; round < final->rounds; round++)
        json_array_append_new(list, json_real(final->times[i * final->room + round]));
    score->final_ms = summary.median;
    score->mean_ms = summary.mean;
    score->deviation_ms = summary.deviation;
    fields = json_pack("{s:f, s:f, s:f, s:O}", "median_ms", summary.median, "mean_ms", summary.mean,
                       "deviation_ms", summary.deviation, "ms", list);
    if (untuned != SIZE_MAX && candidate == final->tuning->candidates[untuned])
        json_object_set_new(fields, "untuned", json_true());
    if (key == NULL || tune_keep_times(score, list, fault)) {
        json_decref(fields);
        status = fault_memory(fault);
    } else {
        status = tune_note(final->tuning->tuner, key, JOURNAL_FINAL_TIMES, fields, fault);
    }
    json_decref(list);
    json_decref(key);
    return status;
}

static enum outcome run_rounds(struct final *final, struct fault *fault)
{
    size_t trials = (size_t) final->tuning->tuner->options->finals.trials;
    uint64_t random = final->tuning->tuner->options->seed;
    enum outcome outcome = OUTCOME_DONE;
    double *scratch;

    final->rounds = 0;
    final->times = calloc(final->count * final->room + 1, sizeof *final->times);
    scratch = calloc(final->room + 1, sizeof *scratch);
    if (final->times == NULL || scratch == NULL)
        outcome = fault_memory(fault);
    while (outcome == OUTCOME_DONE && final->rounds < final->room &&
           (final->rounds < trials || !is_steady(final, scratch))) {
        tune_show_turn(final->tuning, final->shape, final->rounds, final->room);
        outcome = run_round(final, &random, fault);
    }
    /* The results must have been right to the end of the measurement. */
    for (size_t i = 0; i < final->count && outcome == OUTCOME_DONE; i++)
        outcome =
            order(final, i, order_verify(i), tune_run_limit(final->tuning->tuner), NULL, fault);
    for (size_t i = 0; i < final->count && outcome == OUTCOME_DONE && !final->rehearses; i++)
        outcome = note_times(final, i, scratch, fault);
    free(final->times);
    free(scratch);
    return outcome;
}

enum outcome rounds_measure(struct final *final, struct fault *fault)
{
    enum outcome outcome = OUTCOME_DONE;

    final->room =
        (final->rehearses ? 1 : PATIENCE) * (size_t) final->tuning->tuner->options->finals.trials;
    tune_show_turn(final->tuning, final->shape, 0, final->room);
    final->tuning->crowded = final->count > 1;
    client_replace(&final->tuning->tuner->worker);
    for (size_t i = 0; i < final->count && outcome == OUTCOME_DONE; i++)
        outcome = prepare_member(final, i, fault);
    if (outcome == OUTCOME_DONE)
        outcome = run_rounds(final, fault);
    final->tuning->crowded = false;
    /* A candidate whose worker was killed is tried again: that is one start, of which nothing is
     * known yet. */
    if (outcome == OUTCOME_FAILED || outcome == OUTCOME_REFUSED ||
        (outcome == OUTCOME_DONE && final->rehearses))
        if (release_members(final, fault))
            outcome = OUTCOME_STOPPED;
    return outcome;
}
