#include <stdlib.h>
#include <string.h>

#include "harness/random.h"
#include "harness/timing.h"
#include "harness/tune_impl.h"
#include "harness/worker.h"

enum {
    WARM_UP = 2,
    SEEDS = 3,       /* that a finalist is verified with */
    PATIENCE = 5,    /* so many times --trials are taken where times scatter */
    CHECK_LIMITS = 8 /* a check of many small sizes may take so many times --run-limit */
};

/* The mean is known well enough when its standard error is this share of it. */
static const double steady = 0.005;

/* The best of a shape while they are measured. */
struct final {
    struct tuning *tuning;
    size_t shape;
    size_t members[WORKER_SLOTS]; /* indices of candidates */
    size_t count, most;           /* of them; at most */
    double *times;                /* count x room */
    size_t rounds, room;
};

static struct candidate *member(const struct final *final, size_t i)
{
    return &final->tuning->candidates[final->members[i]];
}

/* The fastest candidates of the search that are still in, the fastest first. */
static void choose(struct final *final)
{
    const struct tuning *tuning = final->tuning;

    final->count = 0;
    for (size_t i = 0; i < tuning->count; i++) {
        double ms = tuning->candidates[i].scores[final->shape].ms;
        size_t at = final->count;

        if (tuning->candidates[i].failed || isinf(ms))
            continue;
        while (at > 0 && member(final, at - 1)->scores[final->shape].ms > ms)
            at--;
        if (at >= final->most)
            continue;
        if (final->count < final->most)
            final->count++;
        memmove(&final->members[at + 1], &final->members[at],
                (final->count - at - 1) * sizeof *final->members);
        final->members[at] = i;
    }
}

/* Whether enough times were taken, by this run or by one that the journal knows. */
static bool recall(struct final *final, struct candidate *candidate, const json_t *key)
{
    struct tuner *tuner = final->tuning->tuner;
    const struct journal_entry *entry =
        tuner->journal == NULL ? NULL : journal_find(tuner->journal, key);
    const json_t *fields =
        entry == NULL || entry->state == JOURNAL_FAILED ? NULL : entry->fields[JOURNAL_FINAL_TIMES];
    struct score *score = &candidate->scores[final->shape];

    if (!isinf(score->final_ms))
        return true;
    if (json_array_size(json_object_get(fields, "ms")) < tuner->options->trials)
        return false;
    score->final_ms = json_number_value(json_object_get(fields, "median_ms"));
    score->mean_ms = json_number_value(json_object_get(fields, "mean_ms"));
    score->deviation_ms = json_number_value(json_object_get(fields, "deviation_ms"));
    score->samples = json_array_size(json_object_get(fields, "ms"));
    candidate->checked = true;
    return true;
}

/* Whether all that is to be measured was measured before. */
static int recall_all(struct final *final, bool *known, struct fault *fault)
{
    char reason[512];

    *known = true;
    for (size_t i = 0; i < final->count; i++) {
        json_t *key;

        if (tune_make(final->tuning, member(final, i), reason, fault))
            return -1;
        key = tune_key(final->tuning, member(final, i), final->shape);
        if (key == NULL)
            return fault_memory(fault);
        if (!recall(final, member(final, i), key))
            *known = false;
        json_decref(key);
    }
    return 0;
}

/* ------------------------------------------------------------------------------ before the race */

static int order(struct final *final, size_t i, json_t *text, double limit_ms, json_t **answer,
                 enum outcome *outcome, struct fault *fault)
{
    return tune_order(final->tuning, member(final, i), final->shape, text, limit_ms, answer,
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

static int prepare_member(struct final *final, size_t i, enum outcome *outcome, struct fault *fault)
{
    struct candidate *candidate = member(final, i);
    struct tuner *tuner = final->tuning->tuner;
    int status = order(final, i,
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
               : tune_believe(final->tuning, member(final, i), final->shape, *ms, outcome, fault);
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
    struct candidate *candidate = member(final, i);
    struct score *score = &candidate->scores[final->shape];
    struct time_summary summary = summarise(final, i, scratch);
    json_t *list = json_array(), *key = tune_key(final->tuning, candidate, final->shape);
    int status;

    for (size_t round = 0; round < final->rounds; round++)
        json_array_append_new(list, json_real(final->times[i * final->room + round]));
    score->final_ms = summary.median;
    score->mean_ms = summary.mean;
    score->deviation_ms = summary.deviation;
    score->samples = final->rounds;
    status =
        key == NULL
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
    size_t trials = (size_t) final->tuning->tuner->options->trials;
    uint64_t random = final->tuning->tuner->options->seed;
    double *scratch;
    int status = 0;

    final->rounds = 0;
    final->room = PATIENCE * trials;
    final->times = calloc(final->count * final->room + 1, sizeof *final->times);
    scratch = calloc(final->room + 1, sizeof *scratch);
    if (final->times == NULL || scratch == NULL)
        status = fault_memory(fault);
    while (status == 0 && *outcome == OUTCOME_DONE && final->rounds < final->room &&
           (final->rounds < trials || !is_steady(final, scratch)))
        status = run_round(final, &random, outcome, fault);
    /* What was measured must have been right to the end. */
    for (size_t i = 0; i < final->count && status == 0 && *outcome == OUTCOME_DONE; i++)
        status = order(final, i, json_pack("{s:s, s:i}", "do", "verify", "slot", (int)i),
                       tune_run_limit(final->tuning->tuner), NULL, outcome, fault);
    for (size_t i = 0; i < final->count && status == 0 && *outcome == OUTCOME_DONE; i++)
        status = note_times(final, i, scratch, fault);
    free(final->times);
    free(scratch);
    return status;
}

/* What is not for this shape beside the others: fewer take part, at last each alone. */
static void make_way(struct final *final)
{
    if (final->count > 1)
        final->most = final->count - 1;
    else
        member(final, 0)->scores[final->shape].ms = INFINITY;
}

static int measure(struct final *final, enum outcome *outcome, struct fault *fault)
{
    int status = 0;

    *outcome = OUTCOME_DONE;
    worker_replace(&final->tuning->tuner->worker);
    for (size_t i = 0; i < final->count && status == 0 && *outcome == OUTCOME_DONE; i++)
        status = prepare_member(final, i, outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status = race(final, outcome, fault);
    return status;
}

/* Who fails is out, and the others and who moves up start again. *changed: somebody failed. */
static int run_final(struct tuning *tuning, size_t shape, bool *changed, struct fault *fault)
{
    struct final final = {
        .tuning = tuning, .shape = shape, .most = (size_t)tuning->tuner->options->top};
    enum outcome outcome = OUTCOME_FAILED;
    bool known;

    while (outcome != OUTCOME_DONE) {
        choose(&final);
        if (recall_all(&final, &known, fault))
            return -1;
        if (known)
            return 0;
        if (measure(&final, &outcome, fault))
            return -1;
        if (outcome == OUTCOME_REFUSED)
            make_way(&final);
        *changed = *changed || outcome == OUTCOME_FAILED;
    }
    return 0;
}

/* Who fails on one shape is out on all: others move up on those that were measured before. */
int tune_finals(struct tuning *tuning, struct fault *fault)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (size_t shape = 0; shape < tuning->shape_count; shape++) {
            tune_show_progress(tuning, "finals");
            if (run_final(tuning, shape, &changed, fault))
                return -1;
        }
    }
    return 0;
}
