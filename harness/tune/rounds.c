#include "harness/tune/rounds.h"

#include <stdlib.h>

enum {
    WARM_UP = 2,
    SEEDS = 3,   /* that a finalist is verified with */
    PATIENCE = 5 /* so many times --trials are taken where times scatter */
};

/* ---------------------------------------------------------------------------------- the journal */

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

static int note_times(struct final *final, size_t i, const struct measurement *measurement,
                      struct fault *fault)
{
    struct configuration *candidate = rounds_member(final, i);
    struct score *score = &candidate->scores[final->shape];
    const struct time_summary *summary = &measurement->device;
    json_t *list = tune_list_times(measurement),
           *key = tune_key(final->tuning, candidate, final->shape), *fields;
    const size_t untuned = final->tuning->untuned[final->shape];
    int status;

    score->final_ms = summary->median;
    score->mean_ms = summary->mean;
    score->deviation_ms = summary->deviation;
    fields = json_pack("{s:f, s:f, s:f, s:O}", "median_ms", summary->median, "mean_ms",
                       summary->mean, "deviation_ms", summary->deviation, "ms", list);
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

/* ------------------------------------------------------------------------- while the suite runs */

static size_t room_of(const struct final *final)
{
    return (final->rehearses ? 1 : PATIENCE) * (size_t)
                                                   final->tuning->tuner->options->finals.trials;
}

/* Finds the member that a manifest was made for. */
static struct attempt *attempt_of(struct final *final, const json_t *manifest)
{
    size_t i = 0;

    while (i + 1 < final->count && rounds_member(final, i)->manifest != manifest)
        i++;
    final->at.candidate = rounds_member(final, i);
    return &final->at;
}

/* Lets a member in, unless runs have ended at it again and again. */
static int admit(void *self, struct candidate *candidate, bool *known, struct fault *fault)
{
    struct final *final = self;
    struct attempt *attempt = attempt_of(final, candidate->recipe.manifest);
    json_t *key = tune_key(final->tuning, attempt->candidate, final->shape);
    enum outcome outcome = OUTCOME_DONE;

    if (key == NULL)
        outcome = (enum outcome)fault_memory(attempt->fault);
    else if (tune_is_deadly(final->tuning->tuner, key))
        outcome =
            tune_note_failure(attempt, STATUS_CRASH, tune_deadly_words, NULL, 0, attempt->fault);
    json_decref(key);
    *known = attempt->candidate->checked;
    return tune_take_outcome(attempt, outcome, fault);
}

static int reach(void *self, struct candidate *candidate, enum suite_stage stage,
                 struct fault *fault)
{
    return tune_reach(attempt_of(self, candidate->recipe.manifest), candidate, stage, fault);
}

static int believe(void *self, const struct measurement *measurement, size_t index,
                   struct fault *fault)
{
    struct final *final = self;
    struct attempt *attempt = attempt_of(final, measurement->manifest->root);

    tune_show_turn(final->tuning, final->shape, index, room_of(final));
    return tune_take_outcome(
        attempt, tune_believe(attempt, measurement->samples[index].device_ms, attempt->fault),
        fault);
}

static void lose(void *self, const struct suite_run *run, const struct candidate *candidate)
{
    tune_lose(attempt_of(self, candidate->recipe.manifest), run, candidate);
}

static int take_times(void *self, struct suite_run *run, struct fault *fault)
{
    struct final *final = self;

    for (size_t i = 0; i < run->count; i++)
        rounds_member(final, i)->checked |= run->candidates[i].checked;
    for (size_t i = 0; i < run->count && final->at.outcome == OUTCOME_DONE && !final->rehearses;
         i++)
        if (note_times(final, i, &run->candidates[i].measurement, fault))
            return -1;
    return 0;
}

/* Runs the members as a suite of one case. */
static enum outcome run_suite(struct final *final, struct fault *fault)
{
    const struct tuning *tuning = final->tuning;
    const struct tune_options *options = tuning->tuner->options;
    const struct schedule schedule = {.data = options->problem.data,
                                      .seed = options->seed,
                                      .iterations = options->finals.trials,
                                      .warm_up = WARM_UP,
                                      .memory = options->limits.memory,
                                      .tuned = {SEEDS, room_of(final), true}};
    const struct observer observer = {.self = final,
                                      .format = FORMAT_JSON, /* the tuner's progress is shown */
                                      .before = admit,
                                      .reached = reach,
                                      .sample = believe,
                                      .lost = lose,
                                      .measured = take_times};
    const struct suite_case suite_case = {tune_case(tuning, &tuning->shapes[final->shape]), ""};
    struct recipe kernels[WORKER_SLOTS] = {{NULL}};
    const struct suite suite = {
        .kernels = kernels, .kernel_count = final->count, .cases = &suite_case, .case_count = 1};

    for (size_t i = 0; i < final->count; i++) {
        kernels[i].manifest = rounds_member(final, i)->manifest;
        kernels[i].compiled = rounds_member(final, i)->compiled;
    }
    final->at = (struct attempt){
        final->tuning, &tuning->tuner->worker.client, NULL, final->shape, OUTCOME_DONE, fault};
    return suite_measure(&tuning->tuner->worker, &suite, &schedule, &observer, fault)
               ? OUTCOME_STOPPED
               : final->at.outcome;
}

enum outcome rounds_measure(struct final *final, struct fault *fault)
{
    enum outcome outcome;

    tune_show_turn(final->tuning, final->shape, 0, room_of(final));
    final->tuning->crowded = final->count > 1;
    client_replace(&final->tuning->tuner->worker.client);
    outcome = run_suite(final, fault);
    final->tuning->crowded = false;
    /* A candidate whose worker was killed is tried again: that is one start, of which nothing is
     * known yet. */
    if (outcome == OUTCOME_FAILED || outcome == OUTCOME_REFUSED ||
        (outcome == OUTCOME_DONE && final->rehearses))
        if (release_members(final, fault))
            outcome = OUTCOME_STOPPED;
    return outcome;
}
