#include "harness/race/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Above this many multiply-adds a result is verified by random vectors, not in full. */
static const double full_limit = 0x1p31;

const char *entrant_label(const struct entrant *entrant)
{
    return entrant->blas != NULL               ? entrant->blas->name
           : entrant->origin->label[0] != '\0' ? entrant->origin->label
           : entrant->made                     ? entrant->subject.manifest.name
                                               : "kernel";
}

size_t race_steps(const struct entrant *entrant)
{
    return entrant->blas != NULL ? 0 : entrant->manifest->step_count;
}

int race_verify(const struct race *race, struct entrant *entrant, enum verification how,
                struct verdict *verdict, struct fault *fault)
{
    return trial_verify(&entrant->trial, how, full_limit, race->options->seed, verdict, fault);
}

/* --------------------------------------------------------------------------- kernel or library */

/* "f32", or where they differ "f16 x f32 to f64". */
static const char *types_of(const struct problem *problem, char text[], size_t size)
{
    const char *const *types = problem->type_name;

    if (strcmp(types[0], types[1]) == 0 && strcmp(types[0], types[2]) == 0)
        return types[0];
    snprintf(text, size, "%s x %s to %s", types[0], types[1], types[2]);
    return text;
}

/* Refuses a kernel that computes something else than the first one, which the others are compared
 * with. */
static int check_problem(const struct race *race, const struct entrant *entrant,
                         struct fault *fault)
{
    static const char *const ends[2] = {"n", "t"};
    const struct manifest *first = race->entrants[0].manifest;
    const struct problem *ours = &first->problem, *theirs = &entrant->manifest->problem;
    char texts[2][100];
    const char *own = types_of(ours, texts[0], sizeof texts[0]);
    const char *other = types_of(theirs, texts[1], sizeof texts[1]);

    if (strcmp(own, other) == 0 && ours->column_layout == theirs->column_layout &&
        ours->transpose[0] == theirs->transpose[0] && ours->transpose[1] == theirs->transpose[1])
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "it multiplies %s %s-major %s%s, and %s, which it is compared with, %s "
                     "%s-major %s%s; ask --type, --layout or --transpose for both",
                     other, theirs->column_layout ? "column" : "row", ends[theirs->transpose[0]],
                     ends[theirs->transpose[1]], entrant_label(&race->entrants[0]), own,
                     ours->column_layout ? "column" : "row", ends[ours->transpose[0]],
                     ends[ours->transpose[1]]);
}

/* Another kernel than the first computes what that does, of the same sizes. */
static void follow_first(const struct race *race, struct origin *origin, struct wish *wish)
{
    const struct entrant *first = &race->entrants[0];

    origin->like = &first->manifest->problem;
    for (int i = 0; i < 3; i++) {
        wish->size[i] = first->trial.launch.value[SYMBOL_M + i];
        wish->has_size[i] = true;
    }
}

static int open_kernel(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct race_options *options = race->options;
    struct venue *venue = race->venue;
    struct manifest *manifest = &entrant->subject.manifest;
    struct origin origin = *entrant->origin;
    struct wish wish = options->wish;

    if (race->against && entrant != race->entrants && race->entrants[0].fault.code == FAULT_NONE)
        follow_first(race, &origin, &wish);
    if (subject_make(&options->settings, &origin, wish.size, &venue->voice, &entrant->subject,
                     fault))
        return -1;
    entrant->made = true;
    entrant->manifest = manifest;
    if (race->against && race->entrants[0].made && check_problem(race, entrant, fault))
        return -1;
    if (trial_supported(manifest, fault) ||
        program_build(&venue->device, manifest, entrant->subject.source, options->edited,
                      &entrant->built, fault))
        return -1;
    return trial_open(&venue->device, manifest, &entrant->built, &wish, false,
                      options->memory / race->count, &entrant->trial, fault);
}

/* A library has the problem of the kernel that opens the race. */
static int open_library(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct entrant *kernel = &race->entrants[0];

    if (kernel->fault.code != FAULT_NONE)
        return fault_set(fault, kernel->fault.code, "there is no kernel to compare with");
    entrant->manifest = kernel->manifest;
    return trial_open_blas(entrant->blas, entrant->manifest, &race->options->wish,
                           race->options->memory / race->count, &entrant->trial, fault);
}

/* ----------------------------------------------------------------------- before the first turn */

static void describe_verdict(const struct verdict *verdict, bool full, char *text, size_t room)
{
    const char *how = full ? "every element" : "4 random vectors";

    if (verdict->exact)
        snprintf(text, room, "%s against OpenBLAS in double, whole numbers, exact", how);
    else
        snprintf(text, room, "%s against OpenBLAS in double, worst error %.2g of the bound", how,
                 verdict->worst);
}

/* Data that must come out exact, before anything is measured. */
static int verify_first(const struct race *race, struct entrant *entrant, struct fault *fault)
{
    struct trial *trial = &entrant->trial;
    struct result *result = &entrant->result;
    struct verdict verdict;
    enum verification how;
    double operations = (double)result->m * (double)result->n * (double)result->k;
    uint64_t passes = trial_passes(trial);

    for (uint64_t i = 0; i < passes; i++)
        if (trial_load(trial, DATA_WHOLE, false, race->options->seed + i, &how, fault) ||
            runner_run(trial->runner, NULL, fault) ||
            race_verify(race, entrant, how, &verdict, fault))
            return -1;
    describe_verdict(&verdict, operations <= full_limit, result->verified, sizeof result->verified);
    return 0;
}

static int load_data(const struct race *race, struct entrant *entrant, struct fault *fault)
{
    struct run_times times;

    if (trial_load(&entrant->trial, race->options->data, false, race->options->seed, &entrant->how,
                   fault) ||
        runner_prepare(entrant->trial.runner, &times, fault))
        return -1;
    entrant->result.prepare_ms = times.device_ms;
    return 0;
}

/* The peak is the device's, whatever the kernel is made for; a library that runs elsewhere has none.
 * A sum in half takes products in half; where the sum is wider its additions are the peak. */
static int find_peak(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const enum element_type type = entrant->manifest->problem.arithmetic.accumulate;
    struct peak *peak = &race->venue->peaks[type];

    const struct device *device = &race->venue->device;

    if (peak->gflops == 0 && peak_find(device, race->options->peak, type, peak, fault))
        return -1;
    if (entrant->blas == NULL || !entrant->blas->on_host || (device->type & CL_DEVICE_TYPE_CPU))
        entrant->result.peak = *peak;
    return 0;
}

static void describe(struct entrant *entrant)
{
    const struct launch *launch = &entrant->trial.launch;
    const struct manifest *manifest = entrant->manifest;
    struct result *result = &entrant->result;

    result->label = entrant_label(entrant);
    result->manifest = manifest;
    result->m = launch->value[SYMBOL_M];
    result->n = launch->value[SYMBOL_N];
    result->k = launch->value[SYMBOL_K];
    result->alpha = launch->alpha;
    result->beta = launch->beta;
    result->flops = 2.0 * (double)result->m * (double)result->n * (double)result->k;
    for (size_t i = 0; i < race_steps(entrant); i++)
        if (!manifest->steps[i].prepare && launch_runs(launch, &manifest->steps[i]))
            result->bytes +=
                launch_sum(launch, manifest->steps[i].bytes, manifest->steps[i].bytes_count);
    result->build_ms = entrant->built.build_ms;
    result->worst = -1;
}

int race_make_entrant(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct race_options *options = race->options;
    struct result *result = &entrant->result;
    size_t steps;

    if (entrant->blas != NULL ? open_library(race, entrant, fault)
                              : open_kernel(race, entrant, fault))
        return -1;
    describe(entrant);
    if (options->iterations == 0) {
        snprintf(result->verified, sizeof result->verified, "no: nothing was launched (-i 0)");
        return 0;
    }
    steps = race_steps(entrant);
    result->iterations = calloc(options->iterations, sizeof *result->iterations);
    result->step_ms = calloc(steps + 1, sizeof *result->step_ms);
    entrant->step_times = calloc(options->iterations * steps + 1, sizeof *entrant->step_times);
    if (result->iterations == NULL || result->step_ms == NULL || entrant->step_times == NULL)
        return fault_memory(fault);
    return verify_first(race, entrant, fault) || load_data(race, entrant, fault) ||
                   find_peak(race, entrant, fault)
               ? -1
               : 0;
}
