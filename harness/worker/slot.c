/* A kernel or library set up on a problem, with data that the worker keeps for those that come:
 * what it takes is counted. */
#include <time.h>

#include "harness/base/process.h"
#include "harness/base/timing.h"
#include "harness/worker/internal.h"
#include "harness/worker/orders.h"

/* Part of the memory of a worker for data that are kept. */
enum {
    CACHE_PART = 8
};

/* ----------------------------------------------------------------------------- what takes time */

static int slot_load(struct worker *worker, struct slot *slot, enum data data, bool infinities,
                     uint64_t seed, struct fault *fault)
{
    const double begin = time_now_ms();
    int status = instance_load(&slot->instance, data, infinities, seed, &slot->how, fault);

    worker->spent[WORK_TRANSFERS] += time_now_ms() - begin;
    return status;
}

/* The data of runs that come: `fills`, in any case where results are not compared. */
static int load_for_runs(struct worker *worker, struct slot *slot, bool fills, struct fault *fault)
{
    const double begin = time_now_ms();
    int status;

    if (!fills || !instance_may_fill(&slot->instance))
        return slot_load(worker, slot, worker->options->data, false, slot->seed, fault);
    status = instance_fill(&slot->instance, worker->options->data, slot->seed, fault);
    worker->spent[WORK_TRANSFERS] += time_now_ms() - begin;
    return status;
}

int slot_launch(struct worker *worker, struct slot *slot, struct run_times *times,
                struct fault *fault)
{
    int status = runner_run(slot->instance.runner, times, fault);

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

int slot_has_data(const struct slot *slot, struct fault *fault)
{
    return slot->instance.set != NULL && !slot->instance.loaded.repeats
               ? 0
               : fault_set(fault, FAULT_USAGE, "the host has no data of the slot");
}

int slot_compare(struct worker *worker, struct slot *slot, uint64_t seed, struct verdict *verdict,
                 struct fault *fault)
{
    const double begin = time_now_ms();
    int status =
        instance_verify(&slot->instance, slot->how, slot->full_limit, seed, verdict, fault);

    worker->spent[WORK_VERIFICATION] += time_now_ms() - begin;
    return status;
}

/* ----------------------------------------------------------------------------------- to set up */

int slot_verify(struct worker *worker, struct slot *slot, enum data data, bool infinities,
                uint64_t least, struct verdict *verdict, struct fault *fault)
{
    const uint64_t passes = data == DATA_WHOLE ? instance_passes(&slot->instance) : 1;
    struct run_times times;
    double worst = 0;

    for (uint64_t i = 0; i < passes || i < least; i++) {
        if (slot_load(worker, slot, data, infinities, slot->seed + i, fault) ||
            slot_launch(worker, slot, &times, fault) ||
            slot_compare(worker, slot, slot->seed + i, verdict, fault))
            return -1;
        worst = verdict->worst > worst ? verdict->worst : worst;
    }
    verdict->worst = worst;
    return 0;
}

int slot_open(struct worker *worker, struct slot *slot, const struct test_case *test_case,
              struct host_memory memory, bool guards, struct fault *fault)
{
    const struct multiplier by = {&worker->device, &slot->built, guards, slot->blas};
    const double begin = time_now_ms();
    int status;

    slot_close(slot);
    status = instance_open(&by, &slot->manifest, test_case, memory, &slot->instance, fault);
    worker->spent[WORK_TRANSFERS] += time_now_ms() - begin;
    slot->is_open = status == 0;
    return status;
}

/* `cache` may be NULL. */
static int open_with(struct worker *worker, struct slot *slot, const struct prepare_order *order,
                     struct data_cache *cache, struct verdict *verdict, struct fault *fault)
{
    const uint64_t kept = data_cache_size(cache);
    const uint64_t limit = order->memory > kept ? order->memory - kept : 0;

    if (slot_open(worker, slot, &order->test_case, (struct host_memory){limit, order->share}, false,
                  fault))
        return -1;
    slot->seed = order->seed;
    slot->full_limit = order->full_limit;
    slot->instance.cache = cache;
    slot->instance.counts = &worker->counts;
    return (order->verifies && slot_verify(worker, slot, DATA_WHOLE, false, 1, verdict, fault)) ||
                   (order->verifies && order->random &&
                    slot_verify(worker, slot, DATA_RANDOM, false, 1, verdict, fault)) ||
                   (order->loads && load_for_runs(worker, slot, order->fills, fault))
               ? -1
               : 0;
}

/* Opens the cache, of the device's memory too, if there is a device. */
static struct data_cache *open_cache(struct worker *worker)
{
    const uint64_t host = worker->options->memory, device = worker->device.global_bytes;

    if (worker->cache == NULL)
        worker->cache =
            data_cache_open((worker->has_device && device < host ? device : host) / CACHE_PART);
    return worker->cache;
}

/* Whether a problem that was refused fits where nothing is kept. */
static bool fits_alone(struct worker *worker, struct slot *slot, const struct prepare_order *order)
{
    const struct host_memory all = {order->memory, order->share};
    struct fault unused = {0};
    const int status = slot_open(worker, slot, &order->test_case, all, false, &unused);

    fault_clear(&unused);
    slot_close(slot);
    return status == 0;
}

/* Whether a kernel may have failed for what is kept: the memory that it takes, or data that a
 * kernel before this one has damaged. */
static bool is_cache_to_blame(struct worker *worker, struct slot *slot,
                              const struct prepare_order *order, const struct fault *fault)
{
    if (fault->no_memory)
        return true;
    return slot->is_open ? fault->code == FAULT_WRONG && !instance_has_its_data(&slot->instance)
                         : fits_alone(worker, slot, order);
}

/* Opens a slot on a problem, verifies and loads. If kept data of earlier problems may be to blame
 * for an error, it is tried once more without them. *verdict: on the last result that was compared.
 * Errors: those of instance_open, instance_load and instance_verify. */
static int set_up(struct worker *worker, struct slot *slot, const struct prepare_order *order,
                  struct verdict *verdict, struct fault *fault)
{
    struct data_cache *cache = open_cache(worker);

    if (open_with(worker, slot, order, cache, verdict, fault) == 0)
        return 0;
    if (!is_cache_to_blame(worker, slot, order, fault))
        return -1;
    fault_clear(fault);
    slot_close(slot);
    data_cache_empty(cache);
    return open_with(worker, slot, order, NULL, verdict, fault);
}

void worker_rest(void)
{
    const double end_ms = time_now_ms() + WORKER_MOST_REST_MS;
    int looks = 0;

    while (looks < WORKER_LOOKS && time_now_ms() < end_ms) {
        nanosleep(&(struct timespec){0, WORKER_REST_MS / WORKER_LOOKS * 1000000L}, NULL);
        looks = process_has_work() ? 0 : looks + 1;
    }
}

/* Whether a GPU's host times come from runs of their own (runner_call): a library's have no
 * events. */
static bool calls(const struct worker *worker, const struct slot *slot)
{
    return slot->blas == NULL && worker->device.type == CL_DEVICE_TYPE_GPU;
}

json_t *worker_prepare(struct worker *worker, struct slot *slot, const json_t *text,
                       struct fault *fault)
{
    struct prepare_order order;
    struct verdict verdict = {.exact = false};
    struct run_times times = {.device_ms = 0};

    if (order_read_prepare(text, &order, fault))
        return NULL;
    slot->calls = calls(worker, slot);
    if (set_up(worker, slot, &order, &verdict, fault) ||
        (order.loads && runner_prepare(slot->instance.runner, &times, fault)))
        return NULL;
    worker->spent[WORK_KERNELS] += times.wall_ms;
    if (order.rests)
        worker_rest();
    return json_pack("{s:b, s:f, s:f, s:b}", "exact", (int)verdict.exact, "worst", verdict.worst,
                     "prepare_ms", times.device_ms, "kept", (int)slot->instance.loaded.kept);
}

/* Whether the last run has left the right result. */
static int verify_last(struct worker *worker, struct slot *slot, struct verdict *verdict,
                       struct fault *fault)
{
    struct instance *instance = &slot->instance;

    if (slot_has_data(slot, fault))
        return -1;
    if ((instance->launch.beta != 0 || instance->launch.beta_i != 0 || instance->launch.adds) &&
        (instance_reset(instance, fault) || runner_run(instance->runner, NULL, fault)))
        return -1;
    return slot_compare(worker, slot, slot->seed, verdict, fault);
}

/* The result of the last run; where that reads C, or has multiplied repeated pieces, of one more. */
json_t *worker_verify(struct worker *worker, struct slot *slot, const json_t *order,
                      struct fault *fault)
{
    struct verdict verdict;
    const int status = slot->instance.loaded.repeats
                           ? slot_verify(worker, slot, DATA_WHOLE, false, 1, &verdict, fault)
                           : verify_last(worker, slot, &verdict, fault);

    (void)order;
    return status == 0
               ? json_pack("{s:b, s:f}", "exact", (int)verdict.exact, "worst", verdict.worst)
               : NULL;
}
