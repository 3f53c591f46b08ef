#include "harness/engine/internal.h"
#include "harness/worker/orders.h"

#include <math.h>
#include <string.h>

enum {
    SMALL = 512, /* sizes of a problem that is measured before a larger one */
    RUNS = 5     /* of a core type in a row, as far as the worker's limit for one order lets them */
};

/* Both problems are measured twice, for moments when the machine is slow. A core type that takes
 * more than so many times the least time is left out of the next measurement. Less would leave out
 * the fastest in such a moment. */
static const double margin = 2;

/* Measures a candidate's core type; *ms becomes the time of a run where it is less, or the first
 * one. */
static int measure(struct suite_run *run, struct candidate *candidate, double *ms,
                   struct fault *fault)
{
    const size_t slot = suite_slot(run, candidate);
    const size_t slots[RUNS] = {slot, slot, slot, slot, slot};
    const struct run_order order = {
        .slots = slots, .count = RUNS, .settle = true, .rest = true, .most_ms = WORKER_RUN_MS};
    json_t *answer, *sample;
    size_t i;
    const int status = executor_run(&candidate->core->executor, order_run(&order), &answer, fault);

    json_array_foreach(json_object_get(answer, "runs"), i, sample)
    {
        double taken = member_number(sample, "wall_ms");

        if (*ms <= 0 || taken < *ms)
            *ms = taken;
    }
    json_decref(answer);
    return status;
}

/* A core type whose process ends is out for good; any other fault is one of the library. */
static int try_core(struct suite_run *run, struct candidate *candidate, double *ms,
                    struct fault *fault)
{
    struct core *core = candidate->core;
    bool lost;

    if (suite_bring(run, candidate, fault) == 0 && measure(run, candidate, ms, fault) == 0) {
        suite_leave(run, candidate);
        return 0;
    }
    lost = core->executor.lost;
    suite_leave(run, candidate);
    if (!lost)
        return -1;
    core->out = true;
    progress_clear(run->progress);
    library_tell(candidate->library, core->name, fault);
    fault_clear(fault);
    return 0;
}

/* The core of the least time; NULL: there is none. */
static struct core *find_fastest(const struct candidate *candidate, double *ms)
{
    const struct library *library = candidate->library;
    struct core *fastest = NULL;

    for (size_t i = 0; i < library->core_count; i++)
        if (!library->cores[i].out && candidate->core_ms[i] > 0 &&
            (fastest == NULL || candidate->core_ms[i] < *ms)) {
            fastest = &library->cores[i];
            *ms = candidate->core_ms[i];
        }
    return fastest;
}

/* Measures those that are in, and keeps in who is within `limit` times the least time. */
static int measure_all(struct suite_run *run, struct candidate *candidate, double limit, bool *in,
                       struct fault *fault)
{
    const struct library *library = candidate->library;
    double least;

    for (size_t i = 0; i < library->core_count; i++) {
        candidate->core = &library->cores[i];
        if (in[i] && !candidate->core->out &&
            try_core(run, candidate, &candidate->core_ms[i], fault))
            return -1;
    }
    candidate->core = find_fastest(candidate, &least);
    if (candidate->core == NULL)
        return fault_set(fault, FAULT_DEVICE, "it runs with no core type");
    for (size_t i = 0; i < library->core_count; i++)
        in[i] = candidate->core_ms[i] > 0 && candidate->core_ms[i] <= limit * least;
    return 0;
}

/* Gives a candidate a smaller problem of the same kind. False: its own is small, or the only one
 * that the kernel is for. */
static bool make_small(struct candidate *candidate)
{
    struct test_case *test_case = &candidate->test_case;
    struct fault ignored = {0};
    struct launch launch;
    bool is_smaller = false, fits;

    for (int i = 0; i < 3; i++)
        if (test_case->size[i] > SMALL) {
            test_case->size[i] = SMALL;
            test_case->has_size[i] = is_smaller = true;
        }
    fits = launch_resolve(candidate->manifest, test_case, &launch, &ignored) == 0;
    fault_clear(&ignored);
    return is_smaller && fits;
}

int suite_choose_core(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    const struct test_case test_case = candidate->test_case;
    bool in[LIBRARY_CORES];
    int status = 0;

    candidate->core = candidate->library->cores; /* NULL: it has none */
    if (candidate->library->core_count < 2)
        return 0;
    memset(in, true, sizeof in);
    if (make_small(candidate))
        status = measure_all(run, candidate, HUGE_VAL, in, fault) ||
                         measure_all(run, candidate, margin, in, fault)
                     ? -1
                     : 0;
    candidate->test_case = test_case;
    memset(candidate->core_ms, 0, sizeof candidate->core_ms);
    return status != 0 || measure_all(run, candidate, margin, in, fault) ||
                   measure_all(run, candidate, margin, in, fault)
               ? -1
               : 0;
}
