#include "harness/race.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/timing.h"

/* Above this many multiply-adds a result is verified by random vectors, not in full. */
static const double full_limit = 0x1p31;

int venue_open(const struct options *options, bool generates, struct venue *venue,
               struct fault *fault)
{
    memset(venue, 0, sizeof *venue);
    if (device_open(&options->device, &venue->device, fault))
        return -1;
    if (generates)
        device_voice_find(&venue->device, &venue->voice);
    return 0;
}

void venue_close(struct venue *venue)
{
    device_close(&venue->device);
}

const char *entrant_label(const struct entrant *entrant)
{
    return entrant->blas != NULL               ? entrant->blas->name
           : entrant->origin->label[0] != '\0' ? entrant->origin->label
           : entrant->made                     ? entrant->subject.manifest.name
                                               : "kernel";
}

static void describe_verdict(const struct verdict *verdict, bool full, char *text, size_t room)
{
    const char *how = full ? "every element" : "4 random vectors";

    if (verdict->exact)
        snprintf(text, room, "%s against OpenBLAS in double, whole numbers, exact", how);
    else
        snprintf(text, room, "%s against OpenBLAS in double, worst error %.2g of the bound", how,
                 verdict->worst);
}

/* One run with data that must come out exact, before anything is measured. */
static int verify_once(const struct race *race, struct entrant *entrant, struct fault *fault)
{
    struct trial *trial = &entrant->trial;
    struct result *result = &entrant->result;
    struct verdict verdict;
    enum verification how;
    double operations = (double)result->m * (double)result->n * (double)result->k;

    if (trial_load(trial, DATA_WHOLE, false, race->options->seed, &how, fault) ||
        runner_run(trial->runner, NULL, fault) ||
        trial_verify(trial, how, full_limit, race->options->seed, &verdict, fault))
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

static int find_peak(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct manifest *manifest = entrant->manifest;
    const char *wanted = race->options->peak;
    /* A sum in half takes products in half; where the sum is wider its additions are the peak. */
    enum element_type type = manifest->problem.arithmetic.accumulate;
    struct peak *measured = &race->venue->measured[type];
    struct peak *peak = &entrant->result.peak;
    bool by_profile = wanted != NULL && strcmp(wanted, "profile") == 0;

    if (race->against)
        return 0;
    if (wanted != NULL && !by_profile && strcmp(wanted, "measured") != 0) {
        peak->gflops = strtod(wanted, NULL);
        snprintf(peak->words, sizeof peak->words, "stated on the command line");
        return 0;
    }
    if ((wanted == NULL || by_profile) && peak_stated(&race->venue->device, manifest, peak))
        return 0;
    if (by_profile)
        return fault_set(fault, FAULT_REFUSED, "there is no peak by profile: %s",
                         manifest->peak_formula == NULL ? "the manifest states none"
                                                        : "the device tells no clock");
    if (measured->gflops == 0 && peak_measure(&race->venue->device, type, measured, fault))
        return -1;
    *peak = *measured;
    return 0;
}

/* Steps whose times are known. */
static size_t entrant_steps(const struct entrant *entrant)
{
    return entrant->blas != NULL ? 0 : entrant->manifest->step_count;
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
    for (size_t i = 0; i < entrant_steps(entrant); i++)
        if (!manifest->steps[i].prepare && launch_runs(launch, &manifest->steps[i]))
            result->bytes +=
                launch_sum(launch, manifest->steps[i].bytes, manifest->steps[i].bytes_count);
    result->build_ms = entrant->built.build_ms;
    result->worst = -1;
}

/* The problem's sizes: those that were asked for, else 1024. */
static struct wish complete_wish(const struct options *options)
{
    struct wish wish = options->wish;

    for (int i = 0; i < 3; i++)
        if (!wish.has_size[i])
            wish.size[i] = 1024;
    return wish;
}

/* Refuses a kernel that computes something else than the first one, which the others are compared
 * with. */
static int check_problem(const struct race *race, const struct entrant *entrant,
                         struct fault *fault)
{
    static const char *const ends[2] = {"n", "t"};
    const struct manifest *first = race->entrants[0].manifest;
    const struct problem *ours = &first->problem, *theirs = &entrant->manifest->problem;

    if (strcmp(ours->type_name[0], theirs->type_name[0]) == 0 &&
        ours->column_layout == theirs->column_layout &&
        ours->transpose[0] == theirs->transpose[0] && ours->transpose[1] == theirs->transpose[1])
        return 0;
    return fault_set(
        fault, FAULT_REFUSED,
        "it multiplies %s %s-major %s%s, and %s, which it is compared with, %s "
        "%s-major %s%s; ask --type, --layout or --transpose for both",
        theirs->type_name[0], theirs->column_layout ? "column" : "row", ends[theirs->transpose[0]],
        ends[theirs->transpose[1]], entrant_label(&race->entrants[0]), ours->type_name[0],
        ours->column_layout ? "column" : "row", ends[ours->transpose[0]], ends[ours->transpose[1]]);
}

static int open_kernel(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct options *options = race->options;
    struct venue *venue = race->venue;
    struct manifest *manifest = &entrant->subject.manifest;
    struct wish wish = complete_wish(options);

    if (subject_make(options, entrant->origin, &venue->voice, &entrant->subject, fault))
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
    struct wish wish = complete_wish(race->options);

    if (kernel->fault.code != FAULT_NONE)
        return fault_set(fault, kernel->fault.code, "there is no kernel to compare with");
    entrant->manifest = kernel->manifest;
    return trial_open_blas(entrant->blas, entrant->manifest, &wish,
                           race->options->memory / race->count, &entrant->trial, fault);
}

static int make_entrant(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct options *options = race->options;
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
    steps = entrant_steps(entrant);
    result->iterations = calloc(options->iterations, sizeof *result->iterations);
    result->step_ms = calloc(steps + 1, sizeof *result->step_ms);
    entrant->step_times = calloc(options->iterations * steps + 1, sizeof *entrant->step_times);
    if (result->iterations == NULL || result->step_ms == NULL || entrant->step_times == NULL)
        return fault_memory(fault);
    return verify_once(race, entrant, fault) || load_data(race, entrant, fault) ||
                   find_peak(race, entrant, fault)
               ? -1
               : 0;
}

/* Whether some step has to run for new weights. */
static bool has_preparation(const struct entrant *entrant)
{
    for (size_t i = 0; i < entrant_steps(entrant); i++)
        if (entrant->manifest->steps[i].prepare &&
            launch_runs(&entrant->trial.launch, &entrant->manifest->steps[i]))
            return true;
    return false;
}

/* Operands to the device, the run, C back: times of the host, from ordinary memory. Weights that
 * are new are prepared anew. */
static int run_with_transfer(struct trial *trial, struct run_times *times,
                             struct iteration *iteration, struct fault *fault)
{
    double sent, received;

    if (trial_send(trial, &sent, fault) || runner_prepare(trial->runner, times, fault))
        return -1;
    iteration->prepare_ms = times->wall_ms;
    if (runner_run(trial->runner, times, fault) || trial_receive(trial, &received, fault))
        return -1;
    iteration->transfer_ms = sent + iteration->prepare_ms + received;
    return 0;
}

static int run_prepared(const struct race *race, struct entrant *entrant, struct run_times *times,
                        struct iteration *iteration, struct fault *fault)
{
    if (race->against && has_preparation(entrant)) {
        if (runner_prepare(entrant->trial.runner, times, fault))
            return -1;
        iteration->prepare_ms = times->wall_ms;
    }
    return runner_run(entrant->trial.runner, times, fault);
}

static int run_once(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct options *options = race->options;
    struct trial *trial = &entrant->trial;
    struct result *result = &entrant->result;
    struct iteration *iteration = &result->iterations[result->iteration_count];
    size_t steps = entrant_steps(entrant);
    struct run_times times;
    struct verdict verdict;

    if ((options->validate && trial_reset(trial, fault)) ||
        (options->with_transfer ? run_with_transfer(trial, &times, iteration, fault)
                                : run_prepared(race, entrant, &times, iteration, fault)))
        return -1;
    iteration->device_ms = times.device_ms;
    iteration->wall_ms = times.wall_ms;
    for (size_t i = 0; i < steps; i++)
        entrant->step_times[result->iteration_count * steps + i] = times.step_ms[i];
    if (times.device_ms <= 0 && result->flops > 0)
        return fault_set(fault, FAULT_DEVICE,
                         "the device says that a run took no time at all: such a "
                         "time is not reported");
    if (options->validate) {
        if (trial_verify(trial, entrant->how, full_limit, options->seed, &verdict, fault))
            return -1;
        if (!verdict.exact && verdict.worst > result->worst)
            result->worst = verdict.worst;
        iteration->validated = VALIDATED;
    }
    result->iteration_count++;
    return 0;
}

static int warm_up(struct race *race, struct entrant *entrant, struct fault *fault)
{
    (void)race;
    return runner_run(entrant->trial.runner, NULL, fault);
}

/* Whether a library takes part whose threads look for work on the cores of the host for a while after
 * each turn, as OpenBLAS's do for some 30 ms. */
static bool has_spinners(const struct race *race)
{
    for (size_t i = 0; i < race->count; i++)
        if (race->entrants[i].blas != NULL && race->entrants[i].blas->on_host)
            return true;
    return false;
}

/* Brings the machine to the same state before each turn, whoever had the one before: others' threads
 * are asleep, and the entrant's data and its own threads are awake. A long run wakes them by
 * itself. */
static int settle(const struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct result *result = &entrant->result;
    size_t count = result->iteration_count;
    double begin_ms;

    if (has_spinners(race))
        nanosleep(&(struct timespec){0, RACE_REST_MS * 1000000L}, NULL);
    if (count > 0 && result->iterations[count - 1].wall_ms > RACE_WAKE_MS)
        return 0;
    begin_ms = time_now_ms();
    do
        if (runner_run(entrant->trial.runner, NULL, fault))
            return -1;
    while (time_now_ms() - begin_ms < RACE_WAKE_MS);
    return 0;
}

static int measure(struct race *race, struct entrant *entrant, struct fault *fault)
{
    if (race->against && settle(race, entrant, fault))
        return -1;
    if (run_once(race, entrant, fault))
        return -1;
    if (race->spectator.iteration != NULL)
        race->spectator.iteration(race->spectator.self, &entrant->result,
                                  entrant->result.iteration_count - 1);
    return 0;
}

static double device_time(const struct iteration *iteration)
{
    return iteration->device_ms;
}

static double wall_time(const struct iteration *iteration)
{
    return iteration->wall_ms;
}

static double transfer_time(const struct iteration *iteration)
{
    return iteration->transfer_ms;
}

static struct time_summary summarise_part(const struct result *result, double *times,
                                          double (*part)(const struct iteration *))
{
    for (size_t i = 0; i < result->iteration_count; i++)
        times[i] = part(&result->iterations[i]);
    return time_summarise(times, result->iteration_count);
}

/* The share of the steps beside the main one. */
static double supporting_share(const struct entrant *entrant)
{
    const struct manifest *manifest = entrant->manifest;
    const struct step *main_step = launch_main_step(manifest, &entrant->trial.launch);
    const struct result *result = &entrant->result;
    double sum = 0;

    if (entrant->blas != NULL)
        return -1;
    for (size_t i = 0; i < manifest->step_count; i++)
        sum += result->step_ms[i];
    if (main_step == NULL || sum <= 0)
        return -1;
    return 1 - result->step_ms[main_step - manifest->steps] / sum;
}

static int summarise(struct race *race, struct entrant *entrant, struct fault *fault)
{
    struct result *result = &entrant->result;
    size_t count = result->iteration_count, steps = entrant_steps(entrant);
    double *times = calloc(count + 1, sizeof *times);

    if (times == NULL)
        return fault_memory(fault);
    result->device = summarise_part(result, times, device_time);
    result->wall = summarise_part(result, times, wall_time);
    result->transfer = summarise_part(result, times, transfer_time);
    result->total = summarise_part(result, times, iteration_total);
    for (size_t step = 0; step < steps && count > 0; step++) {
        for (size_t i = 0; i < count; i++)
            times[i] = entrant->step_times[i * steps + step];
        result->step_ms[step] = time_summarise(times, count).median;
    }
    free(times);
    result->supporting = count > 0 ? supporting_share(entrant) : -1;
    if (race->options->validate && count > 0) {
        size_t used = strlen(result->verified);

        snprintf(result->verified + used, sizeof result->verified - used, "; and each iteration");
    }
    return 0;
}

/* Calls `turn` for every entrant still in the race. */
static void each(struct race *race, int (*turn)(struct race *, struct entrant *, struct fault *))
{
    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        if (entrant->fault.code == FAULT_NONE && turn(race, entrant, &entrant->fault) &&
            race->spectator.lost != NULL)
            race->spectator.lost(race->spectator.self, entrant);
    }
}

static int open_race(const struct options *options, struct venue *venue, size_t count,
                     const struct spectator *spectator, struct race *race, struct fault *fault)
{
    *race = (struct race){options, venue, *spectator, calloc(count, sizeof *race->entrants),
                          count,   false};
    if (race->entrants != NULL)
        return 0;
    race->count = 0;
    return fault_memory(fault);
}

int race_open(const struct options *options, struct venue *venue, const struct origin *origins,
              size_t count, const struct spectator *spectator, struct race *race,
              struct fault *fault)
{
    if (open_race(options, venue, count, spectator, race, fault))
        return -1;
    for (size_t i = 0; i < count; i++)
        race->entrants[i].origin = &origins[i];
    each(race, make_entrant);
    return 0;
}

int race_open_against(const struct options *options, struct venue *venue,
                      const struct origin *origins, size_t origin_count,
                      const struct blas *libraries, size_t library_count,
                      const struct spectator *spectator, struct race *race, struct fault *fault)
{
    if (open_race(options, venue, origin_count + library_count, spectator, race, fault))
        return -1;
    race->against = true;
    for (size_t i = 0; i < race->count; i++) {
        race->entrants[i].origin = &origins[i < origin_count ? i : 0];
        race->entrants[i].blas = i < origin_count ? NULL : &libraries[i - origin_count];
    }
    each(race, make_entrant);
    return 0;
}

void race_run(struct race *race)
{
    for (uint64_t i = 0; i < race->options->warm_up && race->options->iterations > 0; i++)
        each(race, warm_up);
    for (uint64_t i = 0; i < race->options->iterations; i++)
        each(race, measure);
    each(race, summarise);
}

void race_rest(struct race *race)
{
    for (size_t i = 0; i < race->count; i++) {
        trial_close(&race->entrants[i].trial);
        program_release(&race->entrants[i].built);
    }
}

void race_close(struct race *race)
{
    race_rest(race);
    for (size_t i = 0; i < race->count; i++) {
        struct entrant *entrant = &race->entrants[i];

        if (entrant->made)
            subject_release(&entrant->subject);
        free(entrant->step_times);
        free(entrant->result.iterations);
        free(entrant->result.step_ms);
        fault_clear(&entrant->fault);
    }
    free(race->entrants);
    memset(race, 0, sizeof *race);
}
