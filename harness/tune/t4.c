#include "harness/tune/t4.h"

#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/output_file.h"
#include "harness/manifest/element.h"

/* What T4 calls an outcome of ours. */
static const struct {
    const char *ours, *theirs;
} outcomes[] = {
    {"timeout", "timeout"},         {"compile", "compile"}, {"runtime", "runtime"},
    {"correctness", "correctness"}, {"crash", "runtime"},   {"impossible", "runtime"},
    {"refused", "constraints"},
};

/* What is read of an entry that is a result. The launches that count are those of the best, else of the
 * search. */
struct reading {
    json_t *key, *times, *failure; /* times, failure: NULL: none */
    double build_ms;               /* 0: not known */
    bool
        verified; /* a result at this size was compared and is right; final times are of such only */
};

static void read_entry(const struct journal_entry *entry, json_t *key, struct reading *reading)
{
    const bool failed = entry->state == JOURNAL_FAILED;
    const bool final = entry->fields[JOURNAL_FINAL_TIMES] != NULL;

    *reading = (struct reading){
        .key = key,
        .times = journal_fields(entry, final ? JOURNAL_FINAL_TIMES : JOURNAL_TIMES),
        .failure = failed ? journal_fields(entry, JOURNAL_FAILED) : NULL,
        .build_ms = journal_number(entry, JOURNAL_BUILT, "build_ms"),
        .verified = !failed && (final || entry->fields[JOURNAL_VERIFIED] != NULL)};
}

static void release(struct reading *reading)
{
    json_decref(reading->times);
    json_decref(reading->failure);
}

static const char *invalidity(const struct reading *reading)
{
    const char *kind = json_string_value(json_object_get(reading->failure, "kind"));

    if (reading->failure == NULL)
        return "correct";
    for (size_t i = 0; kind != NULL && i < sizeof outcomes / sizeof *outcomes; i++)
        if (strcmp(outcomes[i].ours, kind) == 0)
            return outcomes[i].theirs;
    return "runtime";
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
static json_t *describe_times(const struct reading *reading)
{
    json_t *runs = json_object_get(reading->times, "ms"), *times = json_object();

    if (reading->build_ms > 0) {
        json_object_set_new(times, "compilation_time", json_real(reading->build_ms));
        json_object_set_new(times, "compilation", json_real(reading->build_ms));
    }
    json_object_set_new(times, "runtimes", runs == NULL ? json_array() : json_incref(runs));
    return times;
}

static double size_of(const json_t *problem, const char *name)
{
    return json_number_value(json_object_get(problem, name));
}

/* Of a product of two elements of the problem. */
static double operations_of(const json_t *problem)
{
    const char *type = json_string_value(json_object_get(json_object_get(problem, "types"), "c"));

    return element_operations(type == NULL ? TYPE_F32 : element_find(type));
}

static json_t *measurements(const struct reading *reading)
{
    json_t *problem = json_object_get(reading->key, "problem");
    double ms = json_number_value(json_object_get(reading->times, "median_ms"));
    double flops = operations_of(problem) * size_of(problem, "m") * size_of(problem, "n") *
                   size_of(problem, "k");

    return reading->failure != NULL || !(ms > 0)
               ? json_array()
               : json_pack("[{s:s, s:f, s:s}, {s:s, s:f, s:s}]", "name", "time", "value", ms,
                           "unit", "ms", "name", "GFLOP/s", "value", flops / (ms * 1e6), "unit",
                           "GFLOP/s");
}

/* NULL: no memory. */
static json_t *describe(const struct reading *reading)
{
    return json_pack("{s:o, s:o, s:s, s:f, s:[s], s:o}", "configuration",
                     configuration(reading->key), "times", describe_times(reading), "invalidity",
                     invalidity(reading), "correctness", reading->verified ? 1.0 : 0.0,
                     "objectives", "time", "measurements", measurements(reading));
}

/* The key of an entry that tells of a kernel which was measured or has failed, a new reference; NULL:
 * it tells of none, or no memory. */
static json_t *result_key(const struct journal_entry *entry)
{
    bool ended = entry->state == JOURNAL_FAILED || entry->fields[JOURNAL_TIMES] != NULL ||
                 entry->fields[JOURNAL_FINAL_TIMES] != NULL;
    json_t *key = ended ? journal_key(entry) : NULL;

    if (json_object_get(key, "parameters") != NULL &&
        json_is_string(json_object_get(key, "device")))
        return key;
    json_decref(key);
    return NULL;
}

/* ------------------------------------------------------------------------------------- the device */

/* The names of all devices that have results, as members of an object in the order of the journal. */
static json_t *list_devices(const struct journal *journal)
{
    json_t *names = json_object();

    for (size_t i = 0; i < journal_count(journal); i++) {
        json_t *key = result_key(journal_at(journal, i));

        if (key != NULL)
            json_object_set_new(names, json_string_value(json_object_get(key, "device")),
                                json_true());
        json_decref(key);
    }
    return names;
}

/* The only device there is of those whose name is or, where none is, contains `device`. NULL and an error: there is none, or another one. */
static const char *find_device(json_t *names, const char *device, bool exact, struct fault *fault)
{
    const char *found = NULL, *name;
    json_t *value;

    exact = exact || (device != NULL && json_object_get(names, device) != NULL);
    json_object_foreach(names, name, value)
    {
        if (device != NULL && (exact ? strcmp(name, device) != 0 : strstr(name, device) == NULL))
            continue;
        if (found != NULL) {
            fault_set(fault, FAULT_REFUSED,
                      "the journal has results of %s and of %s, and T4 is for one; ask -d NAME",
                      found, name);
            return NULL;
        }
        found = name;
    }
    if (found == NULL)
        fault_set(fault, FAULT_REFUSED, "the journal has no results%s%s",
                  device == NULL ? "" : " of a device named ", device == NULL ? "" : device);
    return found;
}

/* --------------------------------------------------------------------------------------- the file */

static void put(const json_t *value, FILE *out, struct fault *fault)
{
    if (value == NULL || (json_dumpf(value, out, JSON_REAL_PRECISION(9)) != 0 && !ferror(out)))
        fault_memory(fault);
}

/* One result a line: a journal may have more of them than fit into memory at once. */
static void put_results(const struct journal *journal, const char *device, FILE *out,
                        struct fault *fault)
{
    const char *before = "\n";

    for (size_t i = 0; i < journal_count(journal) && fault->code == FAULT_NONE && !ferror(out);
         i++) {
        json_t *key = result_key(journal_at(journal, i)), *result;
        struct reading reading;

        if (key != NULL && strcmp(json_string_value(json_object_get(key, "device")), device) == 0) {
            read_entry(journal_at(journal, i), key, &reading);
            result = describe(&reading);
            fputs(before, out);
            put(result, out, fault);
            before = ",\n";
            json_decref(result);
            release(&reading);
        }
        json_decref(key);
    }
}

static void put_file(const struct journal *journal, const char *device, FILE *out,
                     struct fault *fault)
{
    json_t *metadata = json_pack("{s:s, s:s, s:s, s:s, s:s}", "autotuner", "clgemm",
                                 "autotuner_version", clgemm_version(), "compute_api", "OpenCL",
                                 "device", device, "timeunit", "milliseconds");

    fputs("{\"schema_version\": \"1.0.0\", \"metadata\": ", out);
    put(metadata, out, fault);
    fputs(", \"results\": [", out);
    put_results(journal, device, out, fault);
    fputs("\n]}\n", out);
    json_decref(metadata);
}

int t4_write(const struct journal *journal, const char *device, bool exact, const char *path,
             struct fault *fault)
{
    json_t *names = list_devices(journal);
    const char *name = find_device(names, device, exact, fault);
    struct output output;
    int status = name == NULL ? -1 : output_open(path, &output, fault);

    if (status == 0) {
        put_file(journal, name, output.stream, fault);
        status = output_close(&output, fault);
    }
    json_decref(names);
    return status;
}
