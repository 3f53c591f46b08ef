#include "harness/base/timing.h"
#include "harness/worker/internal.h"

/* Of the memory that a worker may use, so much is for data that are kept. */
enum {
    CACHE_PART = 8
};

/* ----------------------------------------------------------------------------- what takes time */

static int load(struct worker *worker, struct slot *slot, enum data data, uint64_t seed,
                struct fault *fault)
{
    const double begin = time_now_ms();
    int status = trial_load(&slot->trial, data, false, seed, &slot->how, fault);

    worker->spent[WORK_TRANSFERS] += time_now_ms() - begin;
    return status;
}

/* What the first launch takes beside its kernels is the driver's compiler. */
static int launch(struct worker *worker, struct slot *slot, struct run_times *times,
                  struct fault *fault)
{
    int status = runner_run(slot->trial.runner, times, fault);

    if (status != 0)
        return -1;
    if (slot->has_run || times->wall_ms < times->device_ms) {
        worker->spent[WORK_KERNELS] += times->wall_ms;
    } else {
        worker->spent[WORK_KERNELS] += times->device_ms;
        worker->spent[WORK_COMPILERS] += times->wall_ms - times->device_ms;
    }
    slot->has_run = true;
    return 0;
}

static int compare(struct worker *worker, struct slot *slot, uint64_t seed, struct fault *fault)
{
    const double begin = time_now_ms();
    struct verdict verdict;
    int status = trial_verify(&slot->trial, slot->how, TRIAL_FULL_LIMIT, seed, &verdict, fault);

    worker->spent[WORK_VERIFICATION] += time_now_ms() - begin;
    return status;
}

/* ---------------------------------------------------------------------------------------- orders */

/* Runs whose results are compared: one, or with whole numbers as many as it takes for every product to
 * count. */
static int verify(struct worker *worker, struct slot *slot, enum data data, struct fault *fault)
{
    uint64_t passes = data == DATA_WHOLE ? trial_passes(&slot->trial) : 1;
    struct run_times times;

    for (uint64_t i = 0; i < passes; i++)
        if (load(worker, slot, data, slot->seed + i, fault) ||
            launch(worker, slot, &times, fault) || compare(worker, slot, slot->seed + i, fault))
            return -1;
    return 0;
}

/* What `open` is asked for. */
struct opening_order {
    struct wish wish;
    uint64_t share;
    int random, verifies;
};

static int read_order(const struct worker *worker, struct slot *slot, const json_t *order,
                      struct opening_order *opening, struct fault *fault)
{
    json_int_t m = 0, n = 0, k = 0, seed = 1, share = 1;

    *opening = (struct opening_order){.wish = worker->options->wish, .verifies = 1};
    if (json_unpack((json_t *)order, "{s:I, s:I, s:I, s:I, s?b, s?b, s?I}", "m", &m, "n", &n, "k",
                    &k, "seed", &seed, "random", &opening->random, "verify", &opening->verifies,
                    "share", &share) != 0)
        return fault_set(fault, FAULT_USAGE, "an order `open` without its sizes");
    slot->seed = (uint64_t)seed;
    opening->share = (uint64_t)share;
    for (int i = 0; i < 3; i++) {
        opening->wish.has_size[i] = true;
        opening->wish.size[i] = (uint64_t)(i == 0 ? m : i == 1 ? n : k);
    }
    return 0;
}

/* `cache` may be NULL. */
static int open_slot(struct worker *worker, struct slot *slot, const struct opening_order *opening,
                     struct data_cache *cache, struct fault *fault)
{
    const uint64_t memory = worker->options->memory / opening->share;
    const uint64_t kept = data_cache_size(cache);
    const double begin = time_now_ms();
    int status;

    slot_close(slot);
    status = trial_open(&worker->device, &slot->manifest, &slot->built, &opening->wish, false,
                        memory > kept ? memory - kept : 0, &slot->trial, fault);
    worker->spent[WORK_TRANSFERS] += time_now_ms() - begin;
    if (status != 0)
        return -1;
    slot->is_open = true;
    slot->trial.cache = cache;
    return (opening->verifies && verify(worker, slot, DATA_WHOLE, fault)) ||
                   (opening->verifies && opening->random &&
                    verify(worker, slot, DATA_RANDOM, fault)) ||
                   load(worker, slot, worker->options->data, slot->seed, fault)
               ? -1
               : 0;
}

static struct data_cache *open_cache(struct worker *worker)
{
    const uint64_t host = worker->options->memory, device = worker->device.global_bytes;

    if (worker->cache == NULL)
        worker->cache = data_cache_open((host < device ? host : device) / CACHE_PART);
    return worker->cache;
}

/* Whether a problem that was refused fits where nothing is kept. */
static bool fits_alone(struct worker *worker, struct slot *slot,
                       const struct opening_order *opening)
{
    struct fault unused = {0};
    const int status =
        trial_open(&worker->device, &slot->manifest, &slot->built, &opening->wish, false,
                   worker->options->memory / opening->share, &slot->trial, &unused);

    fault_clear(&unused);
    if (status != 0)
        return false;
    slot->is_open = true;
    slot_close(slot);
    return true;
}

/* Whether a kernel may have failed for what is kept: the memory that it takes, or data that a kernel before this one has
 * damaged. */
static bool is_cache_to_blame(struct worker *worker, struct slot *slot,
                              const struct opening_order *opening, const struct fault *fault)
{
    if (fault->no_memory)
        return true;
    return slot->is_open ? fault->code == FAULT_WRONG && !trial_has_its_data(&slot->trial)
                         : fits_alone(worker, slot, opening);
}

json_t *worker_open(struct worker *worker, struct slot *slot, const json_t *order,
                    struct fault *fault)
{
    struct opening_order opening;
    struct data_cache *cache = open_cache(worker);
    int status;

    if (read_order(worker, slot, order, &opening, fault))
        return NULL;
    status = open_slot(worker, slot, &opening, cache, fault);
    if (status != 0 && is_cache_to_blame(worker, slot, &opening, fault)) {
        fault_clear(fault);
        slot_close(slot);
        data_cache_empty(cache);
        status = open_slot(worker, slot, &opening, NULL, fault);
    }
    if (status != 0)
        return NULL;
    return json_pack("{s:s, s:b}", "verified",
                     !opening.verifies ? "not at this size"
                     : opening.random  ? "whole numbers and random ones"
                                       : "whole numbers",
                     "kept", (int)slot->trial.loaded.kept);
}

json_t *worker_launch(struct worker *worker, struct slot *slot, const json_t *order,
                      struct fault *fault)
{
    json_int_t count = json_integer_value(json_object_get(order, "count"));
    double stop_ms = json_number_value(json_object_get(order, "stop_ms"));
    json_t *times = json_array();

    for (json_int_t i = 0; i < count; i++) {
        struct run_times run;

        if (launch(worker, slot, &run, fault)) {
            json_decref(times);
            return NULL;
        }
        json_array_append_new(times, json_real(run.device_ms));
        if (stop_ms > 0 && run.device_ms > stop_ms)
            break;
    }
    return json_pack("{s:o}", "ms", times);
}

/* The result of the last launch; where that reads C, of one more. */
json_t *worker_verify(struct worker *worker, struct slot *slot, const json_t *order,
                      struct fault *fault)
{
    struct trial *trial = &slot->trial;

    (void)order;
    if ((trial->launch.beta != 0 || trial->launch.beta_i != 0) &&
        (trial_reset(trial, fault) || runner_run(trial->runner, NULL, fault)))
        return NULL;
    return compare(worker, slot, slot->seed, fault) == 0
               ? json_pack("{s:s}", "verified", "the last launch")
               : NULL;
}
