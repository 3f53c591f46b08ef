#include <string.h>

#include "harness/report.h"
#include "harness/tune_impl.h"

const char *const failure_kinds[FAILURE_KINDS] = {"compile", "runtime",    "correctness", "timeout",
                                                  "crash",   "impossible", "refused"};

json_t *tune_key(const struct tuning *tuning, const struct candidate *candidate, size_t index)
{
    const struct shape *shape = &tuning->shapes[index];
    const struct options *options = tuning->tuner->options;
    const json_t *device = tuning->tuner->device;
    json_t *problem = json_object_get(candidate->manifest, "problem");

    return json_pack(
        "{s:s, s:O, s:O, s:{s:I, s:I, s:I, s:O, s:O, s:O}, s:{s:s, s:f, s:f, s:b, s:i, s:i}, s:O}",
        "source", candidate->hash, "device", json_object_get(device, "device"), "driver",
        json_object_get(device, "driver"), "problem", "m", (json_int_t)shape->m, "n",
        (json_int_t)shape->n, "k", (json_int_t)shape->k, "types", json_object_get(problem, "types"),
        "layout", json_object_get(problem, "layout"), "transpose",
        json_object_get(problem, "transpose"), "protocol", "data", options_data_word(options),
        "alpha", options->wish.alpha, "beta", options->wish.beta, "random", (int)options->paranoid,
        "warm_up", TUNE_WARM_UP, "launches", TUNE_LAUNCHES, "parameters", candidate->parameters);
}

int tune_note(struct tuner *tuner, json_t *key, enum journal_state state, json_t *fields,
              struct fault *fault)
{
    int status =
        tuner->journal == NULL ? 0 : journal_append(tuner->journal, key, state, fields, fault);

    json_decref(fields);
    return status;
}

void tune_count_failure(struct tuner *tuner, const char *kind)
{
    for (size_t i = 0; i < FAILURE_KINDS; i++)
        tuner->failures[i] += strcmp(kind, failure_kinds[i]) == 0;
}

int tune_note_failure(struct tuning *tuning, struct candidate *candidate, size_t shape,
                      const char *kind, const char *reason, const char *log, struct fault *fault)
{
    json_t *key = tune_key(tuning, candidate, shape);
    int status;

    if (strcmp(kind, "refused") != 0)
        candidate->failed = true;
    tune_count_failure(tuning->tuner, kind);
    status = key == NULL ? fault_memory(fault)
                         : tune_note(tuning->tuner, key, JOURNAL_FAILED,
                                     json_pack("{s:s, s:s, s:s}", "kind", kind, "reason", reason,
                                               "log", log == NULL ? "" : log),
                                     fault);
    json_decref(key);
    return status;
}

int tune_note_session(struct tuner *tuner, struct fault *fault)
{
    const struct options *options = tuner->options;
    json_t *key = json_pack("{s:O, s:O}", "device", json_object_get(tuner->device, "device"),
                            "driver", json_object_get(tuner->device, "driver"));
    json_t *fields = json_pack("{s:s, s:I, s:i, s:i, s:I, s:b, s:s, s:s, s:O}", "search",
                               options->search, "seed", (json_int_t)options->seed, "warm_up",
                               TUNE_WARM_UP, "repeats", TUNE_LAUNCHES, "trials",
                               (json_int_t)options->trials, "paranoid", (int)options->paranoid,
                               "version", clgemm_version(), "data", report_data(options->data),
                               "platform", json_object_get(tuner->device, "platform"));
    int status;

    if (tuner->peak_gflops > 0) {
        json_object_set_new(fields, "peak_gflops", json_real(tuner->peak_gflops));
        json_object_set_new(fields, "peak", json_string(tuner->peak_words));
    }
    if (tuner->bandwidth > 0)
        json_object_set_new(fields, "memory_gbytes_per_second", json_real(tuner->bandwidth));
    status = tune_note(tuner, key, JOURNAL_SESSION, fields, fault);
    json_decref(key);
    return status;
}
