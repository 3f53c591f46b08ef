/* A kernel that a search tries: built once for all cases, and left where it is hopeless. */
#include <math.h>

#include "harness/engine/internal.h"
#include "harness/worker/instance.h"

/* The sample to warm up is slower by itself: it is the last one if it is this much slower than the
 * best. */
static const double hopeless_at_once = 3;

/* One whose sample to warm up is at most this much slower may be the best: it is measured so many times as long. */
static const double near_best = 1.25, more_near_best = 12;

/* Milliseconds. A longer one is known well enough by it, where nothing is known that is better. */
static const double long_ms = 300;

static int tell(const struct suite_run *run, enum suite_stage stage, struct fault *fault)
{
    return run->observer->reached(run->observer->self, run->candidates, stage, fault);
}

/* Brings the kernel into its slot where it does not stand there yet. */
static int build(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    if (candidate->built && client_runs(&run->executor->client))
        return 0;
    candidate->built = tell(run, SUITE_BUILDS, fault) == 0 &&
                       suite_fill_slot(run, candidate, fault) == 0 &&
                       tell(run, SUITE_BUILT, fault) == 0;
    return candidate->built ? 0 : -1;
}

/* Sets the kernel up on the case, and verifies it unless it is trusted. */
static int enter(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    if (tell(run, SUITE_RUNS, fault) ||
        suite_enter(run, candidate, !candidate->trusted, NULL, fault))
        return -1;
    return candidate->trusted ? 0 : tell(run, SUITE_VERIFIED, fault);
}

/* Takes so many samples, or fewer where one is slower than `stop_ms` (0: none is). */
static int take(struct suite_run *run, struct candidate *candidate, uint64_t count, double stop_ms)
{
    const struct measurement *measurement = &candidate->measurement;
    const uint64_t goal = candidate->runs + count;
    size_t list[SUITE_SAMPLES], planned, out;

    run->stop_ms = stop_ms;
    while ((planned = suite_plan(run, goal, false, list, sizeof list / sizeof *list)) > 0) {
        if (suite_take_samples(run, list, planned, false, &out))
            return -1;
        if (stop_ms > 0 && measurement->samples[measurement->sample_count - 1].device_ms > stop_ms)
            break;
    }
    return 0;
}

/* Samples of a kernel that is not hopeless: those of the schedule, of a short one as many as take the time that it says, and of one that may be the best
 * as many as take several times that. */
static uint64_t count_samples(const struct schedule *schedule, double ms, double best_ms)
{
    const double times = best_ms == 0 || ms <= near_best * best_ms ? more_near_best : 1;
    const double enough = ms > 0 ? ceil(times * schedule->tuned.least_ms / ms) : 0;

    return enough > (double)schedule->iterations ? (uint64_t)fmin(enough, SUITE_SAMPLES)
                                                 : schedule->iterations;
}

/* Takes the samples of a case. The first one warms up; it counts only where it is hopeless, or long and nothing better is known. */
static int measure(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    struct measurement *measurement = &candidate->measurement;
    const double best = candidate->best_ms;

    measurement->sample_count = 0;
    if (take(run, candidate, 1, 0))
        return -1;
    const double first = measurement->samples[0].device_ms;
    if (first <= (best == 0 ? long_ms : hopeless_at_once * best)) {
        measurement->sample_count = 0;
        if (take(run, candidate, count_samples(run->schedule, first, best), SUITE_HOPELESS * best))
            return -1;
    }
    return suite_summarise(run, candidate, fault);
}

/* Makes the kernel, for each case that says sizes of a product in index notation anew. */
static int make(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    if (candidate->made && run->on->at == NULL)
        return 0;
    if (candidate->made)
        kernel_release(&candidate->kernel);
    candidate->built = false;
    candidate->made =
        suite_make_kernel(run, &candidate->recipe, NULL, &candidate->kernel, fault) == 0;
    candidate->manifest = candidate->made ? &candidate->kernel.manifest : NULL;
    return candidate->made ? 0 : -1;
}

static int try_case(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    suite_free_samples(candidate);
    return make(run, candidate, fault) || instance_supported(candidate->manifest, fault) ||
                   suite_resolve(candidate, &run->on->test_case, fault) ||
                   build(run, candidate, fault) || suite_describe(run, candidate, fault) ||
                   enter(run, candidate, fault) || measure(run, candidate, fault)
               ? -1
               : 0;
}

/* Tries the kernel on a case unless its observer knows what comes of it. */
static int take_case(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    const struct observer *observer = run->observer;
    bool known = false;

    candidate->on = run->on;
    if (observer->before(observer->self, candidate, &known, fault))
        return -1;
    if (known)
        return 0;
    if (try_case(run, candidate, &candidate->fault) == 0)
        return observer->measured(observer->self, run, fault);
    observer->lost(observer->self, run, candidate);
    fault_clear(&candidate->fault);
    return 0;
}

int suite_try(struct executor *executor, const struct suite *suite, const struct schedule *schedule,
              const struct observer *observer, struct fault *fault)
{
    struct progress progress;
    struct candidate candidate = {.recipe = *suite->kernels, .core = NULL};
    struct suite_run run = {.suite = suite,
                            .schedule = schedule,
                            .observer = observer,
                            .executor = executor,
                            .candidates = &candidate,
                            .count = 1,
                            .sharers = 1,
                            .progress = &progress};
    int status = 0;

    run.on = suite->cases;
    if (make(&run, &candidate, fault))
        return -1;
    progress_open(&progress, observer->format);
    for (size_t i = 0; i < suite->case_count && status == 0; i++) {
        run.on = &suite->cases[i];
        status = take_case(&run, &candidate, fault);
    }
    suite_free_candidate(&candidate);
    return status;
}
