#include <string.h>

#include "harness/report/internal.h"

enum {
    MOST = 1 << 30 /* a size of a matrix in files */
};

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
    return place_size(place, "m", 0, MOST, m) && place_size(place, "n", 0, MOST, n) &&
           place_size(place, "k", 0, MOST, k);
}

/* What records of kernels have in common. */
static bool read_run(struct page *page, size_t session, const struct place *place,
                     struct page_run *run)
{
    *run = (struct page_run){
        .session = session,
        .of = text_or(place, "of", ""),
        .types = page_types(page, place->value),
        .sums = text_or(place, "peak_of", page_sums(page, json_object_get(place->value, "types"))),
        .note = "",
        .peak = number_or(place, "peak_gflops", 0),
        .peak_words = text_or(place, "peak", ""),
        .bytes = number_or(place, "bytes", 0),
        .worst = number_or(place, "worst_error", -1)};
    if (!read_sizes(place, &run->m, &run->n, &run->k))
        return false;
    run->flops = page_flops(json_object_get(place->value, "types"), run->m, run->n, run->k);
    if (run->bytes <= 0)
        run->bytes = page_traffic(json_object_get(place->value, "types"), run->m, run->n, run->k);
    return true;
}

/* The error of a run whose random data was compared. */
static bool add_error(struct page *page, const struct page_run *run)
{
    const struct page_error error = {run->session, run->kernel,
                                     page_size(page, run->m, run->n, run->k), run->worst};

    return run->worst < 0 || page_add_error(page, &error) != NULL;
}

static bool read_result(struct page *page, size_t session, const struct place *place)
{
    struct page_run run;
    struct place times;

    if (!read_run(page, session, place, &run) || !place_string(place, "kernel", &run.kernel))
        return false;
    run.part = PART_BENCH;
    if (!place_has(place, "device_ms")) /* -i 0: nothing was launched */
        return true;
    if (!place_member(place, "device_ms", &times) || !place_number(&times, "median", &run.ms) ||
        !place_number(place, "gflops", &run.gflops))
        return false;
    return page_add_run(page, &run) != NULL && add_error(page, &run);
}

/* A rung of a ladder or a point of a study. */
static bool read_entrant(struct page *page, size_t session, const struct place *place,
                         enum page_part part)
{
    struct page_run run;
    const char *status;

    if (!read_run(page, session, place, &run) || !place_string(place, "name", &run.kernel) ||
        !place_string(place, "status", &status))
        return false;
    run.part = part;
    if (strcmp(status, "measured") != 0) {
        struct page_failure failure = {
            session, status, run.kernel, page_size(page, run.m, run.n, run.k), "", ""};

        if (!place_string(place, "why", &run.why))
            return false;
        run.note = status;
        failure.reason = run.why;
        return page_add_failure(page, &failure) != NULL && page_add_run(page, &run) != NULL;
    }
    run.step = number_or(place, "step_speedup", 0);
    run.cumulative = number_or(place, "cumulative_speedup", 0);
    return place_number(place, "time_ms", &run.ms) && place_number(place, "gflops", &run.gflops) &&
           page_add_run(page, &run) != NULL && add_error(page, &run);
}

/* Whether the session has the speed of a kernel or library on this problem already. */
static bool has_run(const struct page *page, const struct page_run *run)
{
    for (size_t i = 0; i < page->run_count; i++) {
        const struct page_run *other = &page->runs[i];

        if (other->session == run->session && other->m == run->m && other->n == run->n &&
            other->k == run->k && other->clock == run->clock &&
            strcmp(other->kernel, run->kernel) == 0 && strcmp(other->types, run->types) == 0)
            return true;
    }
    return false;
}

static bool read_comparison(struct page *page, size_t session, const struct place *place)
{
    struct page_ratio ratio = {.session = session};
    struct page_run run;
    struct place view;

    if (!read_run(page, session, place, &run) || !place_string(place, "kernel", &ratio.kernel) ||
        !place_string(place, "library", &ratio.library) || !place_member(place, "packed", &view) ||
        !place_number(&view, "gflops", &ratio.gflops) ||
        !place_number(&view, "library_gflops", &ratio.library_gflops) ||
        !place_number(&view, "ratio", &ratio.ratio) || !place_number(&view, "q1", &ratio.q1) ||
        !place_number(&view, "q3", &ratio.q3))
        return false;
    ratio.group = json_string_value(json_object_get(place->value, "group"));
    ratio.types = run.types;
    ratio.m = run.m;
    ratio.n = run.n;
    ratio.k = run.k;
    run.part = PART_COMPARE;
    run.clock = CLOCK_HOST;
    run.note = "time of the host";
    for (int i = 0; i < 2; i++) {
        run.kernel = i == 0 ? ratio.kernel : ratio.library;
        run.group = i == 0 ? ratio.group : NULL;
        run.gflops = i == 0 ? ratio.gflops : ratio.library_gflops;
        run.ms = run.gflops > 0 ? run.flops / run.gflops * 1e-6 : 0;
        run.library = i == 1;
        run.peak = number_or(place, i == 0 ? "peak_gflops" : "library_peak_gflops", 0);
        run.worst = -1;
        if (!has_run(page, &run) && page_add_run(page, &run) == NULL)
            return false;
    }
    return page_add_ratio(page, &ratio) != NULL;
}

static bool read_check(struct page *page, size_t session, const struct place *place)
{
    struct page_error error = {session, "", "", number_or(place, "worst_error", 0)};
    struct page_failure failure = {
        session, "", "", "", text_or(place, "why", ""), text_or(place, "log", "")};
    uint64_t cases, exact;

    if (!place_string(place, "kernel", &error.kernel) ||
        !place_string(place, "status", &failure.kind))
        return false;
    failure.kernel = error.kernel;
    if (strcmp(failure.kind, "passed") != 0)
        return page_add_failure(page, &failure) != NULL;
    if (!place_size(place, "cases", 0, MOST, &cases) ||
        !place_size(place, "exact", 0, MOST, &exact))
        return false;
    error.words = page_text(page, "%llu cases, %llu of them bit by bit", (unsigned long long)cases,
                            (unsigned long long)exact);
    return page_add_error(page, &error) != NULL;
}

/* A kernel that was not measured. */
static bool read_failure(struct page *page, size_t session, const struct place *place)
{
    struct page_failure failure = {session, "not measured", "", "", "", text_or(place, "log", "")};
    uint64_t m, n, k;

    if (!place_string(place, "kernel", &failure.kernel) ||
        !place_string(place, "why", &failure.reason))
        return false;
    if (place_has(place, "m")) {
        if (!read_sizes(place, &m, &n, &k))
            return false;
        failure.problem = page_size(page, m, n, k);
    }
    return page_add_failure(page, &failure) != NULL;
}

static bool read_missing(struct page *page, size_t session, const struct place *place)
{
    struct page_failure failure = {session, "missing library", "", "", "", ""};

    return place_string(place, "name", &failure.kernel) &&
           place_string(place, "reason", &failure.reason) &&
           page_add_failure(page, &failure) != NULL;
}

/* A library that takes part is a fact of the session. */
static bool read_library(struct page *page, size_t session, const struct place *place)
{
    const char *name, *words;

    return place_string(place, "name", &name) && place_string(place, "words", &words) &&
           json_object_set_new(page->sessions[session].facts, name, json_string(words)) == 0;
}

/* So is the peak of kernels of a type. */
static bool read_peak(struct page *page, size_t session, const struct place *place)
{
    const char *type, *words;
    double gflops;

    if (!place_string(place, "type", &type) || !place_string(place, "words", &words) ||
        !place_number(place, "gflops", &gflops))
        return false;
    return json_object_set_new(page->sessions[session].facts,
                               page_text(page, "peak in %s, GFLOP/s", type),
                               json_string(page_text(page, "%.2f: %s", gflops, words))) == 0;
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

/* A device: what follows was measured on it. A line of `devices` has another name for its platform. */
static bool read_device(struct page *page, size_t file, const struct place *place, size_t *session)
{
    const char *device, *driver, *platform;
    const bool listed = !place_has(place, "record");

    if (!place_string(place, "name", &device) || !place_string(place, "driver", &driver) ||
        !place_string(place, listed ? "platform_name" : "platform", &platform) ||
        page_add_session(page, file, device, driver, platform, (json_t *)place->value) == NULL)
        return false;
    mend_version((json_t *)place->value);
    *session = page->session_count - 1;
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
    int record = DEVICE;
    size_t used;

    if (place_has(place, "record") && !place_word(place, "record", words, &record))
        return false;
    if (record == DEVICE) {
        if (page->files[file].kind[0] == '\0')
            page->files[file].kind = place_has(place, "record") ? "a device" : "list of devices";
        return read_device(page, file, place, session);
    }
    if (*session == SIZE_MAX)
        return place_fail(place,
                          "no record of a device comes before this one: the file has lost its "
                          "beginning");
    if (record != PEAK && (record != FAILURE || page->files[file].kind[0] == '\0'))
        page->files[file].kind = kinds[record];
    used = strlen(place->path);
    snprintf(place->path + used, sizeof place->path - used, ": %s",
             json_string_value(json_object_get(place->value, "record")));
    switch (record) {
    case RESULT:
        return read_result(page, *session, place);
    case RUNG:
        return read_entrant(page, *session, place, PART_LADDER);
    case POINT:
        return read_entrant(page, *session, place, PART_STUDY);
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
