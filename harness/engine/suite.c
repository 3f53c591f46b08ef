#include "harness/engine/internal.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/stop.h"

/* The two kinds of work of a suite. */
enum {
    VERIFIED,
    MEASURED
};

/* Runs of each candidate. */
static double count_runs(const struct schedule *schedule)
{
    return schedule->iterations == 0 ? 0 : (double)schedule->warm_up + (double)schedule->iterations;
}

/* Expects so many candidates beside those that are expected. */
static void expect(struct progress *progress, const struct schedule *schedule, size_t candidates)
{
    progress->kinds[VERIFIED].total += (double)candidates;
    progress->kinds[MEASURED].total += (double)candidates * count_runs(schedule);
}

/* Says who is at work; "shuffle at 512" where the command line has sizes. */
static void show_progress(const struct suite_run *run, const struct candidate *candidate,
                          size_t kind)
{
    const struct test_case *test_case = &run->on->test_case;
    char size[64] = "";

    if (test_case->has_size[0])
        shape_words(&(struct shape){.m = test_case->size[0],
                                    .n = test_case->size[1],
                                    .k = test_case->size[2]},
                    size, sizeof size);
    progress_show(run->progress, kind, "%s%s%s", candidate_label(candidate),
                  *size == '\0' ? "" : " at ", size);
}

static void add_progress(const struct suite_run *run, size_t kind, double units)
{
    progress_reach(run->progress, kind, run->progress->kinds[kind].done + units);
}

/* A candidate that is out has lost its place in the worker. A failure since we are to stop says
 * nothing of it: it is in, with what was measured of it. */
static void leave(struct suite_run *run, struct candidate *candidate)
{
    run->over = run->schedule->tuned.most > 0;
    suite_leave(run, candidate);
    if (stop_wanted()) {
        fault_clear(&candidate->fault);
        return;
    }
    if (run->observer->lost == NULL || candidate->apart)
        return;
    progress_clear(run->progress);
    run->observer->lost(run->observer->self, run, candidate);
}

static int make_candidate(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    if (candidate->library != NULL &&
        (suite_take_problem(run, candidate, fault) || suite_choose_core(run, candidate, fault)))
        return -1;
    return suite_make_candidate(run, candidate, fault);
}

static void make_candidates(struct suite_run *run)
{
    for (size_t i = 0; i < run->count && !run->over && !stop_wanted(); i++) {
        struct candidate *candidate = &run->candidates[i];

        show_progress(run, candidate, VERIFIED);
        if (make_candidate(run, candidate, &candidate->fault))
            leave(run, candidate);
        if (!candidate->apart)
            add_progress(run, VERIFIED, 1);
    }
}

/* Brings everybody of a list into the worker that there is now. False: somebody is out. */
static bool bring_back(struct suite_run *run, const size_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct candidate *candidate = &run->candidates[list[i]];

        if (suite_return(run, candidate, &candidate->fault)) {
            leave(run, candidate);
            return false;
        }
    }
    return true;
}

/* Runs that are done: those that are out have nothing left to do, nor has anybody where it is
 * `over`. */
static double count_done(const struct suite_run *run, bool over)
{
    double done = 0;

    for (size_t i = 0; i < run->count; i++) {
        const struct candidate *candidate = &run->candidates[i];
        const bool out = over || candidate->fault.code != FAULT_NONE;

        done += candidate->apart ? 0 : out ? count_runs(run->schedule) : (double)candidate->runs;
    }
    return done;
}

/* Runs everybody that is in until they have had `goal` runs. */
static void take_samples(struct suite_run *run, uint64_t goal, bool warms)
{
    enum {
        ROOM = 1000
    };
    size_t list[ROOM], count, out;

    while (!run->over && !stop_wanted() && (count = suite_plan(run, goal, warms, list, ROOM)) > 0) {
        double before = count_done(run, false);

        show_progress(run, &run->candidates[list[0]], MEASURED);
        if (bring_back(run, list, count) && suite_take_samples(run, list, count, warms, &out))
            leave(run, &run->candidates[out]);
        add_progress(run, MEASURED, count_done(run, false) - before);
    }
}

struct candidate *suite_kernel(const struct suite_run *run, size_t index)
{
    return &run->candidates[index == 0 ? 0 : run->references + index];
}

static bool has_kernel(const struct suite_run *run)
{
    bool has = false;

    for (size_t i = 0; i < run->count - run->references; i++)
        has = has || suite_kernel(run, i)->fault.code == FAULT_NONE;
    return has;
}

/* Rounds that are missing until each kernel's samples take the time that the schedule says. */
static uint64_t missing_rounds(const struct suite_run *run, uint64_t rounds)
{
    const double least_ms = run->schedule->tuned.least_ms;
    double most = 0;

    for (size_t i = 0; i < run->count && least_ms > 0; i++) {
        const struct measurement *measurement = &run->candidates[i].measurement;
        double ms = 0;

        for (size_t j = 0; j < measurement->sample_count; j++)
            ms += measurement->samples[j].device_ms;
        if (run->candidates[i].fault.code == FAULT_NONE && ms > 0)
            most = fmax(most, ceil((least_ms / ms - 1) * (double)measurement->sample_count));
    }
    return (uint64_t)fmin(most, (double)SUITE_SAMPLES - (double)rounds);
}

/* Goes on with a final until the means are known, and verifies what its last runs have left. */
static void end_final(struct suite_run *run)
{
    const struct schedule *schedule = run->schedule;
    uint64_t rounds = schedule->iterations, missing = missing_rounds(run, rounds);

    if (!run->over && missing > 0)
        take_samples(run, schedule->warm_up + (rounds += missing), false);
    while (!run->over && rounds < schedule->tuned.most && !suite_is_steady(run))
        take_samples(run, schedule->warm_up + ++rounds, false);
    for (size_t i = 0; i < run->count && !run->over && schedule->tuned.most > 0; i++)
        if (suite_verify(run, &run->candidates[i], &run->candidates[i].fault))
            leave(run, &run->candidates[i]);
}

/* Whether a candidate was verified and, unless nothing is launched, measured. */
static bool has_figures(const struct suite_run *run, const struct candidate *candidate)
{
    const struct measurement *measurement = &candidate->measurement;

    return candidate->fault.code == FAULT_NONE && measurement->verified[0] != '\0' &&
           (run->schedule->iterations == 0 || measurement->sample_count > 0);
}

/* We are to stop: a candidate without figures is out, and the others have as many samples as the one
 * that has the fewest. */
static void cut_short(struct suite_run *run)
{
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < run->count; i++) {
        struct candidate *candidate = &run->candidates[i];

        if (!has_figures(run, candidate))
            stop_fault(&candidate->fault);
        else if (candidate->measurement.sample_count < least)
            least = candidate->measurement.sample_count;
    }
    for (size_t i = 0; i < run->count; i++)
        if (has_figures(run, &run->candidates[i]))
            run->candidates[i].measurement.sample_count = least;
}

/* Warms up, measures and sums up those that are in; nobody where none is in that others are to be
 * compared with. */
static void measure(struct suite_run *run)
{
    const bool has = has_kernel(run);

    if (!has) {
        add_progress(run, MEASURED, count_done(run, true));
    } else if (run->schedule->iterations > 0) {
        add_progress(run, MEASURED, count_done(run, false));
        take_samples(run, run->schedule->warm_up, true);
        take_samples(run, run->schedule->warm_up + run->schedule->iterations, false);
        end_final(run);
    }
    if (stop_wanted())
        cut_short(run);
    for (size_t i = 0; i < run->count && has; i++) {
        struct candidate *candidate = &run->candidates[i];

        if (candidate->fault.code == FAULT_NONE &&
            suite_summarise(run, candidate, &candidate->fault))
            leave(run, candidate);
    }
}

static void release(struct suite_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        struct candidate *candidate = &run->candidates[i];

        suite_leave(run, candidate);
        suite_free_candidate(candidate);
    }
    free(run->candidates);
}

/* A generated kernel has the transposes of the case, unless somebody says others. */
static struct recipe suit(const struct suite_run *run, const struct recipe *recipe)
{
    struct recipe suited = *recipe;

    if (*run->on->transpose != '\0' && recipe->path == NULL && recipe->transpose == NULL &&
        settings_find(&run->suite->settings, "transpose") == NULL &&
        settings_find(&recipe->settings, "transpose") == NULL)
        suited.transpose = run->on->transpose;
    return suited;
}

/* Takes the kernels that are left, and who they are compared with. Errors: FAULT_IO (memory). */
static int take_candidates(struct suite_run *run, const struct recipe **left, size_t count,
                           struct fault *fault)
{
    const struct suite *of = run->suite;

    run->references = of->other_count + of->library_count;
    run->count = count + run->references;
    run->sharers = run->references > 0 ? 1 + run->references : count;
    run->candidates = calloc(run->count, sizeof *run->candidates);
    if (run->candidates == NULL) {
        run->count = 0;
        return fault_memory(fault);
    }
    for (size_t i = 0; i < count; i++)
        suite_kernel(run, i)->recipe = suit(run, left[i]);
    for (size_t i = 0; i < run->references; i++) {
        struct candidate *reference = &run->candidates[1 + i];
        const bool is_kernel = i < of->other_count;

        reference->recipe = suit(run, is_kernel ? &of->others[i] : left[0]);
        reference->library = is_kernel ? NULL : &of->libraries[i - of->other_count];
    }
    return 0;
}

/* Measures the kernels that are left, but for those that are apart, which become those left. */
static int measure_together(struct suite_run *run, const struct recipe **left, size_t *count,
                            struct fault *fault)
{
    const struct observer *observer = run->observer;
    const size_t kernels = *count;
    int status = take_candidates(run, left, kernels, fault);

    *count = 0;
    if (status == 0) {
        make_candidates(run);
        progress_clear(run->progress);
        if (observer->verified != NULL && !run->over)
            observer->verified(observer->self, run);
        if (!run->over)
            measure(run);
        progress_clear(run->progress);
        if (run->schedule->tuned.most == 0 || !stop_wanted()) /* half a final says nothing */
            status = observer->measured(observer->self, run, fault);
        for (size_t i = 0; i < kernels; i++)
            if (suite_kernel(run, i)->apart)
                left[(*count)++] = left[i];
    }
    release(run);
    return status;
}

static int measure_case(struct suite_run *run, struct fault *fault)
{
    size_t count = run->suite->kernel_count;
    const struct recipe **left = calloc(count, sizeof *left);
    int status = left == NULL ? fault_memory(fault) : 0;

    for (size_t i = 0; i < count && status == 0; i++)
        left[i] = &run->suite->kernels[i];
    while (count > 0 && status == 0 && !stop_wanted()) {
        status = measure_together(run, left, &count, fault);
        if (count > 0)
            expect(run->progress, run->schedule, run->references);
    }
    free(left);
    return status;
}

int suite_measure(struct executor *executor, const struct suite *suite,
                  const struct schedule *schedule, const struct observer *observer,
                  struct fault *fault)
{
    struct progress progress;
    struct suite_run run = {.suite = suite,
                            .schedule = schedule,
                            .observer = observer,
                            .executor = executor,
                            .random = schedule->seed,
                            .progress = &progress};
    int status = 0;

    progress_open(&progress, observer->format);
    progress_expect(&progress, VERIFIED, "verified", 0);
    progress_expect(&progress, MEASURED, "measured", 0);
    expect(&progress, schedule,
           suite->case_count * (suite->kernel_count + suite->other_count + suite->library_count));
    for (size_t i = 0; i < suite->case_count && status == 0 && !stop_wanted(); i++) {
        run.on = &suite->cases[i];
        status = measure_case(&run, fault);
    }
    return status == 0 && stop_wanted() ? stop_fault(fault) : status;
}
