#include <string.h>

#include "harness/base/timing.h"
#include "harness/tune/internal.h"

/* A launch this much slower than the best so far is the last one; so is the one to warm up, which
 * is slower by itself, where it is this much slower. */
static const double hopeless = 1.5, hopeless_at_once = 3;

/* ------------------------------------------------------------------------------ a single shape */

enum outcome tune_believe(const struct attempt *attempt, double ms, struct fault *fault)
{
    double limit = tune_most_gflops(attempt->tuning->tuner);
    const struct tuning *tuning = attempt->tuning;
    double gflops = ms > 0 ? tune_gflops(tuning, &tuning->shapes[attempt->shape], ms) : INFINITY;
    char reason[200];

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

/* Median of what a worker says that launches took; refuses times that cannot be. */
static enum outcome take_times(const struct attempt *attempt, json_t *key, json_t *answer,
                               struct fault *fault)
{
    json_t *list = order_times(answer);
    double times[TUNE_LAUNCHES] = {0};
    size_t count = json_array_size(list);
    struct time_summary summary;
    enum outcome outcome;

    for (size_t i = 0; i < count && i < TUNE_LAUNCHES; i++)
        times[i] = json_number_value(json_array_get(list, i));
    summary = time_summarise(times, count < TUNE_LAUNCHES ? count : TUNE_LAUNCHES);
    outcome = tune_believe(attempt, summary.min, fault);
    if (outcome != OUTCOME_DONE) {
        json_decref(list);
        return outcome;
    }
    attempt->candidate->scores[attempt->shape].ms = summary.median;
    return tune_note(attempt->tuning->tuner, key, JOURNAL_TIMES,
                     json_pack("{s:f, s:o}", "median_ms", summary.median, "ms", list), fault);
}

static enum outcome build(const struct attempt *attempt, json_t *key, struct fault *fault)
{
    struct tuner *tuner = attempt->tuning->tuner;
    json_t *answer = NULL, *compiled = attempt->candidate->compiled;
    enum outcome outcome = tune_note_start(tuner, key, JOURNAL_BUILD_STARTED, fault);

    if (outcome == OUTCOME_DONE)
        outcome = tune_order(attempt, tune_order_build(0, attempt->candidate->manifest, compiled),
                             tune_compile_limit(tuner), &answer, fault);
    if (outcome == OUTCOME_DONE)
        outcome =
            tune_note(tuner, key, JOURNAL_BUILT,
                      json_pack("{s:O}", "build_ms",
                                json_object_get(compiled == NULL ? answer : compiled, "build_ms")),
                      fault);
    json_decref(answer);
    return outcome;
}

bool tune_is_cheapest(const struct tuning *tuning, size_t index)
{
    return tune_products(&tuning->shapes[index]) <= tuning->fewest;
}

/* Time of the last run of an order. */
static double last_of(const json_t *answer)
{
    const json_t *runs = json_object_get(answer, "runs");

    return member_number(json_array_get(runs, json_array_size(runs) - 1), "device_ms");
}

static enum outcome run(const struct attempt *attempt, json_t *key, struct fault *fault)
{
    const struct tuning *tuning = attempt->tuning;
    struct tuner *tuner = tuning->tuner;
    const struct tune_options *options = tuner->options;
    struct prepare_order order = tune_prepare(tuning, 0, &tuning->shapes[attempt->shape]);
    double best = tuning->best_ms[attempt->shape], limit = tune_run_limit(tuner);
    double stop = isinf(best) ? 0 : hopeless * best;
    json_t *answer = NULL;
    enum outcome outcome = tune_note_start(tuner, key, JOURNAL_RUN_STARTED, fault);

    order.verifies = tune_is_cheapest(tuning, attempt->shape) || options->paranoid;
    order.random = options->paranoid;
    if (outcome == OUTCOME_DONE)
        outcome = tune_order(attempt, order_prepare(&order), limit, NULL, fault);
    if (outcome == OUTCOME_DONE && order.verifies)
        outcome = tune_note(tuner, key, JOURNAL_VERIFIED, NULL, fault);
    if (outcome == OUTCOME_DONE)
        outcome = tune_order(attempt, order_launches(0, TUNE_WARM_UP, 0), limit, &answer, fault);
    if (outcome == OUTCOME_DONE && !(last_of(answer) > hopeless_at_once * best)) {
        json_decref(answer);
        answer = NULL;
        outcome =
            tune_order(attempt, order_launches(0, TUNE_LAUNCHES, stop), limit, &answer, fault);
    }
    if (outcome == OUTCOME_DONE)
        outcome = take_times(attempt, key, answer, fault);
    json_decref(answer);
    return outcome;
}

/* Takes over what the journal knows; true: that is enough. A candidate with a time that failed
 * later did so among the best: the search of that run was told its time, and so is this one. */
static bool recall(const struct attempt *attempt, json_t *key)
{
    struct tuner *tuner = attempt->tuning->tuner;
    struct configuration *candidate = attempt->candidate;
    const struct journal_entry *entry =
        tuner->journal == NULL ? NULL : journal_find(tuner->journal, key);
    bool timed = entry != NULL && entry->fields[JOURNAL_TIMES] != NULL;
    json_t *failure = tune_known_failure(tuner, key);
    const enum status status = status_find(member_text(failure, "kind"));

    if (timed)
        candidate->scores[attempt->shape].ms = journal_number(entry, JOURNAL_TIMES, "median_ms");
    if (failure == NULL)
        return timed;
    if (timed)
        candidate->fails_late = true;
    else if (status != STATUS_REFUSED)
        candidate->failed = true;
    tune_count_failure(tuner, status);
    json_decref(failure);
    return true;
}

/* *built: the kernel is in the worker's slot. */
static enum outcome measure_shape(const struct attempt *attempt, json_t *key, bool *built,
                                  struct fault *fault)
{
    enum outcome outcome;

    do {
        outcome = OUTCOME_DONE;
        if (!*built || !client_runs(attempt->worker))
            outcome = build(attempt, key, fault);
        *built = outcome == OUTCOME_DONE;
        if (*built)
            outcome = run(attempt, key, fault);
    } while (outcome == OUTCOME_KILLED);
    return outcome;
}

static int evaluate_shape(const struct attempt *attempt, bool *built, struct fault *fault)
{
    json_t *key = tune_key(attempt->tuning, attempt->candidate, attempt->shape);
    enum outcome outcome = OUTCOME_DONE;

    if (key == NULL)
        return fault_memory(fault);
    if (!recall(attempt, key)) {
        if (tune_is_deadly(attempt->tuning->tuner, key))
            outcome = tune_note_failure(attempt, STATUS_CRASH, tune_deadly_words, NULL, 0, fault);
        else
            outcome = measure_shape(attempt, key, built, fault);
    }
    json_decref(key);
    return outcome == OUTCOME_STOPPED ? -1 : 0;
}

/* ------------------------------------------------------------------------------------- a point */

/* The first candidate that is right becomes the kernel that is known to work, where it was
 * verified. */
static void keep_good(struct tuning *tuning, const struct configuration *candidate)
{
    for (size_t i = 0; tuning->good == NULL && i < tuning->shape_count; i++)
        if (tune_is_cheapest(tuning, i) && !isinf(candidate->scores[i].ms)) {
            tuning->good = json_incref(candidate->manifest);
            tuning->good_shape = tuning->shapes[i];
        }
}

/* Whether it may be among the best of some shape, which are built again. */
static bool is_near_best(const struct tuning *tuning, const struct configuration *candidate)
{
    bool is_near = false;

    for (size_t i = 0; i < tuning->shape_count && !candidate->failed; i++)
        is_near = is_near || candidate->scores[i].ms <= hopeless * tuning->best_ms[i];
    return is_near;
}

int tune_evaluate(struct tuning *tuning, struct client *worker, struct configuration *candidate,
                  double *ms, struct fault *fault)
{
    struct attempt attempt = {tuning, worker, candidate, 0};
    char reason[512];
    bool built = false;
    size_t first = 0; /* the shape where it is verified: what is wrong ends there */
    double sum = 0;
    int status = tune_make(tuning, candidate, reason, fault);

    *ms = INFINITY;
    if (status != 0)
        return status;
    if (*reason != '\0') {
        candidate->failed = true;
        tune_count_failure(tuning->tuner, STATUS_REFUSED);
        return 0;
    }
    while (!tune_is_cheapest(tuning, first))
        first++;
    for (size_t i = 0; i < tuning->shape_count && status == 0; i++) {
        attempt.shape = (first + i) % tuning->shape_count;
        status = evaluate_shape(&attempt, &built, fault);
        if (candidate->failed && isinf(candidate->scores[attempt.shape].ms))
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
    if (!is_near_best(tuning, candidate)) {
        json_decref(candidate->compiled);
        candidate->compiled = NULL;
    }
    *ms = exp(sum / (double)tuning->shape_count);
    return status;
}
