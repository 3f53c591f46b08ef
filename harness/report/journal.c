#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/timing.h"
#include "harness/journal/journal.h"
#include "harness/report/internal.h"

/* A search on one problem: what the page has of it, and what its winner is found by. */
struct search {
    json_t *space, *names, *values, *points; /* of the model */
    struct page_problem problem;
    json_t *finals; /* fields of final times, each with its run as "run" */
    double best;    /* GFLOP/s of the best point */
    const char *kernel;
};

struct reading {
    struct page *page;
    struct journal *journal;
    size_t file;
    size_t passed, failed; /* kernels of a walk of `check` */
    size_t tuned;          /* points of a search */
    json_t *keys;          /* numbers of searches by session and problem */
    struct search *searches;
    size_t count;
};

/* The session of a key, a new one with what the journal tells of how it measured (of a walk of
 * `check` nothing). SIZE_MAX: no memory. */
static size_t take_session(struct reading *reading, const json_t *key,
                           const struct journal_entry *entry)
{
    struct page *page = reading->page;
    const char *device = page_string(key, "device"), *driver = page_string(key, "driver");
    size_t count = json_array_size(page->sessions);
    json_t *facts;
    bool good;

    for (size_t i = count; i-- > 0;) {
        const json_t *session = json_array_get(page->sessions, i);

        if ((size_t)page_number(session, "file") == reading->file &&
            strcmp(page_string(session, "device"), device) == 0 &&
            strcmp(page_string(session, "driver"), driver) == 0)
            return i;
    }
    facts = journal_fields(entry, JOURNAL_SESSION);
    good = page_add_session(page, reading->file, device, driver, page_string(facts, "platform"),
                            facts) != NULL;
    json_decref(facts);
    return good ? count : SIZE_MAX;
}

/* ---------------------------------------------------------------------------------------- points
 * */

/* The value of a parameter in words; one that a point lacks is "-", as where it is left to the
 * generator. */
static const char *value_words(struct page *page, const json_t *value)
{
    char *number =
        value == NULL || json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY);
    const char *words = value == NULL ? "-"
                        : json_is_string(value)
                            ? json_string_value(value)
                            : page_text(page, "%s", number == NULL ? "" : number);

    free(number);
    return words;
}

/* The parameters of a point as options. */
static const char *point_words(struct page *page, const json_t *parameters)
{
    char text[2048] = "";
    size_t used = 0;
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)parameters, name, value)
    {
        const char *words = value_words(page, value);

        if (strcmp(words, "-") != 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s--%.60s %.60s",
                                     used == 0 ? "" : " ", name, words);
    }
    return page_text(page, "%s", used == 0 ? "what is made where nothing is chosen" : text);
}

static json_t *make_space(struct page *page, size_t session, struct search *search)
{
    const json_t *facts = json_object_get(json_array_get(page->sessions, session), "facts");
    json_t *space = json_pack("{s:I, s:o, s:o, s:o}", "session", (json_int_t)session, "names",
                              search->names, "values", search->values, "points", search->points);

    page_put_problem(page, space, &search->problem);
    page_put_text(page, space, "sums", search->problem.sums);
    if (page_number(facts, "peak_gflops") > 0)
        page_put_number(space, "peak", page_number(facts, "peak_gflops"));
    return page_add(page, page->spaces, space);
}

static bool add_search(struct reading *reading, size_t session, const json_t *problem)
{
    struct page *page = reading->page;
    const json_t *facts = json_object_get(json_array_get(page->sessions, session), "facts");
    struct search *more = realloc(reading->searches, (reading->count + 1) * sizeof *more);
    struct search *search;

    if (more == NULL)
        return fault_memory(page->fault) == 0;
    reading->searches = more;
    search = &more[reading->count++];
    *search =
        (struct search){.names = json_array(),
                        .values = json_array(),
                        .points = json_array(),
                        .finals = json_array(),
                        .problem = page_problem(page, problem, (uint64_t)page_number(problem, "m"),
                                                (uint64_t)page_number(problem, "n"),
                                                (uint64_t)page_number(problem, "k"))};
    if (*page_string(facts, "peak_of") != '\0')
        search->problem.sums = page_string(facts, "peak_of");
    search->problem.types = page_text(page, "%s", search->problem.types);
    search->problem.sums = page_text(page, "%s", search->problem.sums);
    search->space = make_space(page, session, search);
    return search->space != NULL;
}

/* The search of a problem, a new one where it is the first point of it; NULL: no memory. */
static struct search *take_search(struct reading *reading, size_t session, const json_t *problem)
{
    char *words = json_dumps(problem, JSON_COMPACT | JSON_SORT_KEYS);
    const char *key = page_text(reading->page, "%zu %s", session, words == NULL ? "" : words);
    const json_t *known = json_object_get(reading->keys, key);
    size_t number = known == NULL ? reading->count : (size_t)json_integer_value(known);

    free(words);
    if (known == NULL) {
        json_object_set_new(reading->keys, key, json_integer((json_int_t)number));
        if (!add_search(reading, session, problem))
            return NULL;
    }
    return &reading->searches[number];
}

/* The index of a parameter's value, a new one where it comes for the first time. */
static json_int_t value_index(json_t *values, const char *words)
{
    const json_t *known = json_object_get(values, words);

    if (known == NULL)
        json_object_set_new(values, words, json_integer((json_int_t)json_object_size(values)));
    return known == NULL ? (json_int_t)json_object_size(values) - 1 : json_integer_value(known);
}

/* Adds the names of parameters that come for the first time. */
static void take_names(struct search *search, const json_t *parameters)
{
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)parameters, name, value)
    {
        size_t at = 0, count = json_array_size(search->names);

        while (at < count &&
               strcmp(json_string_value(json_array_get(search->names, at)), name) != 0)
            at++;
        if (at < count)
            continue;
        json_array_append_new(search->names, json_string(name));
        json_array_append_new(search->values, json_object());
    }
}

/* Adds a point that has ended: its speed, 0 where it failed, and the indices of its parameters'
 * values. */
static bool add_point(struct page *page, struct search *search, const json_t *parameters,
                      double gflops)
{
    json_t *point = json_array(), *name;
    size_t i;

    json_array_append_new(point, json_real(isfinite(gflops) ? gflops : 0));
    take_names(search, parameters);
    if (json_object_size(parameters) > 0)
        json_array_foreach(search->names, i, name)
        {
            const json_t *value = json_object_get(parameters, json_string_value(name));

            json_array_append_new(point, json_integer(value_index(json_array_get(search->values, i),
                                                                  value_words(page, value))));
        }
    if (gflops > search->best) {
        search->best = gflops;
        search->kernel = point_words(page, parameters);
    }
    return page_add(page, search->points, point) != NULL;
}

static bool add_failure(struct reading *reading, const struct journal_entry *entry, size_t session,
                        const char *kernel, const struct page_problem *problem)
{
    json_t *fields = journal_fields(entry, JOURNAL_FAILED);
    const struct page_failure failure = {
        session, page_string(fields, "kind"),   kernel,
        problem, page_string(fields, "reason"), page_string(fields, "log")};
    bool good = page_add_failure(reading->page, &failure) != NULL;

    json_decref(fields);
    return good;
}

/* The time that ranks a point: of the finals where it was in them. Milliseconds; 0: none. */
static double time_of(const struct journal_entry *entry, enum journal_state state)
{
    return entry->state == JOURNAL_FAILED ? 0 : journal_number(entry, state, "median_ms");
}

static json_t *add_run(struct page *page, const struct search *search, const char *kernel,
                       double ms, bool untuned, const char *note)
{
    const size_t session = (size_t)page_number(search->space, "session");
    const json_t *facts = json_object_get(json_array_get(page->sessions, session), "facts");
    const struct page_run run = {.session = session,
                                 .part = "tune",
                                 .kernel = kernel,
                                 .note = note,
                                 .problem = search->problem,
                                 .ms = ms,
                                 .gflops = search->problem.flops / ms * 1e-6,
                                 .peak = page_number(facts, "peak_gflops"),
                                 .peak_words = page_string(facts, "peak"),
                                 .untuned = untuned,
                                 .worst = -1};

    return page_add_run(page, &run);
}

/* A finalist is a measurement like those of other commands. */
static bool add_final(struct page *page, struct search *search, const struct journal_entry *entry,
                      const json_t *parameters, double ms)
{
    json_t *fields = journal_fields(entry, JOURNAL_FINAL_TIMES);
    json_t *run = add_run(page, search, point_words(page, parameters), ms,
                          json_is_true(json_object_get(fields, "untuned")), "");

    json_object_set(fields, "run", run);
    return page_add(page, search->finals, fields) != NULL && run != NULL;
}

static bool read_point(struct reading *reading, const struct journal_entry *entry,
                       const json_t *key, size_t session)
{
    struct page *page = reading->page;
    const json_t *parameters = json_object_get(key, "parameters");
    struct search *search = take_search(reading, session, json_object_get(key, "problem"));
    const double final = time_of(entry, JOURNAL_FINAL_TIMES), times = time_of(entry, JOURNAL_TIMES);
    const double ms = times > 0 ? times : final;

    if (search == NULL)
        return false;
    reading->tuned++;
    if (entry->state == JOURNAL_FAILED) {
        if (!add_failure(reading, entry, session, point_words(page, parameters), &search->problem))
            return false;
    } else if (!(ms > 0)) {
        if (entry->state != JOURNAL_SURVIVED)
            json_object_set_new(
                search->space, "under_way",
                json_integer(1 + (json_int_t)page_number(search->space, "under_way")));
        return true;
    }
    return add_point(page, search, parameters, ms > 0 ? search->problem.flops / ms * 1e-6 : 0) &&
           (!(final > 0) || add_final(page, search, entry, parameters, final));
}

/* A kernel of a walk of `check`: its command names it. */
static bool read_walked(struct reading *reading, const struct journal_entry *entry,
                        const json_t *key, size_t session)
{
    reading->passed += entry->state == JOURNAL_VERIFIED;
    reading->failed += entry->state == JOURNAL_FAILED;
    return entry->state != JOURNAL_FAILED ||
           add_failure(reading, entry, session, page_string(key, "command"), NULL);
}

/* ------------------------------------------------------------------------------------- the winner
 * */

static const char searched[] = "best of the search", untuned[] = "without tuning";

/* How often the winner is as fast as the kernel without tuning: of the rounds that both ran in. */
static void find_gain(struct page *page, const json_t *best, const json_t *other,
                      struct page_ratio *ratio)
{
    const json_t *mine = json_object_get(best, "ms"), *its = json_object_get(other, "ms");
    size_t count = json_array_size(mine);
    double *ratios = calloc(count + 1, sizeof *ratios);

    if (ratios == NULL)
        fault_memory(page->fault);
    for (size_t i = 0; i < count && ratios != NULL; i++)
        ratios[i] =
            json_number_value(json_array_get(its, i)) / json_number_value(json_array_get(mine, i));
    if (ratios != NULL && count > 0 && count == json_array_size(its)) {
        struct spread spread = spread_of(ratios, count);

        ratio->ratio = spread.median;
        ratio->q1 = spread.q1;
        ratio->q3 = spread.q3;
    }
    free(ratios);
}

/* Shows the winner beside the kernel without tuning, which may be the winner itself. */
static bool add_gain(struct page *page, const struct search *search, const json_t *best,
                     const json_t *other)
{
    json_t *run = json_object_get(best, "run"), *its = json_object_get(other, "run");
    struct page_ratio ratio = {.session = (size_t)page_number(run, "session"),
                               .kernel = searched,
                               .library = untuned,
                               .problem = &search->problem,
                               .gflops = page_number(run, "gflops"),
                               .library_gflops = page_number(its, "gflops"),
                               .ratio =
                                   page_number(other, "median_ms") / page_number(best, "median_ms"),
                               .q1 = -1,
                               .q3 = -1};

    find_gain(page, best, other, &ratio);
    if (its == run) {
        its = page_add(page, page->runs, json_copy(run));
        json_object_del(its, "best");
    }
    page_put_text(page, its, "group", untuned);
    return its != NULL && page_add_ratio(page, &ratio) != NULL;
}

/* The best finalist of a search is its winner; where it has not come so far, the best point that it
 * has tried. */
static bool mark_winner(struct page *page, const struct search *search)
{
    const json_t *best = NULL, *other = NULL;
    json_t *final, *run;
    size_t i;

    json_array_foreach(search->finals, i, final)
    {
        if (best == NULL || page_number(final, "median_ms") < page_number(best, "median_ms"))
            best = final;
        if (json_is_true(json_object_get(final, "untuned")))
            other = final;
    }
    if (best == NULL && !(search->best > 0))
        return true;
    run = best != NULL
              ? json_object_get(best, "run")
              : add_run(page, search, search->kernel, search->problem.flops / search->best * 1e-6,
                        false, "time of the search, not measured again");
    json_object_set_new(run, "best", json_true());
    page_put_text(page, run, "group", searched);
    return run != NULL && (other == NULL || add_gain(page, search, best, other));
}

static bool read_entry(struct reading *reading, const struct journal_entry *entry,
                       const json_t *key)
{
    size_t session = take_session(reading, key, entry);

    if (session == SIZE_MAX)
        return false;
    if (json_is_object(json_object_get(key, "parameters")) &&
        json_is_object(json_object_get(key, "problem")))
        return read_point(reading, entry, key, session);
    return !json_is_string(json_object_get(key, "command")) ||
           read_walked(reading, entry, key, session);
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
    for (size_t i = 0; i < reading->count && good; i++)
        good = mark_winner(reading->page, &reading->searches[i]);
    return good;
}

/* Says what the file was, and what it has lost. */
static void describe(const struct reading *reading)
{
    struct page *page = reading->page;
    size_t damaged = journal_damaged(reading->journal);
    const char *lost = damaged == 0 ? ""
                                    : page_text(page, "; %zu damaged line%s left out", damaged,
                                                damaged == 1 ? "" : "s");

    page_set_kind(page, reading->file,
                  reading->tuned == 0
                      ? page_text(page, "journal of check: %zu kernels passed, %zu failed%s",
                                  reading->passed, reading->failed, lost)
                      : page_text(page, "journal of tune: %zu points%s", reading->tuned, lost));
}

int page_read_journal(struct page *page, size_t file, const char *path)
{
    struct reading reading = {.page = page, .file = file, .keys = json_object()};
    bool good;

    reading.journal = journal_open(path, false, page->fault);
    good = reading.journal != NULL && read_entries(&reading);
    if (good)
        describe(&reading);
    journal_close(reading.journal);
    for (size_t i = 0; i < reading.count; i++)
        json_decref(reading.searches[i].finals);
    free(reading.searches);
    json_decref(reading.keys);
    return good ? 0 : -1;
}
