#include <stdio.h>
#include <string.h>
#include <time.h>

#include "harness/base/process.h"
#include "harness/base/timing.h"
#include "harness/opencl/bandwidth.h"
#include "harness/subject/peak.h"
#include "harness/worker/internal.h"
#include "harness/worker/wish.h"

static bool asks(const json_t *order, const char *what)
{
    return json_is_true(json_object_get(order, what));
}

/* -------------------------------------------------------------------------------------- libraries */

/* Opens a library; one of the host needs no device. */
static int open_library(struct worker *worker, const char *name, const json_t *order,
                        struct blas *blas, struct fault *fault)
{
    const bool on_host = blas_on_host(name);
    const struct blas_site site = {on_host ? NULL : &worker->device,
                                   (unsigned)json_integer_value(json_object_get(order, "threads"))};

    return (!on_host && worker_open_device(worker, fault)) || blas_open(name, &site, blas, fault)
               ? -1
               : 0;
}

/* A library by its name, opened where it is not. Errors: those of blas_open. */
static struct blas *find_library(struct worker *worker, const json_t *order, struct fault *fault)
{
    const char *name = json_string_value(json_object_get(order, "name"));

    for (size_t i = 0; i < MOST_LIBRARIES && name != NULL && blas_name(i) != NULL; i++) {
        struct blas *blas = &worker->libraries[i];

        if (strcmp(blas_name(i), name) != 0)
            continue;
        return blas->kind != NULL || open_library(worker, name, order, blas, fault) == 0 ? blas
                                                                                         : NULL;
    }
    fault_set(fault, FAULT_USAGE, "no library has the name %.60s", name == NULL ? "" : name);
    return NULL;
}

static json_t *list_settings(const struct blas *blas)
{
    char settings[BLAS_SETTINGS][BLAS_SETTING];
    const size_t count = blas_settings(blas, settings);
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(settings[i]));
    return list;
}

json_t *worker_library(struct worker *worker, struct slot *slot, const json_t *order,
                       struct fault *fault)
{
    const struct blas *blas = find_library(worker, order, fault);

    (void)slot;
    return blas == NULL
               ? NULL
               : json_pack("{s:s, s:s, s:I, s:o}", "words", blas->words, "core", blas->core,
                           "threads", (json_int_t)blas->threads, "settings", list_settings(blas));
}

json_t *worker_place(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    const struct blas *blas = find_library(worker, order, fault);

    slot_drop(slot);
    if (blas == NULL || slot_take_manifest(slot, order, fault))
        return NULL;
    slot->blas = blas;
    slot->is_built = true;
    return json_object();
}

/* ----------------------------------------------------------------------- before the first turn */

/* Waits until the threads of this process are asleep, so that they take no core from whom the next turn is,
 * here or in another process: OpenBLAS's look for work for some 30 ms after each call, and longer on a busy
 * machine. */
static void rest(void)
{
    const double end_ms = time_now_ms() + WORKER_MOST_REST_MS;
    int looks = 0;

    while (looks < WORKER_LOOKS && time_now_ms() < end_ms) {
        nanosleep(&(struct timespec){0, WORKER_REST_MS / WORKER_LOOKS * 1000000L}, NULL);
        looks = process_has_work() ? 0 : looks + 1;
    }
}

json_t *worker_enter(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    struct opening_order opening = {
        .memory = worker_memory(worker, order),
        .full_limit = TRIAL_LONG_LIMIT,
        .seed = (uint64_t)json_integer_value(json_object_get(order, "seed")),
        .verifies = asks(order, "verify"),
        .loads = asks(order, "load")};
    struct verdict verdict = {.exact = false};
    struct run_times times = {.device_ms = 0};

    slot->calls = slot->blas == NULL && worker->device.type == CL_DEVICE_TYPE_GPU;
    if (wish_read(order, &opening.wish, fault) ||
        slot_open(worker, slot, &opening, &verdict, fault) ||
        (opening.loads && runner_prepare(slot->trial.runner, &times, fault)))
        return NULL;
    worker->spent[WORK_KERNELS] += times.wall_ms;
    if (asks(order, "rest"))
        rest();
    return json_pack("{s:b, s:f, s:f}", "exact", (int)verdict.exact, "worst", verdict.worst,
                     "prepare_ms", times.device_ms);
}

/* ------------------------------------------------------------------------------------------- a turn */

/* Brings the machine to the same state before each turn, whoever had the one before: the entrant's data and
 * its own threads are awake. A long run wakes them by itself. */
static int settle(const struct slot *slot, struct fault *fault)
{
    double begin_ms;

    if (slot->last_ms > WORKER_WAKE_MS)
        return 0;
    begin_ms = time_now_ms();
    do
        if (runner_run(slot->trial.runner, NULL, fault))
            return -1;
    while (time_now_ms() - begin_ms < WORKER_WAKE_MS);
    return 0;
}

/* What a turn has taken. */
struct turn {
    struct run_times times;
    double prepare_ms, transfer_ms;
};

/* Whether some step has to run for new weights. */
static bool has_preparation(const struct slot *slot)
{
    const struct manifest *manifest = &slot->manifest;

    for (size_t i = 0; i < manifest->step_count && slot->blas == NULL; i++)
        if (manifest->steps[i].prepare && launch_runs(&slot->trial.launch, &manifest->steps[i]))
            return true;
    return false;
}

/* One phase by the clocks that it has. Events cost a GPU's commands microseconds, so that its host times come from calls without
 * them, behind those that tell the device times. */
static int run_phase(const struct slot *slot, bool prepare, struct run_times *times,
                     struct fault *fault)
{
    struct runner *const runner = slot->trial.runner;

    if (slot->calls)
        return runner_call(runner, prepare, &times->wall_ms, fault);
    return prepare ? runner_prepare(runner, times, fault) : runner_run(runner, times, fault);
}

/* Operands to the device, the run, C back: times of the host, from ordinary memory. Weights that
 * are new are prepared anew. */
static int run_with_transfer(struct slot *slot, struct turn *turn, struct fault *fault)
{
    struct trial *const trial = &slot->trial;
    double sent, received;

    if (trial_send(trial, &sent, fault) || run_phase(slot, true, &turn->times, fault))
        return -1;
    turn->prepare_ms = turn->times.wall_ms;
    if (run_phase(slot, false, &turn->times, fault) || trial_receive(trial, &received, fault))
        return -1;
    turn->transfer_ms = sent + turn->prepare_ms + received;
    return 0;
}

static int run_prepared(struct slot *slot, bool prepares, struct turn *turn, struct fault *fault)
{
    if (prepares && has_preparation(slot)) {
        if (run_phase(slot, true, &turn->times, fault))
            return -1;
        turn->prepare_ms = turn->times.wall_ms;
    }
    return run_phase(slot, false, &turn->times, fault);
}

static json_t *write_turn(const struct slot *slot, const struct turn *turn,
                          const struct verdict *verdict)
{
    const char *way = runner_way(slot->trial.runner);
    const char *compute = runner_compute(slot->trial.runner);
    json_t *steps = json_array(), *object;

    for (size_t i = 0; turn->times.step_ms != NULL && i < slot->manifest.step_count; i++)
        json_array_append_new(steps, json_real(turn->times.step_ms[i]));
    object = json_pack("{s:f, s:f, s:f, s:f, s:o, s:b, s:f}", "device_ms", turn->times.device_ms,
                       "wall_ms", turn->times.wall_ms, "prepare_ms", turn->prepare_ms,
                       "transfer_ms", turn->transfer_ms, "steps", steps, "exact",
                       (int)verdict->exact, "worst", verdict->worst);
    if (way != NULL)
        json_object_set_new(object, "way", json_string(way));
    if (compute != NULL)
        json_object_set_new(object, "compute", json_string(compute));
    return object;
}

static json_t *warm_up(struct worker *worker, struct slot *slot, struct fault *fault)
{
    struct run_times times;

    if (slot_launch(worker, slot, &times, fault))
        return NULL;
    slot->last_ms = times.wall_ms;
    return json_pack("{s:f, s:f}", "device_ms", times.device_ms, "wall_ms", times.wall_ms);
}

/* The first turn of an order comes behind a wait for that order, others behind turns with other data: a run that does
 * not count makes up for it, unless the kernel takes long. */
static int wake(const struct slot *slot, struct fault *fault)
{
    return slot->last_ms > WORKER_WAKE_MS ? 0 : runner_run(slot->trial.runner, NULL, fault);
}

/* Where threads of others have slept, each turn has to wake its own; else one that comes right behind another one finds the machine
 * at work, and lacks its data alone. */
static int make_ready(const struct slot *slot, const json_t *order, bool first, struct fault *fault)
{
    if (asks(order, "settle") && (first || asks(order, "rest")))
        return settle(slot, fault);
    return first || asks(order, "settle") ? wake(slot, fault) : 0;
}

static json_t *take_turn(struct worker *worker, struct slot *slot, const json_t *order, bool first,
                         struct fault *fault)
{
    const double begin = time_now_ms();
    struct trial *trial = &slot->trial;
    struct verdict verdict = {.exact = false};
    struct turn turn = {.prepare_ms = 0};
    double moved;

    if (asks(order, "warm_up"))
        return warm_up(worker, slot, fault);
    if (make_ready(slot, order, first, fault) ||
        (slot->calls && runner_run(trial->runner, &turn.times, fault)) ||
        (asks(order, "validate") && trial_reset(trial, fault)) ||
        (asks(order, "transfer") ? run_with_transfer(slot, &turn, fault)
                                 : run_prepared(slot, asks(order, "prepare"), &turn, fault)))
        return NULL;
    slot->last_ms = turn.times.wall_ms;
    moved = turn.transfer_ms > 0 ? turn.transfer_ms - turn.prepare_ms : 0;
    worker->spent[WORK_TRANSFERS] += moved;
    worker->spent[WORK_KERNELS] += time_now_ms() - begin - moved;
    if (asks(order, "validate") && slot_compare(worker, slot, slot->seed, &verdict, fault))
        return NULL;
    return write_turn(slot, &turn, &verdict);
}

/* NULL: there is none that is open. */
static struct slot *open_slot(const struct worker *worker, const json_t *number,
                              struct fault *fault)
{
    const size_t index = (size_t)json_integer_value(number);

    if (index < worker->slot_count && worker->slots[index] != NULL && worker->slots[index]->is_open)
        return worker->slots[index];
    fault_set(fault, FAULT_USAGE, "a turn of a slot that is not open");
    return NULL;
}

json_t *worker_turns(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    const json_t *slots = json_object_get(order, "slots");
    const double end_ms = time_now_ms() + WORKER_TURNS_MS;
    json_t *turns = json_array(), *answer = json_pack("{s:o}", "turns", turns);

    (void)slot;
    for (size_t i = 0; i < json_array_size(slots); i++) {
        struct slot *next = open_slot(worker, json_array_get(slots, i), fault);
        json_t *turn;
        char mark[24];

        snprintf(mark, sizeof mark, "%zu", i);
        process_mark(mark);
        turn = next == NULL ? NULL : take_turn(worker, next, order, i == 0, fault);
        if (turn == NULL) {
            json_object_set_new(answer, "failure", worker_failure(worker, fault));
            break;
        }
        json_array_append_new(turns, turn);
        if (time_now_ms() > end_ms)
            break;
    }
    if (asks(order, "rest"))
        rest();
    return answer;
}

/* -------------------------------------------------------------------------- limits of the device */

json_t *worker_limit(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    const char *kind = json_string_value(json_object_get(order, "kind"));
    struct peak peak;

    (void)slot;
    if (kind == NULL) {
        fault_set(fault, FAULT_USAGE, "an order `limit` of no kind");
        return NULL;
    }
    if (peak_find(&worker->device, json_string_value(json_object_get(order, "wanted")), kind, &peak,
                  fault))
        return NULL;
    return json_pack("{s:f, s:s, s:i}", "gflops", peak.gflops, "words", peak.words, "source",
                     (int)peak.source);
}

json_t *worker_bandwidth(struct worker *worker, struct slot *slot, const json_t *order,
                         struct fault *fault)
{
    (void)slot, (void)order, (void)fault;
    return json_pack("{s:f}", "gbytes_per_second", bandwidth_measure(&worker->device));
}
