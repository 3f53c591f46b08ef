/* The best candidates of a shape, measured again: they stand in one worker and alternate, verified
 * with several seeds and at small sizes too. */

#include "harness/tune/internal.h"
#include "harness/tune/record.h"
#include "harness/worker/worker.h"

enum {
    WARM_UP = 2,
    SEEDS = 3,     /* that a finalist is verified with, ... */
    FEW_SEEDS = 1, /* ... and where a proof follows */
    PATIENCE = 5,  /* so many times --trials are taken where times scatter, ... */
    HASTE = 2,     /* ... and where many shapes are to be done in little time: there */
    LEAST_MS =
        40 /* all runs of a kernel take this time together, as what is made for them takes more */
};

/* The best of a shape while they are measured. */
struct final {
    struct attempt at;            /* the member that the engine is at; first of all */
    size_t members[WORKER_SLOTS]; /* indices of candidates */
    size_t count, most;           /* of them; at most */
    bool alone;                   /* the best take turns without the kernel that is not tuned */
    bool rehearses;               /* only whether it harms: times are not kept */
};

static struct configuration *member_of(const struct final *final, size_t i)
{
    return final->at.tuning->candidates[final->members[i]];
}

static struct attempt *attempt_at(struct final *final, size_t i)
{
    final->at.candidate = member_of(final, i);
    return &final->at;
}

/* ---------------------------------------------------------------------------------- the journal */

/* A kernel that was announced and is still in has crashed no worker. */
static int release_members(struct final *final, struct fault *fault)
{
    int status = 0;

    for (size_t i = 0; i < final->count && status == 0; i++) {
        const struct attempt *attempt = attempt_at(final, i);
        const struct journal_entry *entry = tune_entry(attempt);

        if (!attempt->candidate->failed && entry != NULL && entry->begun > 0)
            status = tune_note_attempt(attempt, JOURNAL_SURVIVED, NULL, fault);
    }
    return status;
}

/* Keeps the times of a candidate on a shape, as they stand in the journal. */
static void keep_times(struct score *score, const json_t *fields)
{
    json_decref(score->times);
    score->times = json_incref(json_object_get(fields, "ms"));
    score->final_ms = member_number(fields, "median_ms");
    score->mean_ms = member_number(fields, "mean_ms");
    score->deviation_ms = member_number(fields, "deviation_ms");
}

static int note_times(const struct attempt *attempt, const struct measurement *measurement,
                      struct fault *fault)
{
    const struct tuning *tuning = attempt->tuning;
    const struct time_summary *summary = &measurement->device;
    const size_t untuned = tuning->untuned[attempt->shape];
    json_t *fields =
        json_pack("{s:f, s:f, s:f, s:o}", "median_ms", summary->median, "mean_ms", summary->mean,
                  "deviation_ms", summary->deviation, "ms", tune_list_times(measurement));

    if (untuned != SIZE_MAX && attempt->candidate == tuning->candidates[untuned])
        json_object_set_new(fields, "untuned", json_true());
    keep_times(&attempt->candidate->scores[attempt->shape], fields);
    return tune_note_attempt(attempt, JOURNAL_FINAL_TIMES, fields, fault);
}

/* ------------------------------------------------------------------------- while the suite runs */

static size_t room_of(const struct final *final)
{
    const struct tune_options *options = final->at.tuning->tuner->options;
    const size_t most = options->space.every ? HASTE : PATIENCE;

    return (final->rehearses ? 1 : most) * (size_t)options->finals.trials;
}

/* Finds the member that a manifest was made for. */
static struct attempt *attempt_of(struct final *final, const json_t *manifest)
{
    size_t i = 0;

    while (i + 1 < final->count && member_of(final, i)->manifest != manifest)
        i++;
    return attempt_at(final, i);
}

/* Lets a member in, unless runs have ended at it again and again. */
static int admit(void *self, struct candidate *candidate, bool *known, struct fault *fault)
{
    struct final *final = self;
    struct attempt *attempt = attempt_of(final, candidate->recipe.manifest);
    enum outcome outcome = OUTCOME_DONE;

    if (tune_is_deadly(attempt->tuning->tuner, tune_entry(attempt)))
        outcome =
            tune_note_failure(attempt, STATUS_CRASH, tune_deadly_words, NULL, 0, attempt->fault);
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
    const struct manifest *manifest = measurement->manifest;
    struct attempt *attempt =
        attempt_of(final, manifest->unsaid == NULL ? manifest->root : manifest->unsaid);

    tune_show_turn(final->at.tuning, final->at.shape, index,
                   index < room_of(final) ? room_of(final) : index + 1);
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
        member_of(final, i)->checked |= run->candidates[i].checked;
    for (size_t i = 0; i < run->count && final->at.outcome == OUTCOME_DONE && !final->rehearses;
         i++)
        if (note_times(attempt_at(final, i), &run->candidates[i].measurement, fault))
            return -1;
    return 0;
}

static enum outcome run_suite(struct final *final, struct fault *fault)
{
    const struct tuning *tuning = final->at.tuning;
    const struct tune_options *options = tuning->tuner->options;
    const struct schedule schedule = {.data = options->problem.data,
                                      .seed = options->seed,
                                      .iterations = options->finals.trials,
                                      .warm_up = WARM_UP,
                                      .memory = options->limits.memory,
                                      .tuned = {options->space.every ? FEW_SEEDS : SEEDS,
                                                room_of(final), true,
                                                options->space.every ? LEAST_MS : 0}};
    const struct observer observer = {.self = final,
                                      .format = FORMAT_JSON, /* the tuner's progress is shown */
                                      .before = admit,
                                      .reached = reach,
                                      .sample = believe,
                                      .lost = lose,
                                      .measured = take_times};
    const struct shape *shape = &tuning->shapes[final->at.shape];
    const struct suite_case suite_case = {tune_case(tuning, shape), "", tune_sizes(shape)};
    struct recipe kernels[WORKER_SLOTS] = {{NULL}};
    const struct suite suite = {
        .kernels = kernels, .kernel_count = final->count, .cases = &suite_case, .case_count = 1};

    for (size_t i = 0; i < final->count; i++) {
        kernels[i].manifest = member_of(final, i)->manifest;
        kernels[i].compiled = member_of(final, i)->compiled;
    }
    final->at.outcome = OUTCOME_DONE;
    final->at.fault = fault;
    return suite_measure(&tuning->tuner->worker, &suite, &schedule, &observer, fault)
               ? OUTCOME_STOPPED
               : final->at.outcome;
}

/* Measures the members, in a new worker unless many shapes share the data of one. One that fails is
 * out; unless all are measured, the others are as before. */
static enum outcome measure(struct final *final, struct fault *fault)
{
    const struct tune_options *options = final->at.tuning->tuner->options;
    enum outcome outcome;

    tune_show_turn(final->at.tuning, final->at.shape, 0, room_of(final));
    final->at.tuning->crowded = final->count > 1;
    if (!options->space.every)
        client_replace(&final->at.tuning->tuner->worker.client);
    outcome = run_suite(final, fault);
    final->at.tuning->crowded = false;
    /* A candidate whose worker was killed is tried again: that is one start, of which nothing is
     * known yet. */
    if (outcome == OUTCOME_FAILED || outcome == OUTCOME_REFUSED ||
        (outcome == OUTCOME_DONE && final->rehearses))
        if (release_members(final, fault))
            outcome = OUTCOME_STOPPED;
    return outcome;
}

/* ------------------------------------------------------------------------------------ who is in */

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

/* The kernel without tuning takes turns with the best, so that they can be compared; *beside: it is
 * none of them. */
static int add_untuned(struct final *final, bool *beside, struct fault *fault)
{
    struct tuning *tuning = final->at.tuning;
    size_t untuned = tuning->untuned[final->at.shape];
    struct attempt attempt = final->at;

    *beside = false;
    if (untuned == SIZE_MAX || final->count == 0 || final->alone)
        return 0;
    if (tune_make(tuning, tuning->candidates[untuned], fault))
        return -1;
    untuned = tuning->untuned[final->at.shape] = first_of_kernel(tuning, untuned);
    attempt.candidate = tuning->candidates[untuned];
    for (size_t i = 0; i < final->count; i++)
        if (final->members[i] == untuned)
            return 0;
    if (tune_make(tuning, attempt.candidate, fault))
        return -1;
    *beside = attempt.candidate->manifest != NULL && !attempt.candidate->failed &&
              tune_known_failure(tuning->tuner, tune_entry(&attempt)) == STATUS_OK &&
              (attempt.candidate->untried || !isinf(attempt.candidate->scores[attempt.shape].ms));
    if (*beside)
        final->members[final->count++] = untuned;
    return 0;
}

/* Whether enough times were taken, by this run or by one that the journal knows. */
static bool recall(const struct attempt *attempt)
{
    struct score *score = &attempt->candidate->scores[attempt->shape];
    const struct journal_entry *entry;
    json_t *fields;
    bool known;

    if (!isinf(score->final_ms))
        return true;
    entry = tune_entry(attempt);
    fields = entry == NULL || entry->state == JOURNAL_FAILED
                 ? NULL
                 : journal_fields(entry, JOURNAL_FINAL_TIMES);
    known = json_array_size(json_object_get(fields, "ms")) >=
            attempt->tuning->tuner->options->finals.trials;
    if (known)
        keep_times(score, fields);
    attempt->candidate->checked |= known;
    json_decref(fields);
    return known;
}

/* Whether all that is to be measured was measured before. */
static int recall_all(struct final *final, bool *known, struct fault *fault)
{
    *known = true;
    for (size_t i = 0; i < final->count; i++) {
        if (tune_make(final->at.tuning, member_of(final, i), fault))
            return -1;
        *known &= recall(attempt_at(final, i));
    }
    return 0;
}

/* Makes way for kernels that cannot run beside the others: fewer take part, at last each alone. */
static void make_way(struct final *final)
{
    if (final->count > 1)
        final->most = final->count - 1;
    else
        member_of(final, 0)->scores[final->at.shape].ms = INFINITY;
}

/* Runs each of several candidates alone, if a run has ended at them: one is to blame, and each has
 * to show that it does no harm. OUTCOME_FAILED: one did not. */
static enum outcome rehearse(struct final *final, struct fault *fault)
{
    enum outcome outcome = OUTCOME_DONE;

    for (size_t i = 0; i < final->count && final->count > 1; i++) {
        struct final alone = {
            .at = final->at, .members = {final->members[i]}, .count = 1, .rehearses = true};

        if (tune_ends(tune_entry(attempt_at(final, i))) == 0)
            continue;
        do
            outcome = measure(&alone, fault);
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
        .at = {tuning, &tuning->tuner->worker.client, NULL, shape, OUTCOME_DONE, fault},
        .members = {candidate},
        .count = 1,
        .most = 1};
    enum outcome outcome = OUTCOME_KILLED;
    bool known;

    if (recall_all(&final, &known, fault))
        return -1;
    while (!known && outcome == OUTCOME_KILLED)
        outcome = measure(&final, fault);
    if (outcome == OUTCOME_REFUSED)
        make_way(&final);
    return outcome == OUTCOME_STOPPED ? -1 : 0;
}

/* Measures the best of a shape; after a failure again, with those that move up. *changed: somebody
 * failed. */
static int run_final(struct tuning *tuning, size_t shape, bool *changed, struct fault *fault)
{
    const size_t top = (size_t)tuning->tuner->options->finals.top;
    struct final final = {
        .at = {tuning, &tuning->tuner->worker.client, NULL, shape, OUTCOME_DONE, fault},
        .most = top};
    enum outcome outcome = OUTCOME_FAILED;
    bool known, beside;

    while (outcome != OUTCOME_DONE) {
        final.count = tune_rank(tuning, shape, false, final.members, final.most);
        if (add_untuned(&final, &beside, fault) || recall_all(&final, &known, fault))
            return -1;
        if (known)
            return 0;
        outcome = rehearse(&final, fault);
        if (outcome == OUTCOME_DONE)
            outcome = measure(&final, fault);
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

void tune_sort_out(struct tuning *tuning)
{
    for (size_t i = 0; i < tuning->count; i++) {
        tuning->candidates[i]->failed |= tuning->candidates[i]->fails_late;
        tuning->candidates[i]->again = first_of_kernel(tuning, i) != i;
    }
}

/* A candidate that fails on one shape is out on all: others move up on those that were measured
 * before. */
int tune_finals(struct tuning *tuning, struct fault *fault)
{
    bool changed = true;

    tune_sort_out(tuning);
    while (changed) {
        changed = false;
        for (size_t shape = 0; shape < tuning->shape_count; shape++)
            if (run_final(tuning, shape, &changed, fault))
                return -1;
    }
    return 0;
}
