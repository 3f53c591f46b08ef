/* A kernel or library opened on a problem, with data that the worker keeps for those that come: what it takes is counted. */
#include "harness/base/timing.h"
#include "harness/worker/internal.h"

/* Of the memory that a worker may use, so much is for data that are kept. */
enum {
    CACHE_PART = 8
};

/* ----------------------------------------------------------------------------- what takes time */

int slot_load(struct worker *worker, struct slot *slot, enum data data, uint64_t seed,
              struct fault *fault)
{
    const double begin = time_now_ms();
    int status = trial_load(&slot->trial, data, false, seed, &slot->how, fault);

    worker->spent[WORK_TRANSFERS] += time_now_ms() - begin;
    return status;
}

int slot_launch(struct worker *worker, struct slot *slot, struct run_times *times,
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

int slot_compare(struct worker *worker, struct slot *slot, uint64_t seed, struct verdict *verdict,
                 struct fault *fault)
{
    const double begin = time_now_ms();
    int status = trial_verify(&slot->trial, slot->how, slot->full_limit, seed, verdict, fault);

    worker->spent[WORK_VERIFICATION] += time_now_ms() - begin;
    return status;
}

/* ------------------------------------------------------------------------------------- to open */

/* Runs whose results are compared: one, or with whole numbers as many as it takes for every product to
 * count. */
static int verify(struct worker *worker, struct slot *slot, enum data data, struct verdict *verdict,
                  struct fault *fault)
{
    uint64_t passes = data == DATA_WHOLE ? trial_passes(&slot->trial) : 1;
    struct run_times times;

    for (uint64_t i = 0; i < passes; i++)
        if (slot_load(worker, slot, data, slot->seed + i, fault) ||
            slot_launch(worker, slot, &times, fault) ||
            slot_compare(worker, slot, slot->seed + i, verdict, fault))
            return -1;
    return 0;
}

static int open_trial(struct worker *worker, struct slot *slot, const struct opening_order *opening,
                      uint64_t memory, struct fault *fault)
{
    const double begin = time_now_ms();
    const int status = slot->blas != NULL
                           ? trial_open_blas(slot->blas, &slot->manifest, &opening->wish, memory,
                                             &slot->trial, fault)
                           : trial_open(&worker->device, &slot->manifest, &slot->built,
                                        &opening->wish, false, memory, &slot->trial, fault);

    worker->spent[WORK_TRANSFERS] += time_now_ms() - begin;
    slot->is_open = status == 0;
    return status;
}

/* `cache` may be NULL. */
static int open_with(struct worker *worker, struct slot *slot, const struct opening_order *opening,
                     struct data_cache *cache, struct verdict *verdict, struct fault *fault)
{
    const uint64_t kept = data_cache_size(cache);

    slot_close(slot);
    if (open_trial(worker, slot, opening, opening->memory > kept ? opening->memory - kept : 0,
                   fault))
        return -1;
    slot->seed = opening->seed;
    slot->full_limit = opening->full_limit;
    slot->trial.cache = cache;
    slot->trial.counts = &worker->counts;
    return (opening->verifies && verify(worker, slot, DATA_WHOLE, verdict, fault)) ||
                   (opening->verifies && opening->random &&
                    verify(worker, slot, DATA_RANDOM, verdict, fault)) ||
                   (opening->loads &&
                    slot_load(worker, slot, worker->options->data, slot->seed, fault))
               ? -1
               : 0;
}

/* Of the device too, where there is one. */
static struct data_cache *open_cache(struct worker *worker)
{
    const uint64_t host = worker->options->memory, device = worker->device.global_bytes;

    if (worker->cache == NULL)
        worker->cache =
            data_cache_open((worker->has_device && device < host ? device : host) / CACHE_PART);
    return worker->cache;
}

/* Whether a problem that was refused fits where nothing is kept. */
static bool fits_alone(struct worker *worker, struct slot *slot,
                       const struct opening_order *opening)
{
    struct fault unused = {0};
    const int status = open_trial(worker, slot, opening, opening->memory, &unused);

    fault_clear(&unused);
    slot_close(slot);
    return status == 0;
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

int slot_open(struct worker *worker, struct slot *slot, const struct opening_order *opening,
              struct verdict *verdict, struct fault *fault)
{
    struct data_cache *cache = open_cache(worker);

    if (open_with(worker, slot, opening, cache, verdict, fault) == 0)
        return 0;
    if (!is_cache_to_blame(worker, slot, opening, fault))
        return -1;
    fault_clear(fault);
    slot_close(slot);
    data_cache_empty(cache);
    return open_with(worker, slot, opening, NULL, verdict, fault);
}
