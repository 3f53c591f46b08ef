#include <string.h>

#include "harness/base/text.h"
#include "harness/output/figures.h"
#include "harness/tune/internal.h"
#include "harness/tune/record.h"

/* All programs' hashes. */
static void join_hashes(const json_t *manifest, char *text, size_t room)
{
    const json_t *programs = json_object_get(manifest, "programs");

    *text = '\0';
    for (size_t i = 0; i < json_array_size(programs); i++)
        text_append(text, room, "%s%s", i == 0 ? "" : "+",
                    member_text_or(json_array_get(programs, i), "hash", ""));
}

json_t *tune_key(const struct tuning *tuning, const json_t *manifest, json_t *parameters,
                 size_t index)
{
    const struct shape *shape = &tuning->shapes[index];
    const struct tune_options *options = tuning->tuner->options;
    const json_t *device = tuning->tuner->device;
    const json_t *problem = json_object_get(manifest, "problem");
    char hashes[96];

    join_hashes(manifest, hashes, sizeof hashes);
    return json_pack(
        "{s:s, s:O, s:O, s:{s:I, s:I, s:I, s:s*, s:O, s:O, s:O, s:O*, s:o*}, s:{s:s, s:f, s:f, "
        "s:b, s:i, "
        "s:i, s:i}, s:o*}",
        "source", hashes, "device", json_object_get(device, "device"), "driver",
        json_object_get(device, "driver"), "problem", "m", (json_int_t)shape->m, "n",
        (json_int_t)shape->n, "k", (json_int_t)shape->k, "sizes", tune_sizes(shape), "types",
        json_object_get(problem, "types"), "layout", json_object_get(problem, "layout"),
        "transpose", json_object_get(problem, "transpose"), "conjugate",
        json_object_get(problem, "conjugate"), "members",
        shape->members > 0 ? json_integer((json_int_t)shape->members) : NULL, "protocol", "data",
        data_word(options->problem.data), "alpha", options->problem.test_case.alpha, "beta",
        options->problem.test_case.beta, "random", (int)options->paranoid, "warm_up", TUNE_WARM_UP,
        "launches", TUNE_LAUNCHES, "least_ms", TUNE_LEAST_MS, "parameters", parameters);
}

/* That of a candidate on a shape. */
static json_t *key_of(const struct attempt *attempt)
{
    const struct configuration *candidate = attempt->candidate;

    return tune_key(attempt->tuning, candidate->manifest,
                    candidate->point == NULL ? json_object() : json_incref(candidate->parameters),
                    attempt->shape);
}

int tune_note(struct tuner *tuner, json_t *key, enum journal_state state, json_t *fields,
              struct fault *fault)
{
    int status =
        tuner->journal == NULL ? 0 : journal_append(tuner->journal, key, state, fields, fault);

    json_decref(fields);
    return status;
}

/* So often a run may end while it is at work on a point before the point is left alone; and so
 * often where the machine went down with it, of which a person is rarely the cause. */
enum {
    MOST_ENDS = 5,
    MOST_RESTARTS = 2
};

const char tune_deadly_words[] = "the run has ended again and again while it was at work on this";

json_t *tune_start_fields(const struct tuner *tuner)
{
    return *tuner->boot == '\0' ? NULL : json_pack("{s:s}", "boot", tuner->boot);
}

int tune_note_attempt(const struct attempt *attempt, enum journal_state state, json_t *fields,
                      struct fault *fault)
{
    json_t *key = key_of(attempt);
    int status = tune_note(attempt->tuning->tuner, key, state, fields, fault);

    json_decref(key);
    return status;
}

json_t *tune_list_times(const struct measurement *measurement)
{
    json_t *list = json_array();

    for (size_t i = 0; i < measurement->sample_count; i++)
        json_array_append_new(list, json_real(measurement->samples[i].device_ms));
    return list;
}

int tune_take_outcome(struct attempt *attempt, enum outcome outcome, struct fault *fault)
{
    attempt->outcome = outcome;
    return outcome == OUTCOME_DONE ? 0 : fault_set(fault, FAULT_REFUSED, "out of the tuning");
}

void tune_note_built(struct tuner *tuner)
{
    tuner->has_built = true;
    tuner->builds_lost = 0;
}

int tune_reach(void *self, struct candidate *candidate, enum suite_stage stage, struct fault *fault)
{
    static const enum journal_state states[] = {[SUITE_BUILDS] = JOURNAL_BUILD_STARTED,
                                                [SUITE_BUILT] = JOURNAL_BUILT,
                                                [SUITE_RUNS] = JOURNAL_RUN_STARTED,
                                                [SUITE_VERIFIED] = JOURNAL_VERIFIED};
    struct attempt *attempt = self;
    const json_t *ahead = attempt->candidate->compiled;
    const double build_ms =
        ahead == NULL ? candidate->measurement.build_ms : member_number(ahead, "build_ms");
    json_t *fields = NULL;

    attempt->builds = stage == SUITE_BUILDS;
    if (stage == SUITE_BUILT)
        tune_note_built(attempt->tuning->tuner);
    if (stage == SUITE_BUILDS || stage == SUITE_RUNS)
        fields = tune_start_fields(attempt->tuning->tuner);
    else if (stage == SUITE_BUILT)
        fields = json_pack("{s:f}", "build_ms", build_ms);
    return tune_take_outcome(
        attempt, (enum outcome)tune_note_attempt(attempt, states[stage], fields, attempt->fault),
        fault);
}

const struct journal_entry *tune_find(const struct tuner *tuner, const json_t *key)
{
    return tuner->journal == NULL ? NULL : journal_find(tuner->journal, key);
}

const struct journal_entry *tune_entry(const struct attempt *attempt)
{
    json_t *key = key_of(attempt);
    const struct journal_entry *entry = tune_find(attempt->tuning->tuner, key);

    json_decref(key);
    return entry;
}

unsigned tune_ends(const struct journal_entry *entry)
{
    return entry == NULL ? 0 : entry->unanswered - (entry->begun > 0);
}

bool tune_is_deadly(const struct tuner *tuner, const struct journal_entry *entry)
{
    bool restarted;

    if (entry == NULL)
        return false;
    restarted = entry->unanswered > 0 && entry->boot != NULL && *tuner->boot != '\0' &&
                strcmp(entry->boot, tuner->boot) != 0;
    return tune_ends(entry) >= MOST_ENDS || entry->restarts + restarted >= MOST_RESTARTS;
}

/* ---------------------------------------------------------------------------------- of failures */

/* Whether more memory for the worker might have helped: compilers and drivers that get none fail,
 * or crash, in ways of their own. */
static bool may_lack_memory(enum status status, const char *reason)
{
    return (status == STATUS_REFUSED || status == STATUS_RUNTIME || status == STATUS_COMPILE ||
            status == STATUS_CRASH) &&
           strcmp(reason, tune_deadly_words) != 0;
}

/* Limits of this run that a failure may be due to. */
static void add_limits(const struct tuner *tuner, enum status status, const char *reason,
                       double gflops, json_t *fields)
{
    const struct tune_options *options = tuner->options;

    if (status == STATUS_TIMEOUT)
        members_add(fields,
                    json_pack("{s:I, s:I}", "compile_limit", (json_int_t)options->limits.compile,
                              "run_limit", (json_int_t)options->limits.run));
    if (may_lack_memory(status, reason))
        json_object_set_new(fields, "memory", json_integer((json_int_t)options->limits.memory));
    if (gflops > 0)
        json_object_set_new(fields, "gflops", json_real(gflops));
}

static bool is_below(const json_t *failure, const char *limit, uint64_t now)
{
    const json_t *then = json_object_get(failure, limit);

    return then != NULL && (uint64_t)json_integer_value(then) < now;
}

/* Whether this run has wider limits than the one that failed. */
static bool may_work_now(const struct tuner *tuner, const json_t *failure)
{
    const struct tune_options *options = tuner->options;
    double gflops = member_number(failure, "gflops");

    return is_below(failure, "compile_limit", options->limits.compile) ||
           is_below(failure, "run_limit", options->limits.run) ||
           is_below(failure, "memory", options->limits.memory) ||
           (gflops > 0 && gflops <= tuner->limit_gflops);
}

enum status tune_known_failure(const struct tuner *tuner, const struct journal_entry *entry)
{
    json_t *failure = entry == NULL || entry->state != JOURNAL_FAILED
                          ? NULL
                          : journal_fields(entry, JOURNAL_FAILED);
    const enum status status = failure == NULL || may_work_now(tuner, failure)
                                   ? STATUS_OK
                                   : status_find(member_text(failure, "kind"));

    json_decref(failure);
    return status;
}

enum outcome tune_note_failure(const struct attempt *attempt, enum status how, const char *reason,
                               const char *log, double gflops, struct fault *fault)
{
    struct tuner *tuner = attempt->tuning->tuner;
    bool refused = how == STATUS_REFUSED;
    json_t *fields = json_pack("{s:s, s:s, s:s}", "kind", status_word(how), "reason", reason, "log",
                               log == NULL ? "" : log);
    int status;

    if (!refused)
        attempt->candidate->failed = true;
    tuner->failures[how]++;
    add_limits(tuner, how, reason, gflops, fields);
    status = fields == NULL ? fault_memory(fault)
                            : tune_note_attempt(attempt, JOURNAL_FAILED, fields, fault);
    return status != 0 ? OUTCOME_STOPPED : refused ? OUTCOME_REFUSED : OUTCOME_FAILED;
}

int tune_note_session(struct tuner *tuner, struct fault *fault)
{
    const struct tune_options *options = tuner->options;
    json_t *key = json_pack("{s:O, s:O}", "device", json_object_get(tuner->device, "device"),
                            "driver", json_object_get(tuner->device, "driver"));
    json_t *fields = json_pack(
        "{s:s, s:I, s:i, s:i, s:I, s:b, s:s, s:s, s:O}", "search", options->search.kind, "seed",
        (json_int_t)options->seed, "warm_up", TUNE_WARM_UP, "repeats", TUNE_LAUNCHES, "trials",
        (json_int_t)options->finals.trials, "paranoid", (int)options->paranoid, "version",
        clgemm_version(), "data", figures_data(options->problem.data), "platform",
        json_object_get(tuner->device, "platform"));
    int status;

    if (tuner->peak.gflops > 0)
        members_add(fields, json_pack("{s:f, s:s, s:s*}", "peak_gflops", tuner->peak.gflops, "peak",
                                      tuner->peak.words, "peak_of",
                                      tuner->peak.kind[0] == '\0' ? NULL : tuner->peak.kind));
    if (tuner->bandwidth > 0)
        json_object_set_new(fields, "memory_gbytes_per_second", json_real(tuner->bandwidth));
    status = tune_note(tuner, key, JOURNAL_SESSION, fields, fault);
    json_decref(key);
    return status;
}
