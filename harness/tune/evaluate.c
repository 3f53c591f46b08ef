#include <stdlib.h>

#include "harness/engine/suite.h"
#include "harness/tune/internal.h"
#include "harness/tune/record.h"

/* ------------------------------------------------------------------------------ a single shape */

enum outcome tune_believe(const struct attempt *attempt, double ms, struct fault *fault)
{
    const struct tuning *tuning = attempt->tuning;
    double limit = tuning->tuner->limit_gflops > 0 ? tuning->tuner->limit_gflops : INFINITY;
    double gflops = ms > 0 ? tune_gflops(tuning, &tuning->shapes[attempt->shape], ms) : INFINITY;
    char reason[200];

    if (ms > 0 && gflops > limit)
        limit = tune_limit(tuning->tuner, tune_kind(tuning, attempt->candidate));
    if (ms > 0 && !(gflops > limit))
        return OUTCOME_DONE;
    if (ms > 0)
        snprintf(reason, sizeof reason,
                 "a launch of %.4g ms would be %.1f GFLOP/s, above the %.1f that the device can do",
                 ms, gflops, limit);
    else
        snprintf(reason, sizeof reason, "the device reports that a launch took no time");
    return tune_note_failure(attempt, STATUS_IMPOSSIBLE, reason, NULL, ms > 0 ? gflops : 0, fault);
}

/* Takes over what the journal knows; true: that is enough. A candidate with a time that failed
 * later did so among the best: the search of that run was told its time, and so is this one. */
static bool recall(const struct attempt *attempt, const struct journal_entry *entry)
{
    struct tuner *tuner = attempt->tuning->tuner;
    struct configuration *candidate = attempt->candidate;
    const bool timed = entry != NULL && entry->fields[JOURNAL_TIMES] != NULL;
    const enum status status = tune_known_failure(tuner, entry);

    if (timed)
        candidate->scores[attempt->shape].ms = journal_number(entry, JOURNAL_TIMES, "median_ms");
    if (status == STATUS_OK)
        return timed;
    if (timed)
        candidate->fails_late = true;
    else if (status != STATUS_REFUSED)
        candidate->failed = true;
    tuner->failures[status]++;
    return true;
}

/* A candidate while the engine tries it on all shapes. */
struct trial {
    struct attempt attempt;         /* on the shape that it is at; first of all */
    const struct suite_case *cases; /* the shapes, from `first` on */
    size_t first;
};

/* Whether a kernel of many is not worth the next shape: on each of several it is far from the best. */
static bool is_given_up(const struct tuning *tuning, const struct configuration *candidate)
{
    enum {
        ENOUGH = 3 /* shapes */
    };
    static const double far = 2;
    size_t measured = 0;

    for (size_t i = 0; i < tuning->shape_count && tuning->tuner->options->space.every; i++) {
        if (isinf(candidate->scores[i].ms))
            continue;
        if (candidate->scores[i].ms < far * tuning->best_ms[i])
            return false;
        measured++;
    }
    return measured >= ENOUGH;
}

/* Goes on with the next shape, unless it is known what comes of it or the candidate is out. */
static int begin_shape(void *self, struct candidate *candidate, bool *known, struct fault *fault)
{
    struct trial *trial = self;
    struct attempt *attempt = &trial->attempt;
    const struct tuning *tuning = attempt->tuning;
    const struct journal_entry *entry;

    if (attempt->outcome == OUTCOME_STOPPED)
        return -1;
    attempt->shape = (trial->first + (size_t)(candidate->on - trial->cases)) % tuning->shape_count;
    *known = attempt->candidate->failed || attempt->outcome == OUTCOME_KILLED ||
             !isinf(attempt->candidate->scores[attempt->shape].ms) ||
             is_given_up(tuning, attempt->candidate);
    if (*known)
        return 0;
    candidate->best_ms =
        isinf(tuning->best_ms[attempt->shape]) ? 0 : tuning->best_ms[attempt->shape];
    candidate->trusted =
        !tune_is_cheapest(tuning, attempt->shape) && !tuning->tuner->options->paranoid;
    attempt->outcome = OUTCOME_DONE;
    entry = tune_entry(attempt);
    *known = recall(attempt, entry);
    if (!*known && attempt->candidate->kills == 0 && tune_is_deadly(tuning->tuner, entry)) {
        *known = true;
        attempt->outcome =
            tune_note_failure(attempt, STATUS_CRASH, tune_deadly_words, NULL, 0, fault);
    }
    return attempt->outcome == OUTCOME_STOPPED ? -1 : 0;
}

/* Keeps the median of the times, unless they cannot be. */
static int take_times(void *self, struct suite_run *run, struct fault *fault)
{
    struct attempt *attempt = self;
    const struct measurement *measurement = &run->candidates[0].measurement;

    attempt->outcome = tune_believe(attempt, measurement->device.min, fault);
    if (attempt->outcome != OUTCOME_DONE)
        return attempt->outcome == OUTCOME_STOPPED ? -1 : 0;
    attempt->candidate->scores[attempt->shape].ms = measurement->device.median;
    return tune_note_attempt(attempt, JOURNAL_TIMES,
                             json_pack("{s:f, s:o}", "median_ms", measurement->device.median, "ms",
                                       tune_list_times(measurement)),
                             fault);
}

/* ------------------------------------------------------------------------------------- a point */

/* The first candidate that is right becomes the kernel that is known to work, where it was
 * verified. */
static void keep_good(struct tuning *tuning, const struct configuration *candidate)
{
    for (size_t i = 0; tuning->good == NULL && i < tuning->shape_count; i++)
        if (tune_is_cheapest(tuning, i) && !isinf(candidate->scores[i].ms))
            tune_take_good(tuning, candidate->manifest, i);
}

/* Whether it may be among the best of some shape, which are built again. */
static bool is_near_best(const struct tuning *tuning, const struct configuration *candidate)
{
    bool is_near = false;

    for (size_t i = 0; i < tuning->shape_count && !candidate->failed; i++)
        is_near = is_near || candidate->scores[i].ms <= SUITE_HOPELESS * tuning->best_ms[i];
    return is_near;
}

/* Tries a candidate that is made on all shapes that nothing is known of yet; the first one is that
 * where it is verified: what is wrong ends there. */
static int try_shapes(struct tuning *tuning, struct executor *executor,
                      struct configuration *candidate, struct fault *fault)
{
    const struct tune_options *options = tuning->tuner->options;
    struct suite_case *cases = calloc(tuning->shape_count, sizeof *cases);
    struct trial trial = {.attempt = {tuning, &executor->client, candidate, 0, OUTCOME_DONE, fault},
                          .cases = cases};
    const struct schedule schedule = {
        .data = options->problem.data,
        .seed = options->seed,
        .iterations = TUNE_LAUNCHES,
        .memory = options->limits.memory,
        .tuned = {.seeds = 1, .random = options->paranoid, .least_ms = TUNE_LEAST_MS}};
    const struct observer observer = {.self = &trial,
                                      .format = FORMAT_JSON, /* the tuner's progress is shown */
                                      .before = begin_shape,
                                      .reached = tune_reach,
                                      .lost = tune_lose,
                                      .measured = take_times};
    const struct recipe recipe = {.manifest = candidate->manifest, .compiled = candidate->compiled};
    const struct suite suite = {
        .kernels = &recipe, .kernel_count = 1, .cases = cases, .case_count = tuning->shape_count};
    int status;

    if (cases == NULL)
        return fault_memory(fault);
    while (!tune_is_cheapest(tuning, trial.first))
        trial.first++;
    for (size_t i = 0; i < tuning->shape_count; i++)
        cases[i] = (struct suite_case){
            tune_case(tuning, &tuning->shapes[(trial.first + i) % tuning->shape_count]), "",
            tune_sizes(&tuning->shapes[(trial.first + i) % tuning->shape_count])};
    do {
        trial.attempt.outcome = OUTCOME_DONE;
        status = suite_try(executor, &suite, &schedule, &observer, fault);
    } while (status == 0 && trial.attempt.outcome == OUTCOME_KILLED);
    free(cases);
    return trial.attempt.outcome == OUTCOME_STOPPED ? -1 : status;
}

/* Whether there is a time on any shape. */
static bool has_time(const struct tuning *tuning, const struct configuration *candidate)
{
    for (size_t i = 0; i < tuning->shape_count; i++)
        if (!isinf(candidate->scores[i].ms))
            return true;
    return false;
}

int tune_evaluate(struct tuning *tuning, struct executor *executor, struct configuration *candidate,
                  struct fault *fault)
{
    double sum = 0;
    int status = tune_make(tuning, candidate, fault);

    candidate->ms = INFINITY;
    if (status != 0)
        return status;
    if (candidate->manifest == NULL) {
        candidate->failed = true;
        tuning->tuner->failures[STATUS_REFUSED]++;
        return 0;
    }
    status = try_shapes(tuning, executor, candidate, fault);
    if (status == 0 && !candidate->failed && has_time(tuning, candidate))
        tune_allow_end(tuning);
    for (size_t i = 0; i < tuning->shape_count; i++) {
        sum += log(candidate->scores[i].ms);
        if (!candidate->failed && candidate->scores[i].ms < tuning->best_ms[i])
            tuning->best_ms[i] = candidate->scores[i].ms;
    }
    if (status == 0 && !candidate->failed)
        keep_good(tuning, candidate);
    json_decref(candidate->manifest);
    candidate->manifest = NULL;
    if (!is_near_best(tuning, candidate)) {
        json_decref(candidate->compiled);
        candidate->compiled = NULL;
    }
    candidate->ms = exp(sum / (double)tuning->shape_count);
    return status;
}
