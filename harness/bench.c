#include "harness/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report.h"
#include "harness/subject.h"
#include "harness/trial.h"

/* Above this many multiply-adds a result is verified by random vectors, not in full. */
static const double full_limit = 0x1p31;

/* A kernel that takes part. */
struct entrant {
    const struct origin *origin;
    struct subject subject;
    struct built built;
    struct trial trial;
    double *step_times; /* iterations x steps */
    bool made, ready;
    enum verification how;
};

struct bench {
    const struct options *options;
    const struct report_format *format;
    struct report report;
    struct device device;
    struct device_voice voice;
    struct origins origins;
    struct entrant *entrants;
    struct result *results; /* of entrants that are ready, in their order */
    size_t ready;
    struct peak measured[REAL_TYPE_COUNT]; /* by type, each measured once */
    enum fault_code worst;
    size_t failed;
};

/* The kernel is out of the race; the others go on. */
static void drop(struct bench *bench, struct entrant *entrant, struct fault *fault)
{
    if (bench->worst == FAULT_NONE || fault->code == FAULT_WRONG)
        bench->worst = fault->code;
    bench->failed++;
    entrant->ready = false;
    fflush(stdout);
    fprintf(stderr, "clgemm-bench: %s: %s\n",
            entrant->origin->label[0] != '\0' ? entrant->origin->label
            : entrant->made                   ? entrant->subject.manifest.name
                                              : "kernel",
            fault->text);
    if (fault->detail != NULL)
        fprintf(stderr, "%s", fault->detail);
    fault_clear(fault);
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
static int verify_once(struct bench *bench, struct entrant *entrant, struct result *result,
                       struct fault *fault)
{
    struct trial *trial = &entrant->trial;
    struct verdict verdict;
    enum verification how;
    double operations = (double)result->m * (double)result->n * (double)result->k;

    if (trial_load(trial, DATA_WHOLE, false, bench->options->seed, &how, fault) ||
        runner_run(trial->runner, NULL, fault) ||
        trial_verify(trial, how, full_limit, bench->options->seed, &verdict, fault))
        return -1;
    describe_verdict(&verdict, operations <= full_limit, result->verified, sizeof result->verified);
    return 0;
}

static int load_data(struct bench *bench, struct entrant *entrant, struct result *result,
                     struct fault *fault)
{
    struct run_times times;

    if (trial_load(&entrant->trial, bench->options->data, false, bench->options->seed,
                   &entrant->how, fault) ||
        runner_prepare(entrant->trial.runner, &times, fault))
        return -1;
    result->prepare_ms = times.device_ms;
    return 0;
}

static int find_peak(struct bench *bench, const struct entrant *entrant, struct peak *peak,
                     struct fault *fault)
{
    const char *wanted = bench->options->peak;
    /* A sum in half takes products in half; where the sum is wider its additions are the peak. */
    enum element_type type = entrant->subject.manifest.problem.arithmetic.accumulate;
    struct peak *measured = &bench->measured[type];
    bool by_profile = wanted != NULL && strcmp(wanted, "profile") == 0;

    memset(peak, 0, sizeof *peak);
    if (wanted != NULL && !by_profile && strcmp(wanted, "measured") != 0) {
        peak->gflops = strtod(wanted, NULL);
        snprintf(peak->words, sizeof peak->words, "stated on the command line");
        return 0;
    }
    if ((wanted == NULL || by_profile) &&
        peak_stated(&bench->device, &entrant->subject.manifest, peak))
        return 0;
    if (by_profile)
        return fault_set(fault, FAULT_REFUSED, "there is no peak by profile: %s",
                         entrant->subject.manifest.peak_formula == NULL
                             ? "the manifest states none"
                             : "the device tells no clock");
    if (measured->gflops == 0 && peak_measure(&bench->device, type, measured, fault))
        return -1;
    *peak = *measured;
    return 0;
}

static int make_entrant(struct bench *bench, struct entrant *entrant, struct result *result,
                        struct fault *fault)
{
    const struct options *options = bench->options;
    const struct manifest *manifest = &entrant->subject.manifest;
    struct wish wish = options->wish;

    for (int i = 0; i < 3; i++)
        if (!wish.has_size[i])
            wish.size[i] = 1024;
    if (subject_make(options, entrant->origin, &bench->voice, &entrant->subject, fault))
        return -1;
    entrant->made = true;
    if (trial_supported(manifest, fault) ||
        program_build(&bench->device, manifest, entrant->subject.source, options->edited,
                      &entrant->built, fault) ||
        trial_open(&bench->device, manifest, &entrant->built, &wish, false,
                   options->memory / bench->origins.count, &entrant->trial, fault))
        return -1;
    memset(result, 0, sizeof *result);
    result->label = entrant->origin->label[0] != '\0' ? entrant->origin->label : manifest->name;
    result->manifest = manifest;
    result->m = entrant->trial.launch.value[SYMBOL_M];
    result->n = entrant->trial.launch.value[SYMBOL_N];
    result->k = entrant->trial.launch.value[SYMBOL_K];
    result->alpha = entrant->trial.launch.alpha;
    result->beta = entrant->trial.launch.beta;
    result->flops = 2.0 * (double)result->m * (double)result->n * (double)result->k;
    for (size_t i = 0; i < manifest->step_count; i++)
        if (!manifest->steps[i].prepare && launch_runs(&entrant->trial.launch, &manifest->steps[i]))
            result->bytes += launch_sum(&entrant->trial.launch, manifest->steps[i].bytes,
                                        manifest->steps[i].bytes_count);
    result->build_ms = entrant->built.build_ms;
    if (options->iterations == 0) {
        snprintf(result->verified, sizeof result->verified, "no: nothing was launched (-i 0)");
        return 0;
    }
    result->iterations = calloc(options->iterations, sizeof *result->iterations);
    result->step_ms = calloc(manifest->step_count, sizeof *result->step_ms);
    entrant->step_times =
        calloc(options->iterations * manifest->step_count, sizeof *entrant->step_times);
    if (result->iterations == NULL || result->step_ms == NULL || entrant->step_times == NULL)
        return fault_memory(fault);
    return verify_once(bench, entrant, result, fault) || load_data(bench, entrant, result, fault)
               ? -1
               : find_peak(bench, entrant, &result->peak, fault);
}

static int run_once(struct bench *bench, struct entrant *entrant, struct result *result,
                    struct fault *fault)
{
    struct iteration *iteration = &result->iterations[result->iteration_count];
    size_t steps = entrant->subject.manifest.step_count;
    struct run_times times;
    struct verdict verdict;

    if ((bench->options->validate && trial_reset(&entrant->trial, fault)) ||
        runner_run(entrant->trial.runner, &times, fault))
        return -1;
    iteration->device_ms = times.device_ms;
    iteration->wall_ms = times.wall_ms;
    memcpy(entrant->step_times + result->iteration_count * steps, times.step_ms,
           steps * sizeof *times.step_ms);
    if (times.device_ms <= 0 && result->flops > 0)
        return fault_set(fault, FAULT_DEVICE,
                         "the device says that a run took no time at all: such a "
                         "time is not reported");
    if (bench->options->validate) {
        if (trial_verify(&entrant->trial, entrant->how, full_limit, bench->options->seed, &verdict,
                         fault))
            return -1;
        iteration->validated = VALIDATED;
    }
    result->iteration_count++;
    return 0;
}

/* The share of the steps beside the main one. */
static double supporting_share(const struct entrant *entrant, const struct result *result)
{
    const struct manifest *manifest = &entrant->subject.manifest;
    const struct step *main_step = launch_main_step(manifest, &entrant->trial.launch);
    double sum = 0;

    for (size_t i = 0; i < manifest->step_count; i++)
        sum += result->step_ms[i];
    if (main_step == NULL || sum <= 0)
        return -1;
    return 1 - result->step_ms[main_step - manifest->steps] / sum;
}

/* Calls `turn` for every entrant still in the race. */
static void each(struct bench *bench,
                 int (*turn)(struct bench *, struct entrant *, struct result *, struct fault *))
{
    for (size_t i = 0; i < bench->origins.count; i++) {
        struct fault fault = {0};

        if (bench->entrants[i].ready &&
            turn(bench, &bench->entrants[i], &bench->results[i], &fault))
            drop(bench, &bench->entrants[i], &fault);
    }
}

static int warm_up(struct bench *bench, struct entrant *entrant, struct result *result,
                   struct fault *fault)
{
    (void)bench;
    (void)result;
    return runner_run(entrant->trial.runner, NULL, fault);
}

static int measure(struct bench *bench, struct entrant *entrant, struct result *result,
                   struct fault *fault)
{
    if (run_once(bench, entrant, result, fault))
        return -1;
    bench->format->iteration(&bench->report, result, result->iteration_count - 1);
    return 0;
}

static int summarise(struct bench *bench, struct entrant *entrant, struct result *result,
                     struct fault *fault)
{
    size_t count = result->iteration_count, steps = entrant->subject.manifest.step_count;
    double *times = calloc(count + 1, sizeof *times);

    if (times == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < count; i++)
        times[i] = result->iterations[i].device_ms;
    result->device = time_summarise(times, count);
    for (size_t i = 0; i < count; i++)
        times[i] = result->iterations[i].wall_ms;
    result->wall = time_summarise(times, count);
    for (size_t step = 0; step < steps && count > 0; step++) {
        for (size_t i = 0; i < count; i++)
            times[i] = entrant->step_times[i * steps + step];
        result->step_ms[step] = time_summarise(times, count).median;
    }
    free(times);
    result->supporting = count > 0 ? supporting_share(entrant, result) : -1;
    if (bench->options->validate && count > 0) {
        size_t used = strlen(result->verified);

        snprintf(result->verified + used, sizeof result->verified - used, "; and each iteration");
    }
    bench->format->result(&bench->report, result);
    return 0;
}

static void run_all(struct bench *bench)
{
    struct result *shown = calloc(bench->origins.count, sizeof *shown);
    size_t count = 0;

    for (size_t i = 0; i < bench->origins.count; i++) {
        struct fault fault = {0};

        bench->entrants[i].origin = &bench->origins.list[i];
        if (make_entrant(bench, &bench->entrants[i], &bench->results[i], &fault))
            drop(bench, &bench->entrants[i], &fault);
        else
            bench->entrants[i].ready = true;
    }
    bench->format->begin(&bench->report);
    for (uint64_t i = 0; i < bench->options->warm_up && bench->options->iterations > 0; i++)
        each(bench, warm_up);
    for (uint64_t i = 0; i < bench->options->iterations; i++)
        each(bench, measure);
    each(bench, summarise);
    for (size_t i = 0; i < bench->origins.count && shown != NULL; i++)
        if (bench->entrants[i].ready)
            shown[count++] = bench->results[i];
    if (shown != NULL)
        bench->format->end(&bench->report, shown, count);
    free(shown);
}

static void release(struct bench *bench)
{
    for (size_t i = 0; i < bench->origins.count; i++) {
        trial_close(&bench->entrants[i].trial);
        program_release(&bench->entrants[i].built);
        if (bench->entrants[i].made)
            subject_release(&bench->entrants[i].subject);
        free(bench->entrants[i].step_times);
        free(bench->results[i].iterations);
        free(bench->results[i].step_ms);
    }
    free(bench->entrants);
    free(bench->results);
    device_close(&bench->device);
    origins_release(&bench->origins);
}

int bench_command(const struct options *options, struct fault *fault)
{
    struct bench bench = {.options = options};

    bench.format = options->format == FORMAT_JSON  ? &report_json
                   : options->format == FORMAT_CSV ? &report_csv
                                                   : &report_text;
    if (options->iterations > 1000000)
        return fault_set(fault, FAULT_USAGE, "-i: a million iterations at most");
    if (origins_list(options, &bench.origins, fault))
        return -1;
    bench.entrants = calloc(bench.origins.count, sizeof *bench.entrants);
    bench.results = calloc(bench.origins.count, sizeof *bench.results);
    if (bench.entrants == NULL || bench.results == NULL) {
        free(bench.entrants);
        free(bench.results);
        origins_release(&bench.origins);
        return fault_memory(fault);
    }
    if (device_open(&options->device, &bench.device, fault) == 0) {
        if (options->manifest_count < bench.origins.count)
            device_voice_find(&bench.device, &bench.voice);
        bench.report = (struct report){options, &bench.device, bench.origins.count};
        run_all(&bench);
        if (bench.failed > 0)
            fault_set(fault, bench.worst, "%zu of %zu kernels were not measured", bench.failed,
                      bench.origins.count);
    }
    release(&bench);
    return fault->code == FAULT_NONE ? 0 : -1;
}
