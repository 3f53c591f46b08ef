#include "harness/engine/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/engine/experiment.h"
#include "harness/worker/orders.h"

static void measure_bandwidth(struct executor *executor)
{
    struct fault ignored = {0};
    json_t *answer = NULL;

    if (executor->has_bandwidth)
        return;
    executor_ask(executor, order_bandwidth(), &answer, &ignored);
    executor->bandwidth = json_number_value(json_object_get(answer, "gbytes_per_second"));
    executor->has_bandwidth = true;
    json_decref(answer);
    fault_clear(&ignored);
}

double suite_bandwidth(struct executor *executor, const struct protocol *protocol)
{
    if (protocol->format == FORMAT_JSON && protocol->peak != NULL &&
        strcmp(protocol->peak, "measured") == 0)
        measure_bandwidth(executor);
    return executor->bandwidth;
}

void suite_find_bandwidth(struct suite *suite)
{
    /* A large cache serves many cores, perhaps of other machines too: no more of it is counted on. */
    const double most = 32 << 20, cache = (double)suite->executor->device.cache_bytes;
    const double held = cache > 0 && cache < most ? cache : most;

    for (size_t i = 0; i < suite->count; i++) {
        struct candidate *candidate = &suite->candidates[i];

        if (candidate->fault.code != FAULT_NONE || candidate->library != NULL ||
            suite->options->iterations == 0 || candidate->measurement.bytes <= held)
            continue;
        measure_bandwidth(suite->executor);
        candidate->measurement.bandwidth = suite->executor->bandwidth;
    }
}

/* The two kinds of work of a suite. */
enum {
    VERIFIED,
    MEASURED
};

/* Runs of each candidate. */
static double count_runs(const struct suite_options *options)
{
    return options->iterations == 0 ? 0 : (double)options->warm_up + (double)options->iterations;
}

void suite_expect(struct progress *progress, const struct suite_options *options, size_t candidates)
{
    progress_expect(progress, VERIFIED, "verified", (double)candidates);
    progress_expect(progress, MEASURED, "measured", (double)candidates * count_runs(options));
}

void suite_expect_more(struct progress *progress, const struct suite_options *options,
                       size_t candidates)
{
    progress->kinds[VERIFIED].total += (double)candidates;
    progress->kinds[MEASURED].total += (double)candidates * count_runs(options);
}

/* Says who is at work; "shuffle at 512" where the command line has sizes. */
static void show_progress(const struct suite *suite, const struct candidate *candidate, size_t kind)
{
    const struct test_case *test_case = &suite->options->test_case;
    char size[64] = "";

    if (suite->observer.progress == NULL)
        return;
    if (test_case->has_size[0])
        size_words(
            &(struct problem_size){test_case->size[0], test_case->size[1], test_case->size[2]},
            size, sizeof size);
    progress_show(suite->observer.progress, kind, "%s%s%s", candidate_label(candidate),
                  *size == '\0' ? "" : " at ", size);
}

static void add_progress(const struct suite *suite, size_t kind, double units)
{
    struct progress *progress = suite->observer.progress;

    if (progress != NULL)
        progress_reach(progress, kind, progress->kinds[kind].done + units);
}

/* A candidate that is out has lost its place in the worker. */
static void leave(struct suite *suite, struct candidate *candidate)
{
    suite_leave(suite, candidate);
    if (suite->observer.lost != NULL && !candidate->apart)
        suite->observer.lost(suite->observer.self, candidate);
}

static int make_candidate(struct suite *suite, struct candidate *candidate, struct fault *fault)
{
    if (candidate->library != NULL &&
        (suite_take_problem(suite, candidate, fault) || suite_choose_core(suite, candidate, fault)))
        return -1;
    return suite_make_candidate(suite, candidate, fault);
}

static void make_candidates(struct suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        struct candidate *candidate = &suite->candidates[i];

        show_progress(suite, candidate, VERIFIED);
        if (make_candidate(suite, candidate, &candidate->fault))
            leave(suite, candidate);
        if (!candidate->apart)
            add_progress(suite, VERIFIED, 1);
    }
}

/* Brings everybody of a list into the worker that there is now. False: somebody is out. */
static bool bring_back(struct suite *suite, const size_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct candidate *candidate = &suite->candidates[list[i]];

        if (suite_return(suite, candidate, &candidate->fault)) {
            leave(suite, candidate);
            return false;
        }
    }
    return true;
}

/* Those that are out have nothing left to do. */
static double count_done(const struct suite *suite)
{
    double done = 0;

    for (size_t i = 0; i < suite->count; i++)
        done += suite->candidates[i].apart                      ? 0
                : suite->candidates[i].fault.code == FAULT_NONE ? (double)suite->candidates[i].runs
                                                                : count_runs(suite->options);
    return done;
}

/* Runs everybody that is in until they have had `goal` runs. */
static void take_samples(struct suite *suite, uint64_t goal, bool warms)
{
    enum {
        ROOM = 1000
    };
    size_t list[ROOM], count, out;

    while ((count = suite_plan(suite, goal, warms, list, ROOM)) > 0) {
        double before = count_done(suite);

        show_progress(suite, &suite->candidates[list[0]], MEASURED);
        if (bring_back(suite, list, count) && suite_take_samples(suite, list, count, warms, &out))
            leave(suite, &suite->candidates[out]);
        add_progress(suite, MEASURED, count_done(suite) - before);
    }
}

static int open_suite(const struct suite_options *options, struct executor *executor, size_t count,
                      const struct observer *observer, struct suite *suite, struct fault *fault)
{
    *suite = (struct suite){.options = options,
                            .executor = executor,
                            .observer = *observer,
                            .candidates = calloc(count, sizeof *suite->candidates),
                            .count = count,
                            .sharers = count};
    if (suite->candidates != NULL)
        return 0;
    suite->count = 0;
    return fault_memory(fault);
}

int suite_open(const struct suite_options *options, struct executor *executor,
               const struct recipe *recipes, size_t count, const struct observer *observer,
               struct suite *suite, struct fault *fault)
{
    if (open_suite(options, executor, count, observer, suite, fault))
        return -1;
    for (size_t i = 0; i < count; i++)
        suite->candidates[i].recipe = &recipes[i];
    make_candidates(suite);
    return 0;
}

int suite_open_against(const struct suite_options *options, struct executor *executor,
                       const struct field *field, const struct observer *observer,
                       struct suite *suite, struct fault *fault)
{
    const size_t references = field->other_count + field->library_count;

    if (open_suite(options, executor, references + field->kernel_count, observer, suite, fault))
        return -1;
    suite->against = true;
    suite->references = references;
    suite->sharers = 1 + references;
    for (size_t i = 0; i < references; i++)
        suite->candidates[1 + i].recipe =
            i < field->other_count ? &field->others[i] : field->kernels[0];
    for (size_t i = field->other_count; i < references; i++)
        suite->candidates[1 + i].library = &field->libraries[i - field->other_count];
    for (size_t i = 0; i < field->kernel_count; i++)
        suite_kernel(suite, i)->recipe = field->kernels[i];
    make_candidates(suite);
    return 0;
}

struct candidate *suite_kernel(const struct suite *suite, size_t index)
{
    return &suite->candidates[index == 0 ? 0 : suite->references + index];
}

static bool has_kernel(const struct suite *suite)
{
    bool has = false;

    for (size_t i = 0; i < suite->count - suite->references; i++)
        has = has || suite_kernel(suite, i)->fault.code == FAULT_NONE;
    return has;
}

/* Runs of those that are in this suite at all. */
static double count_all(const struct suite *suite)
{
    double all = 0;

    for (size_t i = 0; i < suite->count; i++)
        all += suite->candidates[i].apart ? 0 : count_runs(suite->options);
    return all;
}

void suite_run(struct suite *suite)
{
    if (!has_kernel(suite)) {
        add_progress(suite, MEASURED, count_all(suite));
        return;
    }
    if (suite->options->iterations > 0) {
        add_progress(suite, MEASURED, count_done(suite));
        take_samples(suite, suite->options->warm_up, true);
        take_samples(suite, suite->options->warm_up + suite->options->iterations, false);
    }
    for (size_t i = 0; i < suite->count; i++) {
        struct candidate *candidate = &suite->candidates[i];

        if (candidate->fault.code == FAULT_NONE &&
            suite_summarise(suite, candidate, &candidate->fault))
            leave(suite, candidate);
    }
}

void suite_rest(struct suite *suite)
{
    for (size_t i = 0; i < suite->count; i++)
        suite_leave(suite, &suite->candidates[i]);
}

void suite_close(struct suite *suite)
{
    suite_rest(suite);
    for (size_t i = 0; i < suite->count; i++) {
        struct candidate *candidate = &suite->candidates[i];

        if (candidate->made)
            kernel_release(&candidate->kernel);
        free(candidate->step_times);
        free(candidate->measurement.samples);
        free(candidate->measurement.step_ms);
        fault_clear(&candidate->fault);
    }
    free(suite->candidates);
    memset(suite, 0, sizeof *suite);
}
