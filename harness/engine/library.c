#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/engine/internal.h"
#include "harness/run/blas.h"
#include "harness/worker/orders.h"

/* What a worker tells of a library: a new reference; NULL: it has none. */
static json_t *ask(struct executor *executor, const struct library *library, struct fault *fault)
{
    const struct build_order build = {.library = library->name, .threads = library->wanted};
    json_t *answer, *facts;

    executor_ask(executor, LIMIT_COMPILE, NULL, order_build(&build), &answer, fault);
    facts = json_incref(json_object_get(answer, "library"));
    json_decref(answer);
    return facts;
}

/* Starts the library in a worker of its own, the next of the cores, which tells of it. */
static json_t *open_core(struct executor *executor, struct library *library, const char *setting,
                         struct fault *fault)
{
    struct core *core = &library->cores[library->core_count];
    struct executor_options options = executor->options;
    json_t *facts;

    memset(core, 0, sizeof *core);
    snprintf(core->setting, sizeof core->setting, "%s", setting);
    options.worker.setting = *setting == '\0' ? NULL : core->setting;
    if (executor_prepare(&options, &core->executor, fault))
        return NULL;
    facts = ask(&core->executor, library, fault);
    if (facts == NULL) {
        executor_close(&core->executor);
        return NULL;
    }
    snprintf(core->name, sizeof core->name, "%s", member_text(facts, "core"));
    library->core_count++;
    return facts;
}

static void close_last(struct library *library)
{
    executor_close(&library->cores[--library->core_count].executor);
}

/* A core type that the library has not got is one that there is already. */
static bool is_new(const struct library *library, const struct core *core)
{
    for (const struct core *other = library->cores; other < core; other++)
        if (strcasecmp(other->name, core->name) == 0)
            return false;
    return true;
}

/* Tells that a library takes no part with a core type, and why. */
static void tell(const struct library *library, const char *core, struct fault *fault)
{
    char before[80];

    if (stop_wanted())
        return;
    snprintf(before, sizeof before, "core type %s", core);
    fault_prefix(fault, before);
    library->observer.tell(library->observer.self, library->name, core, fault->text);
}

static void add_cores(struct executor *executor, struct library *library, const json_t *settings)
{
    for (size_t i = 0;
         i < json_array_size(settings) && library->core_count < LIBRARY_CORES && !stop_wanted();
         i++) {
        const char *setting = json_string_value(json_array_get(settings, i));
        struct fault fault = {0};
        json_t *facts = open_core(executor, library, setting, &fault);

        if (facts == NULL)
            tell(library, strchr(setting, '=') + 1, &fault);
        else if (!is_new(library, &library->cores[library->core_count - 1]))
            close_last(library);
        json_decref(facts);
        fault_clear(&fault);
    }
}

/* Adds "; of the core types Zen, Haswell the fastest on each problem". */
static void describe_cores(struct library *library)
{
    const size_t room = sizeof library->words, count = library->core_count;

    for (size_t i = 0; i < count && count > 1; i++)
        text_append(library->words, room, "%s%s", i == 0 ? "; of the core types " : ", ",
                    library->cores[i].name);
    if (count > 1)
        text_append(library->words, room, " the fastest on each problem");
}

/* Starts the library with the core type that it takes by itself. */
static json_t *open_on_host(struct executor *executor, struct library *library, struct fault *fault)
{
    const struct device *device = &executor->device;
    json_t *facts;

    if (device->type & CL_DEVICE_TYPE_CPU)
        library->wanted = device->compute_units;
    library->cores = calloc(LIBRARY_CORES, sizeof *library->cores);
    if (library->cores == NULL) {
        fault_memory(fault);
        return NULL;
    }
    facts = open_core(executor, library, "", fault);
    if (facts == NULL && fault->code == FAULT_DEVICE) /* its process says no name */
        fault_prefix(fault, library->name);
    return facts;
}

int library_open(struct executor *executor, const char *name,
                 const struct library_observer *observer, struct library *library,
                 struct fault *fault)
{
    json_t *facts;

    *library = (struct library){.name = name, .on_host = blas_on_host(name), .observer = *observer};
    facts =
        library->on_host ? open_on_host(executor, library, fault) : ask(executor, library, fault);
    if (facts == NULL) {
        library_close(library);
        return -1;
    }
    snprintf(library->words, sizeof library->words, "%s", member_text(facts, "words"));
    if (library->on_host) {
        library->threads = (unsigned)member_integer(facts, "threads");
        add_cores(executor, library, json_object_get(facts, "settings"));
        describe_cores(library);
    }
    json_decref(facts);
    return 0;
}

void library_close(struct library *library)
{
    while (library->core_count > 0)
        close_last(library);
    free(library->cores);
    memset(library, 0, sizeof *library);
}

/* ---------------------------------------------------------------------------------- core types */

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
    const int status = executor_ask(&candidate->core->executor, LIMIT_RUN, NULL, order_run(&order),
                                    &answer, fault);

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
    lost = core->executor.client.lost;
    suite_leave(run, candidate);
    if (!lost)
        return -1;
    core->out = true;
    progress_clear(run->progress);
    tell(candidate->library, core->name, fault);
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
    const int axis_of_groups = (int)candidate->manifest->problem.ragged - SYMBOL_M;
    struct launch launch;
    bool is_smaller = false;

    for (int i = 0; i < 3; i++)
        if (test_case->size[i] > SMALL && (!test_case->has_groups || axis_of_groups != i)) {
            test_case->size[i] = SMALL;
            test_case->has_size[i] = is_smaller = true;
        }
    return is_smaller && launch_resolve(candidate->manifest, test_case, &launch, NULL) == 0;
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
