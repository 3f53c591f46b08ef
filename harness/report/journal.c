#include <string.h>

#include "harness/base/text.h"
#include "harness/journal/journal.h"
#include "harness/report/internal.h"

struct reading {
    struct page *page;
    struct journal *journal;
    size_t passed, failed; /* kernels of a walk of `check` */
    size_t tuned;          /* points of a search */
    json_t *sessions;      /* numbers by device and driver */
    json_t *spaces;        /* of the model, by session and problem */
};

/* The number of the session of a key, a new one with what the journal tells of how it measured (of
 * a walk of `check` nothing). -1: no memory. */
static json_int_t take_session(struct reading *reading, const json_t *key,
                               const struct journal_entry *entry)
{
    struct page *page = reading->page;
    const char *device = member_text_or(key, "device", "");
    const char *driver = member_text_or(key, "driver", "");
    json_int_t session = (json_int_t)json_array_size(page->sessions);
    const json_t *known;
    json_t *facts;
    char name[600];

    snprintf(name, sizeof name, "%s\n%s", device, driver);
    utf8_mend(name);
    known = json_object_get(reading->sessions, name);
    if (known != NULL)
        return json_integer_value(known);
    facts = journal_fields(entry, JOURNAL_SESSION);
    json_object_set_new(reading->sessions, name, json_integer(session));
    if (!page_add_session(page, device, driver, member_text_or(facts, "platform", ""), facts))
        session = -1;
    json_decref(facts);
    return session;
}

/* Adds a record that is an object, whose reference is taken. */
static bool add_record(struct page *page, const char *record, json_int_t session, json_t *value)
{
    const struct place place = {.value = value, .fault = page->fault};
    const bool good = page_add_record(page, record, session, &place);

    json_decref(value);
    return good;
}

/* Adds what the journal says of a failure to an object, whose reference is taken. */
static bool add_failure(struct reading *reading, const struct journal_entry *entry,
                        json_int_t session, json_t *value)
{
    json_t *fields = journal_fields(entry, JOURNAL_FAILED);

    json_object_update(value, fields);
    json_decref(fields);
    return add_record(reading->page, "failed", session, value);
}

/* The space of a problem, a new one where it is the first point of it; NULL: no memory. */
static json_t *take_space(struct reading *reading, json_int_t session, json_t *problem)
{
    struct page *page = reading->page;
    json_t *number = page_number_of(page, problem);
    json_t *space;
    char name[48];

    snprintf(name, sizeof name, "%lld %lld", (long long)session,
             (long long)json_integer_value(number));
    space = json_object_get(reading->spaces, name);
    if (space == NULL) {
        const json_int_t at = (json_int_t)json_array_size(page->spaces);

        space = page_add(page, page->spaces,
                         json_pack("{s:I, s:I, s:O, s:[], s:[], s:[]}", "number", at, "session",
                                   session, "problem", number, "names", "points", "finals"));
        json_object_set(reading->spaces, name, space);
        if (!add_record(page, "search", session, json_pack("{s:I}", "space", at)))
            space = NULL;
    }
    json_decref(number);
    return space;
}

/* Adds the names of parameters that come for the first time. */
static void take_names(json_t *names, const json_t *parameters)
{
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)parameters, name, value)
    {
        size_t at = 0, count = json_array_size(names);

        while (at < count && strcmp(json_string_value(json_array_get(names, at)), name) != 0)
            at++;
        if (at == count)
            json_array_append_new(names, json_string(name));
    }
}

/* Adds a point that has ended: its time, 0 where it failed, and the values of its parameters. */
static bool add_point(struct page *page, json_t *space, const json_t *parameters, double ms)
{
    json_t *point = json_pack("[f]", ms), *names = json_object_get(space, "names"), *name;
    size_t i;

    take_names(names, parameters);
    if (json_object_size(parameters) > 0)
        json_array_foreach(names, i, name)
        {
            json_t *value = json_object_get(parameters, json_string_value(name));

            json_array_append_new(point,
                                  value == NULL ? json_integer(-1) : page_number_of(page, value));
        }
    return page_add(page, json_object_get(space, "points"), point) != NULL;
}

static bool read_point(struct reading *reading, const struct journal_entry *entry,
                       const json_t *key, json_int_t session)
{
    const bool failed = entry->state == JOURNAL_FAILED;
    const double final = failed ? 0 : journal_number(entry, JOURNAL_FINAL_TIMES, "median_ms");
    const double times = failed ? 0 : journal_number(entry, JOURNAL_TIMES, "median_ms");
    json_t *space = take_space(reading, session, json_object_get(key, "problem")), *fields;
    json_int_t point = (json_int_t)json_array_size(json_object_get(space, "points"));

    if (space == NULL)
        return false;
    reading->tuned++;
    if (failed && !add_failure(reading, entry, session,
                               json_pack("{s:O, s:I}", "space", json_object_get(space, "number"),
                                         "point", point)))
        return false;
    if (!failed && !(times > 0) && !(final > 0)) {
        json_t *before = json_object_get(space, "under_way");

        if (entry->state != JOURNAL_SURVIVED)
            json_object_set_new(space, "under_way", json_integer(1 + json_integer_value(before)));
        return true;
    }
    if (!add_point(reading->page, space, json_object_get(key, "parameters"),
                   times > 0 ? times : final))
        return false;
    if (!(final > 0))
        return true;
    fields = journal_fields(entry, JOURNAL_FINAL_TIMES);
    json_object_set_new(fields, "point", json_integer(point));
    return page_add(reading->page, json_object_get(space, "finals"), fields) != NULL;
}

static bool read_entry(struct reading *reading, const struct journal_entry *entry,
                       const json_t *key)
{
    json_t *command = json_object_get(key, "command");
    json_int_t session = take_session(reading, key, entry);

    if (session < 0)
        return false;
    if (json_is_object(json_object_get(key, "parameters")) &&
        json_is_object(json_object_get(key, "problem")))
        return read_point(reading, entry, key, session);
    if (!json_is_string(command))
        return true;
    /* A kernel of a walk of `check`. */
    reading->passed += entry->state == JOURNAL_VERIFIED;
    reading->failed += entry->state == JOURNAL_FAILED;
    return entry->state != JOURNAL_FAILED ||
           add_failure(reading, entry, session, json_pack("{s:O}", "command", command));
}

static bool read_entries(struct reading *reading)
{
    bool good = true;

    for (size_t i = 0; i < journal_count(reading->journal) && good; i++) {
        const struct journal_entry *entry = journal_at(reading->journal, i);
        json_t *key = journal_key(entry);

        good =
            key != NULL ? read_entry(reading, entry, key) : fault_memory(reading->page->fault) == 0;
        json_decref(key);
    }
    return good;
}

/* Says what the file was, and what it has lost. */
static void describe(const struct reading *reading)
{
    const size_t damaged = journal_damaged(reading->journal);
    char words[160];

    if (reading->tuned == 0)
        snprintf(words, sizeof words, "journal of check: %zu kernels passed, %zu failed",
                 reading->passed, reading->failed);
    else
        snprintf(words, sizeof words, "journal of tune: %zu points", reading->tuned);
    if (damaged > 0)
        text_append(words, sizeof words, "; %zu damaged line%s left out", damaged,
                    damaged == 1 ? "" : "s");
    page_set_kind(reading->page, words);
}

int page_read_journal(struct page *page, const char *path)
{
    struct reading reading = {.page = page, .sessions = json_object(), .spaces = json_object()};
    bool good;

    reading.journal = journal_open(path, false, page->fault);
    good = reading.journal != NULL && read_entries(&reading);
    if (good)
        describe(&reading);
    journal_close(reading.journal);
    json_decref(reading.sessions);
    json_decref(reading.spaces);
    return good ? 0 : -1;
}
