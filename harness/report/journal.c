#include <stdlib.h>
#include <string.h>

#include "harness/base/timing.h"
#include "harness/journal/journal.h"
#include "harness/report/internal.h"

struct reading {
    struct page *page;
    struct journal *journal;
    json_t *words; /* values of parameters by their text: one object serves all points */
    size_t file;
    size_t passed, failed; /* kernels of a walk of `check` */
    size_t tuned;          /* points of a search */
};

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text == NULL ? "" : text;
}

/* The journal goes before the page does. */
static const char *own(struct reading *reading, const char *text)
{
    return page_text(reading->page, "%s", text);
}

static json_t *own_json(struct reading *reading, const json_t *value)
{
    json_array_append(reading->page->keep, (json_t *)value);
    return (json_t *)value;
}

/* A value of a parameter, borrowed. */
static json_t *share(struct reading *reading, json_t *value)
{
    const char *text = json_string_value(value);
    json_t *known = text == NULL ? NULL : json_object_get(reading->words, text);

    if (text == NULL || known != NULL)
        return text == NULL ? value : known;
    return json_object_set(reading->words, text, value) == 0 ? value : NULL;
}

/* The parameters of a point, as long as the page lives. There may be many points, of few values. */
static const json_t *own_parameters(struct reading *reading, const json_t *parameters)
{
    json_t *own = json_object(), *value;
    const char *name;

    json_object_foreach((json_t *)parameters, name, value)
    {
        json_object_set(own, name, share(reading, value));
    }
    if (json_array_append_new(reading->page->keep, own) != 0)
        fault_memory(reading->page->fault);
    return own;
}

/* -------------------------------------------------------------------------------------- sessions */

static size_t find_session(const struct reading *reading, const json_t *key)
{
    const struct page *page = reading->page;

    for (size_t i = 0; i < page->session_count; i++)
        if (page->sessions[i].file == reading->file &&
            strcmp(page->sessions[i].device, text_of(key, "device")) == 0 &&
            strcmp(page->sessions[i].driver, text_of(key, "driver")) == 0)
            return i;
    return SIZE_MAX;
}

/* The session of a key; where no line tells how it measured (a walk of `check`), one that says no
 * more than device and driver. SIZE_MAX: no memory. */
static size_t take_session(struct reading *reading, const json_t *key,
                           const struct journal_entry *entry)
{
    size_t session = find_session(reading, key);
    json_t *facts;

    if (session != SIZE_MAX)
        return session;
    facts = journal_fields(entry, JOURNAL_SESSION);
    session = reading->page->session_count;
    if (page_add_session(reading->page, reading->file, own(reading, text_of(key, "device")),
                         own(reading, text_of(key, "driver")),
                         own(reading, text_of(facts, "platform")),
                         facts == NULL ? NULL : own_json(reading, facts)) == NULL)
        session = SIZE_MAX;
    json_decref(facts);
    return session;
}

/* ---------------------------------------------------------------------------------------- points */

/* What is shown of a point: its parameters as options. */
static const char *point_words(struct reading *reading, const json_t *parameters)
{
    char text[2048] = "";
    size_t used = 0;
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)parameters, name, value)
    {
        char *number = json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY);
        const char *word = number == NULL ? json_string_value(value) : number;

        if (word != NULL && strcmp(word, "-") != 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s--%.60s %.60s",
                                     used == 0 ? "" : " ", name, word);
        free(number);
    }
    return own(reading, used == 0 ? "what is made where nothing is chosen" : text);
}

static struct page_space *take_space(struct reading *reading, size_t session, const json_t *problem)
{
    struct page *page = reading->page;
    struct page_space space = {.session = session};
    const json_t *facts = page->sessions[session].facts;

    for (size_t i = 0; i < page->space_count; i++)
        if (page->spaces[i].session == session && json_equal(page->spaces[i].problem, problem))
            return &page->spaces[i];
    space.problem = own_json(reading, problem);
    space.m = (uint64_t)json_integer_value(json_object_get(problem, "m"));
    space.n = (uint64_t)json_integer_value(json_object_get(problem, "n"));
    space.k = (uint64_t)json_integer_value(json_object_get(problem, "k"));
    space.types = page_types(page, problem);
    space.sums = text_of(facts, "peak_of");
    if (*space.sums == '\0')
        space.sums = page_sums(page, json_object_get(problem, "types"));
    space.flops = page_flops(json_object_get(problem, "types"), space.m, space.n, space.k);
    space.peak = json_number_value(json_object_get(facts, "peak_gflops"));
    return page_add_space(page, &space);
}

static bool add_failure(struct reading *reading, const struct journal_entry *entry, size_t session,
                        const char *kernel, const char *problem)
{
    json_t *fields = journal_fields(entry, JOURNAL_FAILED);
    const struct page_failure failure = {
        session, own(reading, text_of(fields, "kind")),   kernel,
        problem, own(reading, text_of(fields, "reason")), own(reading, text_of(fields, "log"))};

    json_decref(fields);
    return page_add_failure(reading->page, &failure) != NULL;
}

/* The time that ranks a point: of the finals where it was in them. Milliseconds; 0: none. */
static double time_of(const struct journal_entry *entry, enum journal_state state)
{
    return entry->state == JOURNAL_FAILED ? 0 : journal_number(entry, state, "median_ms");
}

/* A finalist is a measurement like those of other commands. */
static bool add_finalist(struct reading *reading, const struct page_space *space, double ms,
                         const char *kernel, const json_t *fields)
{
    const struct page_run run = {
        .session = space->session,
        .part = PART_TUNE,
        .of = "",
        .kernel = kernel,
        .types = space->types,
        .sums = space->sums,
        .note = "",
        .m = space->m,
        .n = space->n,
        .k = space->k,
        .ms = ms,
        .gflops = space->flops / ms * 1e-6,
        .flops = space->flops,
        .peak = space->peak,
        .peak_words = text_of(reading->page->sessions[space->session].facts, "peak"),
        .bytes =
            page_traffic(json_object_get(space->problem, "types"), space->m, space->n, space->k),
        .times = json_object_get(fields, "ms"),
        .untuned = json_is_true(json_object_get(fields, "untuned")),
        .worst = -1};

    return page_add_run(reading->page, &run) != NULL;
}

/* One that the journal has final times of. */
static bool add_final(struct reading *reading, const struct page_space *space,
                      const struct journal_entry *entry, const json_t *parameters)
{
    json_t *fields = journal_fields(entry, JOURNAL_FINAL_TIMES);
    bool good = add_finalist(reading, space, time_of(entry, JOURNAL_FINAL_TIMES),
                             point_words(reading, parameters), own_json(reading, fields));

    json_decref(fields);
    return good;
}

static bool read_point(struct reading *reading, const struct journal_entry *entry,
                       const json_t *key, size_t session)
{
    const json_t *parameters = json_object_get(key, "parameters");
    struct page_space *space = take_space(reading, session, json_object_get(key, "problem"));
    double ms = time_of(entry, JOURNAL_TIMES), final = time_of(entry, JOURNAL_FINAL_TIMES);

    if (space == NULL)
        return false;
    reading->tuned++;
    ms = ms > 0 ? ms : final;
    if (entry->state == JOURNAL_FAILED) {
        if (!add_failure(reading, entry, session, point_words(reading, parameters),
                         page_size(reading->page, space->m, space->n, space->k)))
            return false;
    } else if (!(ms > 0)) {
        /* The kernel without tuning is measured as one of the best alone. */
        space->under_way += entry->state != JOURNAL_SURVIVED && !(final > 0);
        return !(final > 0) || add_final(reading, space, entry, parameters);
    }
    page_add_evaluation(reading->page, space, own_parameters(reading, parameters),
                        ms > 0 ? space->flops / ms * 1e-6 : 0);
    return !(final > 0) || add_final(reading, space, entry, parameters);
}

/* A kernel of a walk of `check`: its command names it. */
static bool read_walked(struct reading *reading, const struct journal_entry *entry,
                        const json_t *key, size_t session)
{
    reading->passed += entry->state == JOURNAL_VERIFIED;
    reading->failed += entry->state == JOURNAL_FAILED;
    return entry->state != JOURNAL_FAILED ||
           add_failure(reading, entry, session, own(reading, text_of(key, "command")), "");
}

/* ------------------------------------------------------------------------------------- the winner */

static bool is_of(const struct page_run *run, const struct page_space *space)
{
    return run->part == PART_TUNE && run->session == space->session && run->m == space->m &&
           run->n == space->n && run->k == space->k && strcmp(run->types, space->types) == 0;
}

static const char searched[] = "best of the search", untuned[] = "without tuning";

/* How often the winner is as fast as the kernel without tuning: of the rounds that both ran in. */
static void find_gain(struct page *page, const struct page_run *best, const struct page_run *other,
                      struct page_ratio *ratio)
{
    size_t count = json_array_size(best->times);
    double *ratios = calloc(count + 1, sizeof *ratios);

    if (ratios == NULL)
        fault_memory(page->fault);
    for (size_t i = 0; i < count && ratios != NULL; i++)
        ratios[i] = json_number_value(json_array_get(other->times, i)) /
                    json_number_value(json_array_get(best->times, i));
    if (ratios != NULL && count > 0 && count == json_array_size(other->times)) {
        struct spread spread = spread_of(ratios, count);

        ratio->ratio = spread.median;
        ratio->q1 = spread.q1;
        ratio->q3 = spread.q3;
    }
    free(ratios);
}

/* The winner beside the kernel without tuning, where that was measured; it may be the winner itself. */
static bool add_gain(struct reading *reading, const struct page_space *space, struct page_run *best)
{
    struct page *page = reading->page;
    struct page_run *other = NULL, copy = *best;
    struct page_ratio ratio = {.session = space->session,
                               .kernel = searched,
                               .library = untuned,
                               .types = space->types,
                               .m = space->m,
                               .n = space->n,
                               .k = space->k,
                               .gflops = best->gflops,
                               .q1 = -1,
                               .q3 = -1};

    for (size_t i = 0; i < page->run_count; i++)
        if (is_of(&page->runs[i], space) && page->runs[i].untuned)
            other = &page->runs[i];
    if (other == NULL)
        return true;
    ratio.library_gflops = other->gflops;
    ratio.ratio = other->ms / best->ms;
    find_gain(page, best, other, &ratio);
    copy.best = false;
    if (other == best)
        other = page_add_run(page, &copy);
    if (other != NULL)
        other->group = untuned;
    return other != NULL && page_add_ratio(page, &ratio) != NULL;
}

/* The best finalist of each problem is its winner; where a search has not come so far, the best
 * point that it has tried. */
static bool mark_winners(struct reading *reading, size_t first)
{
    struct page *page = reading->page;

    for (size_t i = first; i < page->space_count; i++) {
        const struct page_space *space = &page->spaces[i];
        const struct page_evaluation *top = NULL;
        struct page_run *best = NULL;

        for (size_t j = 0; j < page->run_count; j++)
            if (is_of(&page->runs[j], space) && (best == NULL || page->runs[j].ms < best->ms))
                best = &page->runs[j];
        for (size_t j = 0; j < space->count && best == NULL; j++)
            if (space->evaluations[j].gflops > (top == NULL ? 0 : top->gflops))
                top = &space->evaluations[j];
        if (top != NULL) {
            double ms = space->flops / top->gflops * 1e-6;

            if (!add_finalist(reading, space, ms, point_words(reading, top->parameters), NULL))
                return false;
            best = &page->runs[page->run_count - 1];
            best->note = "time of the search, not measured again";
        }
        if (best == NULL)
            continue;
        best->best = true;
        best->group = searched;
        if (!add_gain(reading, space, best))
            return false;
    }
    return true;
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
    return good;
}

/* What a file was, with what it has lost. */
static const char *describe(const struct reading *reading)
{
    struct page *page = reading->page;
    size_t damaged = journal_damaged(reading->journal);
    const char *lost = damaged == 0 ? ""
                                    : page_text(page, "; %zu damaged line%s left out", damaged,
                                                damaged == 1 ? "" : "s");

    return reading->tuned == 0
               ? page_text(page, "journal of check: %zu kernels passed, %zu failed%s",
                           reading->passed, reading->failed, lost)
               : page_text(page, "journal of tune: %zu points%s", reading->tuned, lost);
}

int page_read_journal(struct page *page, size_t file)
{
    const char *path = page->files[file].path;
    struct reading reading = {.page = page, .file = file, .words = json_object()};
    size_t first = page->space_count;
    bool good;

    if (reading.words == NULL)
        return fault_memory(page->fault);
    reading.journal = journal_open(path, false, page->fault);
    good = reading.journal != NULL && read_entries(&reading) && mark_winners(&reading, first);
    if (good)
        page->files[file].kind = describe(&reading);
    journal_close(reading.journal);
    json_decref(reading.words);
    return good ? 0 : -1;
}
