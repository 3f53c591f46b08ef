#include "harness/worker/worker.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/opencl/bandwidth.h"
#include "harness/subject/peak.h"
#include "harness/base/process.h"
#include "harness/subject/subject.h"
#include "harness/subject/trial.h"
#include "harness/base/utf8.h"

/* Bytes of a file that a worker may write. */
static const rlim_t output_limit = (rlim_t)1 << 30;

enum {
    LOG_LIMIT = 1 << 20 /* bytes of a compiler's log that are handed on */
};

/* A kernel, as far as orders have brought it. */
struct slot {
    struct manifest manifest;
    struct built built;
    struct trial trial;
    enum verification how; /* of the data that launches work on */
    uint64_t seed;         /* of them */
    bool has_manifest, is_built, is_open;
};

struct worker {
    const struct worker_options *options;
    struct device device;
    struct slot slots[WORKER_SLOTS];
    FILE *answers;
    bool builds; /* a compiler is at work */
};

static void drop(struct slot *slot)
{
    if (slot->is_open)
        trial_close(&slot->trial);
    if (slot->is_built)
        program_release(&slot->built);
    if (slot->has_manifest)
        manifest_release(&slot->manifest);
    memset(slot, 0, sizeof *slot);
}

/* --------------------------------------------------------------------------------------- orders */

static json_t *tell_device(struct worker *worker, struct slot *slot, const json_t *order,
                           struct fault *fault)
{
    const struct device *device = &worker->device;
    struct device_voice voice;

    (void)slot, (void)order, (void)fault;
    device_voice_find(device, &voice);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "device", device->name,
                     "driver", device->driver, "platform", device->platform_name, "type",
                     device_type_word(device), "vendor", device->vendor, "profile", voice.profile,
                     "sub_groups", voice.sub_groups, "compute_units", (int)device->compute_units,
                     "clock_mhz", (int)device->clock_mhz);
}

static json_t *build(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    char *text = json_dumps(json_object_get(order, "manifest"), JSON_COMPACT);

    drop(slot);
    if (text == NULL) {
        fault_memory(fault);
        return NULL;
    }
    slot->has_manifest = manifest_parse(text, strlen(text), &slot->manifest, fault) == 0;
    free(text);
    if (!slot->has_manifest || trial_supported(&slot->manifest, fault))
        return NULL;
    worker->builds = true;
    slot->is_built =
        program_build(&worker->device, &slot->manifest, NULL, false, &slot->built, fault) == 0;
    return slot->is_built ? json_pack("{s:f}", "build_ms", slot->built.build_ms) : NULL;
}

static json_t *find_peak(struct worker *worker, struct slot *slot, const json_t *order,
                         struct fault *fault)
{
    const enum element_type type = slot->manifest.problem.arithmetic.accumulate;
    struct peak stated, measured;
    json_t *answer;

    (void)order;
    if (peak_by_profile(&worker->device, type, &stated, fault) ||
        peak_measure(&worker->device, type, &measured, fault))
        return NULL;
    answer = json_pack("{s:f, s:s, s:f, s:s}", "stated", stated.gflops, "words", stated.words,
                       "measured", measured.gflops, "measured_words", measured.words);
    if (answer != NULL)
        bandwidth_note(&worker->device, answer);
    return answer;
}

/* Runs whose results are compared: one, or with whole numbers as many as it takes for every product to
 * count. */
static int verify(struct trial *trial, enum data data, bool infinities, uint64_t seed,
                  enum verification *how, struct fault *fault)
{
    uint64_t passes = data == DATA_WHOLE ? trial_passes(trial) : 1;
    struct verdict verdict;

    for (uint64_t i = 0; i < passes; i++)
        if (trial_load(trial, data, infinities, seed + i, how, fault) ||
            runner_run(trial->runner, NULL, fault) ||
            trial_verify(trial, *how, TRIAL_FULL_LIMIT, seed + i, &verdict, fault))
            return -1;
    return 0;
}

static json_t *open_trial(struct worker *worker, struct slot *slot, const json_t *order,
                          struct fault *fault)
{
    struct wish wish = worker->options->wish;
    json_int_t m = 0, n = 0, k = 0, seed = 1, share = 1;
    int random = 0, verifies = 1;

    if (slot->is_open)
        trial_close(&slot->trial);
    slot->is_open = false;
    if (json_unpack((json_t *)order, "{s:I, s:I, s:I, s:I, s?b, s?b, s?I}", "m", &m, "n", &n, "k",
                    &k, "seed", &seed, "random", &random, "verify", &verifies, "share",
                    &share) != 0) {
        fault_set(fault, FAULT_USAGE, "an order `open` without its sizes");
        return NULL;
    }
    slot->seed = (uint64_t)seed;
    for (int i = 0; i < 3; i++) {
        wish.has_size[i] = true;
        wish.size[i] = (uint64_t)(i == 0 ? m : i == 1 ? n : k);
    }
    if (trial_open(&worker->device, &slot->manifest, &slot->built, &wish, false,
                   worker->options->memory / (uint64_t)share, &slot->trial, fault))
        return NULL;
    slot->is_open = true;
    if ((verifies && verify(&slot->trial, DATA_WHOLE, false, slot->seed, &slot->how, fault)) ||
        (verifies && random &&
         verify(&slot->trial, DATA_RANDOM, false, slot->seed, &slot->how, fault)) ||
        trial_load(&slot->trial, worker->options->data, false, slot->seed, &slot->how, fault))
        return NULL;
    return json_pack("{s:s}", "verified",
                     !verifies ? "not at this size"
                     : random  ? "whole numbers and random ones"
                               : "whole numbers");
}

static json_t *launch(struct worker *worker, struct slot *slot, const json_t *order,
                      struct fault *fault)
{
    json_int_t count = json_integer_value(json_object_get(order, "count"));
    double stop_ms = json_number_value(json_object_get(order, "stop_ms"));
    json_t *times = json_array();

    (void)worker;
    for (json_int_t i = 0; i < count; i++) {
        struct run_times run;

        if (runner_run(slot->trial.runner, &run, fault)) {
            json_decref(times);
            return NULL;
        }
        json_array_append_new(times, json_real(run.device_ms));
        if (stop_ms > 0 && run.device_ms > stop_ms)
            break;
    }
    return json_pack("{s:o}", "ms", times);
}

static int check_case(struct worker *worker, struct slot *slot, const struct gemm_case *gemm_case,
                      uint64_t seed, struct fault *fault)
{
    static const enum data data[] = {DATA_WHOLE, DATA_RANDOM, DATA_POSITIVE};
    bool infinities = gemm_case->data == CASE_INFINITE;
    enum verification how;
    struct trial trial;
    int status;

    if (trial_open(&worker->device, &slot->manifest, &slot->built, &gemm_case->wish, true,
                   worker->options->memory, &trial, fault))
        return -1;
    status = verify(&trial, data[gemm_case->data], infinities, seed, &how, fault);
    if (status != 0) {
        char text[100];

        snprintf(text, sizeof text, "m %" PRIu64 ", n %" PRIu64 ", k %" PRIu64 ", beta %g",
                 gemm_case->wish.size[0], gemm_case->wish.size[1], gemm_case->wish.size[2],
                 trial.launch.beta);
        fault_prefix(fault, text);
    }
    trial_close(&trial);
    return status;
}

static json_t *check(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    uint64_t seed = (uint64_t)json_integer_value(json_object_get(order, "seed"));
    struct case_list cases;
    int status = 0;

    if (cases_make(&slot->manifest, SIZES_DEFAULT, &worker->options->wish, &cases, fault))
        return NULL;
    for (size_t i = 0; i < cases.count && status == 0; i++)
        status = check_case(worker, slot, &cases.list[i], seed, fault);
    seed = cases.count;
    cases_release(&cases);
    return status == 0 ? json_pack("{s:I}", "cases", (json_int_t)seed) : NULL;
}

/* The result of the last launch; where that reads C, of one more. */
static json_t *verify_last(struct worker *worker, struct slot *slot, const json_t *order,
                           struct fault *fault)
{
    struct trial *trial = &slot->trial;
    struct verdict verdict;

    (void)worker, (void)order;
    if (trial->launch.beta != 0 &&
        (trial_reset(trial, fault) || runner_run(trial->runner, NULL, fault)))
        return NULL;
    return trial_verify(trial, slot->how, TRIAL_FULL_LIMIT, slot->seed, &verdict, fault) == 0
               ? json_pack("{s:s}", "verified", "the last launch")
               : NULL;
}

static json_t *drop_slot(struct worker *worker, struct slot *slot, const json_t *order,
                         struct fault *fault)
{
    (void)worker, (void)order, (void)fault;
    drop(slot);
    return json_object();
}

static const struct {
    const char *word;
    json_t *(*obey)(struct worker *, struct slot *, const json_t *, struct fault *);
    bool needs_built, needs_open;
} orders[] = {
    {"device", tell_device, false, false}, {"build", build, false, false},
    {"peak", find_peak, true, false},      {"open", open_trial, true, false},
    {"launch", launch, true, true},        {"check", check, true, false},
    {"verify", verify_last, true, true},   {"drop", drop_slot, false, false},
};

/* -------------------------------------------------------------------------------------- answers */

static const char *kind_of(const struct worker *worker, const struct fault *fault)
{
    if (fault->code == FAULT_WRONG)
        return "correctness";
    if (fault->code == FAULT_REFUSED || fault->lacking)
        return "refused";
    if (!worker->builds && fault->no_memory)
        return "memory";
    return worker->builds ? "compile" : "runtime";
}

static json_t *obey(struct worker *worker, const json_t *order, struct fault *fault)
{
    const char *word = json_string_value(json_object_get(order, "do"));
    json_int_t number = json_integer_value(json_object_get(order, "slot"));

    for (size_t i = 0; word != NULL && i < sizeof orders / sizeof *orders; i++) {
        struct slot *slot;

        if (strcmp(word, orders[i].word) != 0)
            continue;
        if (number < 0 || number >= WORKER_SLOTS)
            break;
        slot = &worker->slots[number];
        if ((orders[i].needs_built && !slot->is_built) || (orders[i].needs_open && !slot->is_open))
            break;
        return orders[i].obey(worker, slot, order, fault);
    }
    fault_set(fault, FAULT_USAGE, "an order that cannot be obeyed: %.60s",
              word == NULL ? "" : word);
    return NULL;
}

static void answer(struct worker *worker, json_t *answer, const char *kind,
                   const struct fault *fault)
{
    const char *log = fault->detail == NULL ? "" : fault->detail;

    if (answer == NULL)
        answer = json_pack("{s:s, s:s, s:s#}", "failed", kind, "reason", fault->text, "log", log,
                           (int)utf8_cut(log, LOG_LIMIT));
    if (answer != NULL)
        json_dumpf(answer, worker->answers, JSON_COMPACT | JSON_ENSURE_ASCII);
    fputc('\n', worker->answers);
    fflush(worker->answers);
    json_decref(answer);
}

/* The tuner is gone: what compilers have started goes with us. */
static void end_group(int number)
{
    (void)number;
    kill(0, SIGKILL);
}

/* As a leader of its group, which the worker is where the tuner has started it. */
static bool leads_group(void)
{
    return getpgrp() == getpid();
}

/* Whether somebody waits for what an order leads to, which may take for ever. */
static bool has_tuner(void)
{
    if (process_has_writer())
        return true;
    if (leads_group())
        end_group(0);
    return false;
}

static void serve(struct worker *worker)
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) > 0 && has_tuner()) {
        json_t *order = json_loads(line, 0, NULL);
        struct fault fault = {0};
        json_t *done = obey(worker, order, &fault);

        answer(worker, done, kind_of(worker, &fault), &fault);
        worker->builds = false;
        fault_clear(&fault);
        json_decref(order);
    }
    free(line);
    for (size_t i = 0; i < WORKER_SLOTS; i++)
        drop(&worker->slots[i]);
}

/* At the end of the input the tuner may be gone as well: what compilers have started ends before us. */
static void end_others(void)
{
    if (!leads_group())
        return;
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
}

/* Memory beyond the limit is refused to the process, and where the machine's runs out it is the
 * first to go; a crash leaves no dump; a flood of output ends; and nobody outlives the tuner. */
static void confine(uint64_t memory)
{
    struct rlimit core = {0, 0}, file;
    struct sigaction action = {.sa_handler = end_group};
    FILE *score = fopen("/proc/self/oom_score_adj", "w");

    process_limit_memory(memory);
    setrlimit(RLIMIT_CORE, &core);
    if (getrlimit(RLIMIT_FSIZE, &file) == 0 && file.rlim_cur > output_limit) {
        file.rlim_cur = output_limit;
        setrlimit(RLIMIT_FSIZE, &file);
    }
    if (score != NULL) {
        fputs("1000", score);
        fclose(score);
    }
    if (leads_group()) {
        sigaction(SIGUSR2, &action, NULL);
        process_follow(SIGUSR2);
    }
}

int worker_serve(const struct worker_options *options, struct fault *fault)
{
    struct worker worker = {.options = options};
    int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

    confine(options->memory);
    if (!has_tuner())
        return 0;
    /* What a driver prints belongs to the log. */
    if (answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        (worker.answers = fdopen(answers, "w")) == NULL)
        return fault_set(fault, FAULT_IO, "the worker cannot answer");
    if (device_open(&options->device, &worker.device, fault) == 0) {
        serve(&worker);
        end_others();
        device_close(&worker.device);
    } else {
        answer(&worker, NULL, "runtime", fault);
    }
    fclose(worker.answers);
    return fault->code == FAULT_NONE ? 0 : -1;
}
