#include <string.h>

#include "harness/base/timing.h"
#include "harness/tune/internal.h"

/* A launch this much slower than the best so far is the last one. */
static const double hopeless = 1.5;

/* ------------------------------------------------------------------------------ a single shape */

int tune_believe(struct tuning *tuning, struct candidate *candidate, size_t index, double ms,
                 enum outcome *outcome, struct fault *fault)
{
    double limit = tune_most_gflops(tuning->tuner);
    double gflops = ms > 0 ? tune_gflops(&tuning->shapes[index], ms) : INFINITY;
    char reason[200];

    if (ms > 0 && !(gflops > limit))
        return 0;
    *outcome = OUTCOME_FAILED;
    if (ms > 0)
        snprintf(reason, sizeof reason,
                 "a launch of %.4g ms would be %.1f GFLOP/s, above the %.1f that the device can do",
                 ms, gflops, limit);
    else
        snprintf(reason, sizeof reason, "the device says that a launch took no time at all");
    return tune_note_failure(tuning, candidate, index, "impossible", reason, NULL,
                             ms > 0 ? gflops : 0, fault);
}

/* Median of what a worker says that launches took; refuses times that cannot be. */
static int take_times(struct tuning *tuning, struct candidate *candidate, size_t index, json_t *key,
                      json_t *answer, enum outcome *outcome, struct fault *fault)
{
    json_t *list = json_object_get(answer, "ms");
    double times[TUNE_LAUNCHES] = {0};
    size_t count = json_array_size(list);
    struct time_summary summary;
    int status;

    for (size_t i = 0; i < count && i < TUNE_LAUNCHES; i++)
        times[i] = json_number_value(json_array_get(list, i));
    summary = time_summarise(times, count < TUNE_LAUNCHES ? count : TUNE_LAUNCHES);
    status = tune_believe(tuning, candidate, index, summary.min, outcome, fault);
    if (status != 0 || *outcome != OUTCOME_DONE)
        return status;
    candidate->scores[index].ms = summary.median;
    return tune_note(tuning->tuner, key, JOURNAL_TIMES,
                     json_pack("{s:f, s:O}", "median_ms", summary.median, "ms", list), fault);
}

static int build(struct tuning *tuning, struct candidate *candidate, size_t shape, json_t *key,
                 enum outcome *outcome, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    json_t *answer = NULL;
    int status = tune_note_start(tuner, key, JOURNAL_BUILD_STARTED, fault);

    if (status == 0)
        status = tune_order(
            tuning, candidate, shape,
            json_pack("{s:s, s:i, s:O}", "do", "build", "slot", 0, "manifest", candidate->manifest),
            tune_compile_limit(tuner), &answer, outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status =
            tune_note(tuner, key, JOURNAL_BUILT,
                      json_pack("{s:O}", "build_ms", json_object_get(answer, "build_ms")), fault);
    json_decref(answer);
    return status;
}

static json_t *launch_order(int count, double stop_ms)
{
    return json_pack("{s:s, s:i, s:i, s:f}", "do", "launch", "slot", 0, "count", count, "stop_ms",
                     stop_ms);
}

bool tune_is_cheapest(const struct tuning *tuning, size_t index)
{
    return tune_gflops(&tuning->shapes[index], 1) <= tuning->fewest;
}

static int run(struct tuning *tuning, struct candidate *candidate, size_t index, json_t *key,
               enum outcome *outcome, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const struct shape *shape = &tuning->shapes[index];
    double best = tuning->best_ms[index], limit = tune_run_limit(tuner);
    double stop = isinf(best) ? 0 : hopeless * best;
    bool verifies = tune_is_cheapest(tuning, index) || tuner->options->paranoid;
    json_t *answer = NULL;
    int status = tune_note_start(tuner, key, JOURNAL_RUN_STARTED, fault);

    if (status == 0)
        status =
            tune_order(tuning, candidate, index,
                       json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:b, s:b}", "do", "open", "slot",
                                 0, "m", (json_int_t)shape->m, "n", (json_int_t)shape->n, "k",
                                 (json_int_t)shape->k, "seed", (json_int_t)tuner->options->seed,
                                 "random", (int)tuner->options->paranoid, "verify", (int)verifies),
                       limit, NULL, outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE && verifies)
        status = tune_note(tuner, key, JOURNAL_VERIFIED, NULL, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status = tune_order(tuning, candidate, index, launch_order(TUNE_WARM_UP, 0), limit, NULL,
                            outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status = tune_order(tuning, candidate, index, launch_order(TUNE_LAUNCHES, stop), limit,
                            &answer, outcome, fault);
    if (status == 0 && *outcome == OUTCOME_DONE)
        status = take_times(tuning, candidate, index, key, answer, outcome, fault);
    json_decref(answer);
    return status;
}

/* Takes over what the journal knows; true: that is enough. Who was timed before it failed did so
 * among the best: the search of that run was told its time, and so is this one. */
static bool recall(struct tuning *tuning, struct candidate *candidate, size_t index, json_t *key)
{
    const struct journal_entry *entry =
        tuning->tuner->journal == NULL ? NULL : journal_find(tuning->tuner->journal, key);
    bool timed = entry != NULL && entry->fields[JOURNAL_TIMES] != NULL;
    json_t *failure = tune_known_failure(tuning->tuner, key);
    const char *kind = json_string_value(json_object_get(failure, "kind"));

    if (timed)
        candidate->scores[index].ms = journal_number(entry, JOURNAL_TIMES, "median_ms");
    if (failure == NULL)
        return timed;
    if (timed)
        candidate->fails_late = true;
    else if (kind == NULL || strcmp(kind, "refused") != 0)
        candidate->failed = true;
    tune_count_failure(tuning->tuner, kind == NULL ? "" : kind);
    json_decref(failure);
    return true;
}

/* *built: the kernel is in the worker's slot. */
static int measure_shape(struct tuning *tuning, struct candidate *candidate, size_t index,
                         json_t *key, bool *built, struct fault *fault)
{
    enum outcome outcome;
    int status = 0;

    do {
        outcome = OUTCOME_DONE;
        if (!*built || !worker_runs(&tuning->tuner->worker))
            status = build(tuning, candidate, index, key, &outcome, fault);
        *built = status == 0 && outcome == OUTCOME_DONE;
        if (*built)
            status = run(tuning, candidate, index, key, &outcome, fault);
    } while (status == 0 && outcome == OUTCOME_KILLED);
    return status;
}

static int evaluate_shape(struct tuning *tuning, struct candidate *candidate, size_t index,
                          bool *built, struct fault *fault)
{
    json_t *key = tune_key(tuning, candidate, index);
    int status = 0;

    if (key == NULL)
        return fault_memory(fault);
    if (!recall(tuning, candidate, index, key)) {
        if (tune_is_deadly(tuning->tuner, key))
            status = tune_note_failure(tuning, candidate, index, "crash", tune_deadly_words, NULL,
                                       0, fault);
        else
            status = measure_shape(tuning, candidate, index, key, built, fault);
    }
    json_decref(key);
    return status;
}

/* ------------------------------------------------------------------------------------- a point */

/* The first candidate that is right becomes the kernel that is known to work, where it was
 * verified. */
static void keep_good(struct tuning *tuning, const struct candidate *candidate)
{
    for (size_t i = 0; tuning->good == NULL && i < tuning->shape_count; i++)
        if (tune_is_cheapest(tuning, i) && !isinf(candidate->scores[i].ms)) {
            tuning->good = json_incref(candidate->manifest);
            tuning->good_shape = tuning->shapes[i];
        }
}

int tune_evaluate(struct tuning *tuning, struct candidate *candidate, double *ms,
                  struct fault *fault)
{
    char reason[512];
    bool built = false;
    double sum = 0;
    int status = tune_make(tuning, candidate, reason, fault);

    *ms = INFINITY;
    if (status != 0)
        return status;
    if (*reason != '\0') {
        candidate->failed = true;
        tune_count_failure(tuning->tuner, "refused");
        return 0;
    }
    for (size_t i = 0; i < tuning->shape_count && status == 0; i++) {
        status = evaluate_shape(tuning, candidate, i, &built, fault);
        if (candidate->failed && isinf(candidate->scores[i].ms))
            break;
    }
    for (size_t i = 0; i < tuning->shape_count; i++) {
        sum += log(candidate->scores[i].ms);
        if (!candidate->failed && candidate->scores[i].ms < tuning->best_ms[i])
            tuning->best_ms[i] = candidate->scores[i].ms;
    }
    if (status == 0 && !candidate->failed)
        keep_good(tuning, candidate);
    json_decref(candidate->manifest);
    candidate->manifest = NULL;
    *ms = exp(sum / (double)tuning->shape_count);
    return status;
}
