#include <stdlib.h>
#include <string.h>

#include "harness/tune/rounds.h"

/* The first candidate that is the same kernel, by whatever options: often it is itself. */
static size_t first_of_kernel(const struct tuning *tuning, size_t index)
{
    const struct configuration *candidate = tuning->candidates[index];
    size_t first = 0;

    while (first < index && (candidate->kernel == 0 || tuning->candidates[first]->dropped ||
                             tuning->candidates[first]->kernel != candidate->kernel))
        first++;
    return first;
}

/* The fastest candidates of the search that are still in, the fastest first; each kernel once. */
static void choose(struct final *final)
{
    const struct tuning *tuning = final->tuning;

    final->count = 0;
    for (size_t i = 0; i < tuning->count; i++) {
        double ms = tuning->candidates[i]->scores[final->shape].ms;
        size_t at = final->count;

        if (tuning->candidates[i]->failed || tuning->candidates[i]->again || isinf(ms))
            continue;
        while (at > 0 && rounds_member(final, at - 1)->scores[final->shape].ms > ms)
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

/* Whether runs before this one have found that a candidate fails on the shape. */
static bool is_known_to_fail(const struct final *final, const struct configuration *candidate)
{
    json_t *key = tune_key(final->tuning, candidate, final->shape);
    json_t *failure = key == NULL ? NULL : tune_known_failure(final->tuning->tuner, key);
    bool fails = failure != NULL;

    json_decref(failure);
    json_decref(key);
    return fails;
}

/* The kernel without tuning takes turns with the best, so that they can be compared; *beside: it is
 * none of them. */
static int add_untuned(struct final *final, bool *beside, struct fault *fault)
{
    struct tuning *tuning = final->tuning;
    size_t untuned = tuning->untuned[final->shape];
    struct configuration *candidate;
    char reason[512];

    *beside = false;
    if (untuned == SIZE_MAX || final->count == 0 || final->alone)
        return 0;
    if (tune_make(tuning, tuning->candidates[untuned], reason, fault))
        return -1;
    untuned = tuning->untuned[final->shape] = first_of_kernel(tuning, untuned);
    candidate = tuning->candidates[untuned];
    for (size_t i = 0; i < final->count; i++)
        if (final->members[i] == untuned)
            return 0;
    if (tune_make(tuning, candidate, reason, fault))
        return -1;
    *beside = *reason == '\0' && !candidate->failed && !is_known_to_fail(final, candidate) &&
              (candidate->untried || !isinf(candidate->scores[final->shape].ms));
    if (*beside)
        final->members[final->count++] = untuned;
    return 0;
}

/* Whether enough times were taken, by this run or by one that the journal knows. */
static bool recall(struct final *final, struct configuration *candidate, const json_t *key,
                   struct fault *fault)
{
    struct tuner *tuner = final->tuning->tuner;
    const struct journal_entry *entry =
        tuner->journal == NULL ? NULL : journal_find(tuner->journal, key);
    struct score *score = &candidate->scores[final->shape];
    json_t *fields;
    bool known;

    if (!isinf(score->final_ms))
        return true;
    fields = entry == NULL || entry->state == JOURNAL_FAILED
                 ? NULL
                 : journal_fields(entry, JOURNAL_FINAL_TIMES);
    known = json_array_size(json_object_get(fields, "ms")) >= tuner->options->finals.trials &&
            tune_keep_times(score, json_object_get(fields, "ms"), fault) == 0;
    if (known) {
        score->final_ms = member_number(fields, "median_ms");
        score->mean_ms = member_number(fields, "mean_ms");
        score->deviation_ms = member_number(fields, "deviation_ms");
        candidate->checked = true;
    }
    json_decref(fields);
    return known;
}

/* Whether all that is to be measured was measured before. */
static int recall_all(struct final *final, bool *known, struct fault *fault)
{
    char reason[512];

    *known = true;
    for (size_t i = 0; i < final->count; i++) {
        json_t *key;

        if (tune_make(final->tuning, rounds_member(final, i), reason, fault))
            return -1;
        key = tune_key(final->tuning, rounds_member(final, i), final->shape);
        if (key == NULL)
            return fault_memory(fault);
        if (!recall(final, rounds_member(final, i), key, fault))
            *known = false;
        json_decref(key);
    }
    return fault->code == FAULT_NONE ? 0 : -1;
}

/* Makes way for kernels that cannot run beside the others: fewer take part, at last each alone. */
static void make_way(struct final *final)
{
    if (final->count > 1)
        final->most = final->count - 1;
    else
        rounds_member(final, 0)->scores[final->shape].ms = INFINITY;
}

/* Whether runs before this one have ended while they were at work on a member. */
static bool is_suspect(const struct final *final, size_t i)
{
    json_t *key = tune_key(final->tuning, rounds_member(final, i), final->shape);
    bool suspect = key != NULL && tune_ends(final->tuning->tuner, key) > 0;

    json_decref(key);
    return suspect;
}

/* Runs each of several candidates alone, if a run has ended at them: one is to blame, and each has
 * to show that it does no harm. OUTCOME_FAILED: one did not. */
static enum outcome rehearse(struct final *final, struct fault *fault)
{
    enum outcome outcome = OUTCOME_DONE;

    for (size_t i = 0; i < final->count && final->count > 1; i++) {
        struct final alone = {.tuning = final->tuning,
                              .shape = final->shape,
                              .members = {final->members[i]},
                              .count = 1,
                              .rehearses = true};

        if (!is_suspect(final, i))
            continue;
        do
            outcome = rounds_measure(&alone, fault);
        while (outcome == OUTCOME_KILLED);
        if (outcome == OUTCOME_STOPPED || outcome == OUTCOME_FAILED)
            return outcome;
    }
    return OUTCOME_DONE;
}

/* Measures alone a kernel that the small set needs for a further shape. */
int tune_measure_pair(struct tuning *tuning, size_t candidate, size_t shape, struct fault *fault)
{
    struct final final = {
        .tuning = tuning, .shape = shape, .members = {candidate}, .count = 1, .most = 1};
    enum outcome outcome = OUTCOME_KILLED;
    bool known;

    if (recall_all(&final, &known, fault))
        return -1;
    while (!known && outcome == OUTCOME_KILLED)
        outcome = rounds_measure(&final, fault);
    if (outcome == OUTCOME_REFUSED)
        make_way(&final);
    return outcome == OUTCOME_STOPPED ? -1 : 0;
}

/* Measures the best of a shape; after a failure again, with those that move up. *changed: somebody
 * failed. */
static int run_final(struct tuning *tuning, size_t shape, bool *changed, struct fault *fault)
{
    const size_t top = (size_t)tuning->tuner->options->finals.top;
    struct final final = {.tuning = tuning, .shape = shape, .most = top};
    enum outcome outcome = OUTCOME_FAILED;
    bool known, beside;

    while (outcome != OUTCOME_DONE) {
        choose(&final);
        if (add_untuned(&final, &beside, fault) || recall_all(&final, &known, fault))
            return -1;
        if (known)
            return 0;
        outcome = rehearse(&final, fault);
        if (outcome == OUTCOME_DONE)
            outcome = rounds_measure(&final, fault);
        if (outcome == OUTCOME_STOPPED)
            return -1;
        if (outcome == OUTCOME_REFUSED && beside)
            final.alone = true;
        else if (outcome == OUTCOME_REFUSED)
            make_way(&final);
        /* The one that failed had perhaps crowded the others out. */
        if (outcome == OUTCOME_FAILED)
            final.most = top;
        *changed = *changed || outcome == OUTCOME_FAILED;
    }
    return 0;
}

/* A candidate that fails on one shape is out on all: others move up on those that were measured
 * before. */
int tune_finals(struct tuning *tuning, struct fault *fault)
{
    bool changed = true;

    for (size_t i = 0; i < tuning->count; i++) {
        tuning->candidates[i]->failed |= tuning->candidates[i]->fails_late;
        tuning->candidates[i]->again = first_of_kernel(tuning, i) != i;
    }
    while (changed) {
        changed = false;
        for (size_t shape = 0; shape < tuning->shape_count; shape++)
            if (run_final(tuning, shape, &changed, fault))
                return -1;
    }
    return 0;
}
