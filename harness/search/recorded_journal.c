/* Recorded spaces of a journal: the points that it has, and the values that they take. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/journal/journal.h"
#include "harness/search/recorded_internal.h"

/* The time that the search works with; INFINITY: the point failed; 0: nothing is known yet. */
static double time_of(const struct journal_entry *entry)
{
    return entry->state == JOURNAL_FAILED ? INFINITY
                                          : journal_number(entry, JOURNAL_TIMES, "median_ms");
}

/* The parameters of an entry, a new reference; NULL: it has none, or no memory. */
static json_t *parameters_of(const struct journal_entry *entry)
{
    json_t *key = journal_key(entry), *parameters = json_object_get(key, "parameters");

    parameters = json_object_size(parameters) == 0 ? NULL : json_incref(parameters);
    json_decref(key);
    return parameters;
}

/* Adds an entry to its space. Points of one space have their keys in common, but for source and
 * parameters. Takes the key. */
static bool add_entry(json_t *spaces, json_t *key, size_t index)
{
    char *text = NULL;
    bool good = key != NULL;

    if (good && json_object_size(json_object_get(key, "parameters")) > 0) {
        json_object_del(key, "source");
        json_object_del(key, "parameters");
        text = json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS);
        good = text != NULL &&
               (json_object_get(spaces, text) != NULL ||
                json_object_set_new(spaces, text, json_array()) == 0) &&
               json_array_append_new(json_object_get(spaces, text),
                                     json_integer((json_int_t)index)) == 0;
    }
    free(text);
    json_decref(key);
    return good;
}

/* Sorts the entries that have a time by their space: {text: [index of an entry, ...]}. */
static json_t *sort_entries(const struct journal *journal)
{
    json_t *spaces = json_object();

    for (size_t i = 0; spaces != NULL && i < journal_count(journal); i++) {
        const struct journal_entry *entry = journal_at(journal, i);

        if (time_of(entry) > 0 && !add_entry(spaces, journal_key(entry), i)) {
            json_decref(spaces);
            spaces = NULL;
        }
    }
    return spaces;
}

/* The index of a value in a list that it is added to where it is new; -1: no memory. */
static int index_of_value(json_t *values, json_t *value)
{
    size_t index;
    json_t *known;

    json_array_foreach(values, index, known)
    {
        if (json_equal(known, value))
            return (int)index;
    }
    return json_array_append(values, value) == 0 ? (int)index : -1;
}

static json_t *find_parameter(json_t *parameters, const char *name)
{
    size_t index;
    json_t *parameter;

    json_array_foreach(parameters, index, parameter)
    {
        if (strcmp(json_string_value(json_object_get(parameter, "name")), name) == 0)
            return parameter;
    }
    return NULL;
}

/* All names that occur, in the order in which they do. */
static bool collect_names(const struct journal *journal, const json_t *indices, json_t *parameters)
{
    size_t i;
    json_t *index, *value;
    const char *name;
    bool good = true;

    json_array_foreach(indices, i, index)
    {
        json_t *own = parameters_of(journal_at(journal, (size_t)json_integer_value(index)));

        json_object_foreach(own, name, value)
        {
            if (find_parameter(parameters, name) == NULL &&
                json_array_append_new(parameters,
                                      json_pack("{s:s, s:[]}", "name", name, "values")) != 0)
                good = false;
        }
        json_decref(own);
    }
    return good;
}

/* Turns an entry's parameters into the indices of their values; one that it lacks is null. */
static bool read_point(const struct journal_entry *entry, json_t *parameters, struct sample *sample)
{
    json_t *given = parameters_of(entry), *parameter;
    bool good = given != NULL;
    size_t i;

    json_array_foreach(parameters, i, parameter)
    {
        json_t *value =
            json_object_get(given, json_string_value(json_object_get(parameter, "name")));
        int index = index_of_value(json_object_get(parameter, "values"),
                                   value == NULL ? json_null() : value);

        good = good && index >= 0;
        sample->point[i] = good ? (unsigned)index : 0;
    }
    sample->ms = time_of(entry);
    json_decref(given);
    return good;
}

static int add_space(const char *name, const struct journal *journal, const json_t *indices,
                     struct recorded *recorded, struct fault *fault)
{
    struct draft draft = {.parameters = json_array()};
    struct point_table seen = {0};
    bool good =
        draft.parameters != NULL && collect_names(journal, indices, draft.parameters) &&
        draft_make(&draft, json_array_size(indices), json_array_size(draft.parameters), fault) == 0;
    size_t i;
    json_t *index;

    point_table_init(&seen, json_array_size(draft.parameters));
    json_array_foreach(indices, i, index)
    {
        struct sample *sample = good ? &draft.samples[draft.count] : NULL;
        struct point_record *record = NULL;

        good = good && read_point(journal_at(journal, (size_t)json_integer_value(index)),
                                  draft.parameters, sample);
        if (!good)
            break;
        /* The same point from another source: what was measured last counts. */
        record = point_table_find(&seen, sample->point);
        if (record != NULL) {
            draft.samples[record - seen.records].ms = sample->ms;
            continue;
        }
        good = point_table_add(&seen, sample->point) != NULL;
        draft.count++;
    }
    point_table_release(&seen);
    if (good)
        return recorded_add(recorded, name, &draft, fault);
    draft_release(&draft);
    return fault_memory(fault);
}

int recorded_read_journal(const char *path, struct recorded *recorded, struct fault *fault)
{
    struct journal *journal = journal_open(path, false, fault);
    json_t *spaces, *indices;
    const char *text;
    int status = 0;

    if (journal == NULL)
        return -1;
    spaces = sort_entries(journal);
    if (spaces == NULL)
        status = fault_memory(fault);
    else if (json_object_size(spaces) == 0)
        status = fault_set(fault, FAULT_REFUSED, "%s: no point has a time", path);
    json_object_foreach(spaces, text, indices)
    {
        char name[512];

        snprintf(name, sizeof name, "%.200s %.300s", path, text);
        status = status == 0 ? add_space(name, journal, indices, recorded, fault) : status;
    }
    json_decref(spaces);
    journal_close(journal);
    return status;
}
