#include <string.h>

#include "harness/report/internal.h"

static const char *text_or(const struct place *place, const char *name, const char *other)
{
    const char *text = json_string_value(json_object_get(place->value, name));

    return text == NULL ? other : text;
}

static double number_or(const struct place *place, const char *name, double other)
{
    const json_t *value = json_object_get(place->value, name);

    return json_is_number(value) ? json_number_value(value) : other;
}

static bool read_sizes(const struct place *place, uint64_t *m, uint64_t *n, uint64_t *k)
{
    return place_size(place, "m", 0, PAGE_SIZE, m) && place_size(place, "n", 0, PAGE_SIZE, n) &&
           place_size(place, "k", 0, PAGE_SIZE, k);
}

/* Reads what records of kernels have in common. */
static bool read_run(struct page *page, size_t session, const struct place *place,
                     struct page_run *run)
{
    uint64_t m, n, k;

    if (!read_sizes(place, &m, &n, &k))
        return false;
    *run = (struct page_run){.session = session,
                             .of = text_or(place, "of", ""),
                             .problem = page_problem(page, place->value, m, n, k),
                             .peak = number_or(place, "peak_gflops", 0),
                             .peak_words = text_or(place, "peak", ""),
                             .worst = number_or(place, "worst_error", -1)};
    run->problem.sums = text_or(place, "peak_of", run->problem.sums);
    if (number_or(place, "bytes", 0) > 0)
        run->problem.bytes = number_or(place, "bytes", 0);
    return true;
}

/* Adds a run, and its error where its random data was compared. */
static bool add_run(struct page *page, const struct page_run *run)
{
    return page_add_run(page, run) != NULL &&
           page_add_error(page, run->session, run->kernel, "", &run->problem, run->worst);
}

static bool read_result(struct page *page, size_t session, const struct place *place)
{
    struct page_run run;
    struct place times;

    if (!read_run(page, session, place, &run) || !place_string(place, "kernel", &run.kernel))
        return false;
    run.part = "bench";
    if (!place_has(place, "device_ms")) /* -i 0: nothing was launched */
        return true;
    return place_member(place, "device_ms", &times) && place_number(&times, "median", &run.ms) &&
           place_number(place, "gflops", &run.gflops) && add_run(page, &run);
}

/* Reads a rung of a ladder or a point of a study. */
static bool read_row(struct page *page, size_t session, const struct place *place, const char *part)
{
    struct page_run run;
    const char *status;

    if (!read_run(page, session, place, &run) || !place_string(place, "name", &run.kernel) ||
        !place_string(place, "status", &status))
        return false;
    run.part = part;
    if (strcmp(status, "measured") != 0) {
        struct page_failure failure = {session, status, run.kernel, &run.problem, "", ""};

        if (!place_string(place, "why", &run.why))
            return false;
        run.note = status;
        failure.reason = run.why;
        return page_add_failure(page, &failure) != NULL && page_add_run(page, &run) != NULL;
    }
    run.step = number_or(place, "step_speedup", 0);
    run.cumulative = number_or(place, "cumulative_speedup", 0);
    return place_number(place, "time_ms", &run.ms) && place_number(place, "gflops", &run.gflops) &&
           add_run(page, &run);
}

/* Whether the session has the speed of a kernel or library on this problem already; from now on it
 * has. */
static bool was_seen(struct page *page, const struct page_run *run)
{
    const struct page_problem *problem = &run->problem;
    const char *key = page_text(page, "%zu %llu %llu %llu %s\n%s", run->session,
                                (unsigned long long)problem->m, (unsigned long long)problem->n,
                                (unsigned long long)problem->k, run->kernel, problem->types);
    const bool seen = json_object_get(page->seen, key) != NULL;

    json_object_set_new(page->seen, key, json_true());
    return seen;
}

static bool read_comparison(struct page *page, size_t session, const struct place *place)
{
    struct page_run run;
    struct page_ratio ratio = {.session = session, .problem = &run.problem};
    struct place view;

    if (!read_run(page, session, place, &run) || !place_string(place, "kernel", &ratio.kernel) ||
        !place_string(place, "library", &ratio.library) || !place_member(place, "packed", &view) ||
        !place_number(&view, "gflops", &ratio.gflops) ||
        !place_number(&view, "library_gflops", &ratio.library_gflops) ||
        !place_number(&view, "ratio", &ratio.ratio) || !place_number(&view, "q1", &ratio.q1) ||
        !place_number(&view, "q3", &ratio.q3))
        return false;
    ratio.group = text_or(place, "group", "");
    run.part = "compare";
    run.host = true;
    run.note = "time of the host";
    for (int i = 0; i < 2; i++) {
        run.kernel = i == 0 ? ratio.kernel : ratio.library;
        run.group = i == 0 ? ratio.group : "";
        run.gflops = i == 0 ? ratio.gflops : ratio.library_gflops;
        run.ms = run.gflops > 0 ? run.problem.flops / run.gflops * 1e-6 : 0;
        run.library = i == 1;
        run.peak = number_or(place, i == 0 ? "peak_gflops" : "library_peak_gflops", 0);
        if (!was_seen(page, &run) && page_add_run(page, &run) == NULL)
            return false;
    }
    return page_add_ratio(page, &ratio) != NULL;
}

static bool read_check(struct page *page, size_t session, const struct place *place)
{
    struct page_failure failure = {
        session, "", "", NULL, text_or(place, "why", ""), text_or(place, "log", "")};
    uint64_t cases, exact;

    if (!place_string(place, "kernel", &failure.kernel) ||
        !place_string(place, "status", &failure.kind))
        return false;
    if (strcmp(failure.kind, "passed") != 0)
        return page_add_failure(page, &failure) != NULL;
    return place_size(place, "cases", 0, PAGE_SIZE, &cases) &&
           place_size(place, "exact", 0, PAGE_SIZE, &exact) &&
           page_add_error(page, session, failure.kernel,
                          page_text(page, "%llu cases, %llu of them bit by bit",
                                    (unsigned long long)cases, (unsigned long long)exact),
                          NULL, number_or(place, "worst_error", 0));
}

/* A kernel that was not measured. */
static bool read_failure(struct page *page, size_t session, const struct place *place)
{
    struct page_problem problem;
    struct page_failure failure = {session, "not measured",           "", NULL,
                                   "",      text_or(place, "log", "")};
    uint64_t m, n, k;

    if (!place_string(place, "kernel", &failure.kernel) ||
        !place_string(place, "why", &failure.reason))
        return false;
    if (place_has(place, "m")) {
        if (!read_sizes(place, &m, &n, &k))
            return false;
        problem = page_problem(page, place->value, m, n, k);
        failure.problem = &problem;
    }
    return page_add_failure(page, &failure) != NULL;
}

static bool read_missing(struct page *page, size_t session, const struct place *place)
{
    struct page_failure failure = {session, "missing library", "", NULL, "", ""};

    return place_string(place, "name", &failure.kernel) &&
           place_string(place, "reason", &failure.reason) &&
           page_add_failure(page, &failure) != NULL;
}

static bool set_fact(struct page *page, size_t session, const char *name, const char *words)
{
    json_t *facts = json_object_get(json_array_get(page->sessions, session), "facts");

    return json_object_set_new(facts, name, json_string(words)) == 0;
}

/* A library that takes part is a fact of the session. */
static bool read_library(struct page *page, size_t session, const struct place *place)
{
    const char *name, *words;

    return place_string(place, "name", &name) && place_string(place, "words", &words) &&
           set_fact(page, session, name, words);
}

/* So is the peak of kernels of a type. */
static bool read_peak(struct page *page, size_t session, const struct place *place)
{
    const char *type, *words;
    double gflops;

    if (!place_string(place, "type", &type) || !place_string(place, "words", &words) ||
        !place_number(place, "gflops", &gflops))
        return false;
    return set_fact(page, session, page_text(page, "peak in %s, GFLOP/s", type),
                    page_text(page, "%.2f: %s", gflops, words));
}

/* Lines of `devices` had the version of OpenCL as `version`, which others have as `opencl`. */
static void mend_version(json_t *facts)
{
    const char *version = json_string_value(json_object_get(facts, "version"));

    if (version != NULL && strncmp(version, "OpenCL ", 7) == 0) {
        json_object_set(facts, "opencl", json_object_get(facts, "version"));
        json_object_del(facts, "version");
    }
}

/* A device: what follows was measured on it. A line of `devices` has another name for its platform.
 * */
static bool read_device(struct page *page, size_t file, const struct place *place, size_t *session)
{
    const char *device, *driver, *platform;
    const bool listed = !place_has(place, "record");

    mend_version((json_t *)place->value);
    if (!place_string(place, "name", &device) || !place_string(place, "driver", &driver) ||
        !place_string(place, listed ? "platform_name" : "platform", &platform) ||
        page_add_session(page, file, device, driver, platform, place->value) == NULL)
        return false;
    *session = json_array_size(page->sessions) - 1;
    return true;
}

bool page_read_record(struct page *page, size_t file, struct place *place, size_t *session)
{
    static const char words[] =
        "device iteration result rung point comparison library kernel mean missing check peak "
        "failure change work";
    enum {
        DEVICE,
        ITERATION,
        RESULT,
        RUNG,
        POINT,
        COMPARISON,
        LIBRARY,
        KERNEL,
        MEAN,
        MISSING,
        CHECK,
        PEAK,
        FAILURE,
        CHANGE
    };
    static const char *const kinds[] = {
        NULL,         "results of bench", "results of bench", "ladder",          "study",
        "comparison", "comparison",       "comparison",       "comparison",      "comparison",
        "checks",     "a device",         "failures",         "results of bench"};
    const bool named = *page_string(json_array_get(page->files, file), "kind") != '\0';
    int record = DEVICE;
    size_t used;

    if (place_has(place, "record") && !place_word(place, "record", words, &record))
        return false;
    if (record == DEVICE) {
        if (!named)
            page_set_kind(page, file, place_has(place, "record") ? "a device" : "list of devices");
        return read_device(page, file, place, session);
    }
    if (*session == SIZE_MAX)
        return place_fail(place,
                          "no record of a device comes before this one: the file has lost its "
                          "beginning");
    if (record != PEAK && (record != FAILURE || !named))
        page_set_kind(page, file, kinds[record]);
    used = strlen(place->path);
    snprintf(place->path + used, sizeof place->path - used, ": %s",
             json_string_value(json_object_get(place->value, "record")));
    switch (record) {
    case RESULT:
        return read_result(page, *session, place);
    case RUNG:
        return read_row(page, *session, place, "ladder");
    case POINT:
        return read_row(page, *session, place, "study");
    case COMPARISON:
        return read_comparison(page, *session, place);
    case LIBRARY:
        return read_library(page, *session, place);
    case MISSING:
        return read_missing(page, *session, place);
    case CHECK:
        return read_check(page, *session, place);
    case PEAK:
        return read_peak(page, *session, place);
    case FAILURE:
        return read_failure(page, *session, place);
    default: /* single runs, means, kernels that take part and changes say nothing that the others do not */
        return true;
    }
}
