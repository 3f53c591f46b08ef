/* Recorded spaces of a journal: the points that it has, and the values that they take. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/journal.h"
#include "harness/recorded_impl.h"

/* The time that the search works with; INFINITY: the point failed; 0: nothing is known yet. */
static double time_of(const struct journal_entry *entry)
{
    const json_t *times = entry->fields[JOURNAL_TIMES];

    if (entry->state == JOURNAL_FAILED)
        return INFINITY;
    return times == NULL ? 0 : json_number_value(json_object_get(times, "median_ms"));
}

/* What points of one space have in common: their keys without source and parameters, as text to
 * be freed; NULL: no memory. */
static char *space_text(const json_t *key)
{
    json_t *common = json_copy((json_t *)key);
    char *text;

    if (common == NULL)
        return NULL;
    json_object_del(common, "source");
    json_object_del(common, "parameters");
    text = json_dumps(common, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(common);
    return text;
}

/* Sorts the entries that have a time by their space: {text: [index of an entry, ...]}. */
static json_t *sort_entries(const struct journal *journal)
{
    json_t *spaces = json_object();

    for (size_t i = 0; spaces != NULL && i < journal_count(journal); i++) {
        const struct journal_entry *entry = journal_at(journal, i);
        char *text;

        if (json_object_size(json_object_get(entry->key, "parameters")) == 0 ||
            !(time_of(entry) > 0))
            continue;
        text = space_text(entry->key);
        if (text == NULL ||
            (json_object_get(spaces, text) == NULL &&
             json_object_set_new(spaces, text, json_array()) != 0) ||
            json_array_append_new(json_object_get(spaces, text), json_integer((json_int_t)i)) !=
                0) {
            json_decref(spaces);
            spaces = NULL;
        }
        free(text);
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

    json_array_foreach(indices, i, index)
    {
        const struct journal_entry *entry = journal_at(journal, (size_t)json_integer_value(index));

        json_object_foreach(json_object_get(entry->key, "parameters"), name, value)
        {
            if (find_parameter(parameters, name) == NULL &&
                json_array_append_new(parameters,
                                      json_pack("{s:s, s:[]}", "name", name, "values")) != 0)
                return false;
        }
    }
    return true;
}

/* Turns an entry's parameters into the indices of their values; one that it lacks is null. */
static bool read_point(const struct journal_entry *entry, json_t *parameters, struct sample *sample)
{
    json_t *given = json_object_get(entry->key, "parameters"), *parameter;
    size_t i;

    json_array_foreach(parameters, i, parameter)
    {
        json_t *value =
            json_object_get(given, json_string_value(json_object_get(parameter, "name")));
        int index = index_of_value(json_object_get(parameter, "values"),
                                   value == NULL ? json_null() : value);

        if (index < 0)
            return false;
        sample->point[i] = (unsigned)index;
    }
    sample->ms = time_of(entry);
    return true;
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
