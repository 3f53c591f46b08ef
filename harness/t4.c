#include "harness/t4.h"

#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/json_file.h"

/* What T4 calls an outcome of ours. */
static const struct {
    const char *ours, *theirs;
} outcomes[] = {
    {"timeout", "timeout"},         {"compile", "compile"}, {"runtime", "runtime"},
    {"correctness", "correctness"}, {"crash", "runtime"},   {"impossible", "runtime"},
    {"refused", "constraints"},
};

static const char *invalidity(const struct journal_entry *entry)
{
    const char *kind = json_string_value(json_object_get(entry->fields[JOURNAL_FAILED], "kind"));

    if (entry->state != JOURNAL_FAILED)
        return "correct";
    for (size_t i = 0; kind != NULL && i < sizeof outcomes / sizeof *outcomes; i++)
        if (strcmp(outcomes[i].ours, kind) == 0)
            return outcomes[i].theirs;
    return "runtime";
}

/* Whether a result at this size was compared and is right; final times are of such ones only. */
static bool is_verified(const struct journal_entry *entry)
{
    return entry->state != JOURNAL_FAILED &&
           (entry->fields[JOURNAL_VERIFIED] != NULL || entry->fields[JOURNAL_FINAL_TIMES] != NULL);
}

/* The fields of the launches that count: those of the best, else of the search; NULL: none. */
static const json_t *times_of(const struct journal_entry *entry)
{
    return entry->fields[JOURNAL_FINAL_TIMES] != NULL ? entry->fields[JOURNAL_FINAL_TIMES]
                                                      : entry->fields[JOURNAL_TIMES];
}

/* A whole number as a number, else the word. */
static json_t *value_of(json_t *value)
{
    const char *text = json_string_value(value);
    char *end;
    long long number;

    if (text == NULL || *text < '0' || *text > '9')
        return json_incref(value);
    number = strtoll(text, &end, 10);
    return *end == '\0' ? json_integer(number) : json_incref(value);
}

/* A member that is an object becomes several: "transpose_a". */
static void add_flat(json_t *object, const char *name, json_t *value)
{
    json_t *part;
    const char *part_name;
    char whole[80];

    if (!json_is_object(value))
        json_object_set(object, name, value);
    json_object_foreach(value, part_name, part)
    {
        snprintf(whole, sizeof whole, "%.30s_%.30s", name, part_name);
        json_object_set(object, whole, part);
    }
}

/* The parameters, and the problem behind them: a file may have several. */
static json_t *configuration(const json_t *key)
{
    json_t *object = json_object(), *value;
    const char *name;

    json_object_foreach(json_object_get(key, "parameters"), name, value)
    {
        json_object_set_new(object, name, value_of(value));
    }
    json_object_foreach(json_object_get(key, "problem"), name, value)
    {
        add_flat(object, name, value);
    }
    return object;
}

/* In milliseconds. The time of the compiler has the name of the schema, and the one that Kernel
 * Tuner gives it. */
static json_t *describe_times(const struct journal_entry *entry)
{
    json_t *build = json_object_get(entry->fields[JOURNAL_BUILT], "build_ms");
    json_t *runs = json_object_get(times_of(entry), "ms"), *times = json_object();

    if (build != NULL) {
        json_object_set(times, "compilation_time", build);
        json_object_set(times, "compilation", build);
    }
    json_object_set_new(times, "runtimes", runs == NULL ? json_array() : json_incref(runs));
    return times;
}

static double size_of(const json_t *problem, const char *name)
{
    return json_number_value(json_object_get(problem, name));
}

static json_t *measurements(const struct journal_entry *entry)
{
    const json_t *problem = json_object_get(entry->key, "problem");
    double ms = json_number_value(json_object_get(times_of(entry), "median_ms"));
    double flops = 2 * size_of(problem, "m") * size_of(problem, "n") * size_of(problem, "k");

    return entry->state == JOURNAL_FAILED || !(ms > 0)
               ? json_array()
               : json_pack("[{s:s, s:f, s:s}, {s:s, s:f, s:s}]", "name", "time", "value", ms,
                           "unit", "ms", "name", "GFLOP/s", "value", flops / (ms * 1e6), "unit",
                           "GFLOP/s");
}

/* NULL: no memory. */
static json_t *describe(const struct journal_entry *entry)
{
    const char *outcome = invalidity(entry);

    return json_pack("{s:o, s:o, s:s, s:f, s:[s], s:o}", "configuration", configuration(entry->key),
                     "times", describe_times(entry), "invalidity", outcome, "correctness",
                     is_verified(entry) ? 1.0 : 0.0, "objectives", "time", "measurements",
                     measurements(entry));
}

static bool is_named(const char *name, const char *wanted, bool exact)
{
    return exact ? strcmp(name, wanted) == 0 : strstr(name, wanted) != NULL;
}

/* Whether an entry tells of a kernel that was measured or has failed on the device. */
static bool is_result(const struct journal_entry *entry, const char *device, bool exact)
{
    const char *own = json_string_value(json_object_get(entry->key, "device"));

    return json_object_get(entry->key, "parameters") != NULL && own != NULL &&
           (device == NULL || is_named(own, device, exact)) &&
           (entry->state == JOURNAL_FAILED || times_of(entry) != NULL);
}

/* The only device there is of those whose name is or, where none is, contains `device`. NULL and an error: there is none, or another one. */
static const char *find_device(const struct journal *journal, const char *device, bool exact,
                               struct fault *fault)
{
    const char *found = NULL;

    for (size_t i = 0; device != NULL && !exact && i < journal_count(journal); i++)
        exact = is_result(journal_at(journal, i), device, true);
    for (size_t i = 0; i < journal_count(journal); i++) {
        const struct journal_entry *entry = journal_at(journal, i);
        const char *own = json_string_value(json_object_get(entry->key, "device"));

        if (!is_result(entry, device, exact))
            continue;
        if (found != NULL && strcmp(found, own) != 0) {
            fault_set(fault, FAULT_REFUSED,
                      "the journal has results of %s and of %s, and T4 is for one; ask -d NAME",
                      found, own);
            return NULL;
        }
        found = own;
    }
    if (found == NULL)
        fault_set(fault, FAULT_REFUSED, "the journal has no results%s%s",
                  device == NULL ? "" : " of a device named ", device == NULL ? "" : device);
    return found;
}

static json_t *list_results(const struct journal *journal, const char *device)
{
    json_t *results = json_array();

    for (size_t i = 0; results != NULL && i < journal_count(journal); i++) {
        const struct journal_entry *entry = journal_at(journal, i);

        if (is_result(entry, device, true) &&
            json_array_append_new(results, describe(entry)) != 0) {
            json_decref(results);
            return NULL;
        }
    }
    return results;
}

int t4_write(const struct journal *journal, const char *device, bool exact, const char *path,
             struct fault *fault)
{
    const char *name = find_device(journal, device, exact, fault);
    json_t *results = name == NULL ? NULL : list_results(journal, name), *file = NULL;
    int status;

    if (name == NULL)
        return -1;
    if (results != NULL)
        file = json_pack("{s:s, s:{s:s, s:s, s:s, s:s, s:s}, s:o}", "schema_version", "1.0.0",
                         "metadata", "autotuner", "clgemm", "autotuner_version", clgemm_version(),
                         "compute_api", "OpenCL", "device", name, "timeunit", "milliseconds",
                         "results", results);
    status = json_file_write(path, file, JSON_INDENT(1) | JSON_REAL_PRECISION(9), fault);
    json_decref(file);
    return status;
}
