/* Runs in the order of their slots, by all clocks. */
#include <stdio.h>

#include "harness/base/process.h"
#include "harness/base/timing.h"
#include "harness/worker/internal.h"
#include "harness/worker/orders.h"

/* ------------------------------------------------------------------------------------- a sample */

/* Brings the machine to the same state before each run, whoever had the one before: the data of the
 * slot and its own threads are awake. A long run wakes them by itself. */
static int settle(const struct slot *slot, struct fault *fault)
{
    double begin_ms;

    if (slot->last_ms > WORKER_WAKE_MS)
        return 0;
    begin_ms = time_now_ms();
    do
        if (runner_run(slot->instance.runner, NULL, fault))
            return -1;
    while (time_now_ms() - begin_ms < WORKER_WAKE_MS);
    return 0;
}

/* A timed run. */
struct sample {
    struct run_times times;
    double prepare_ms, transfer_ms;
};

/* Whether some step has to run for new weights. */
static bool has_preparation(const struct slot *slot)
{
    const struct manifest *manifest = &slot->manifest;

    for (size_t i = 0; i < manifest->step_count && slot->blas == NULL; i++)
        if (manifest->steps[i].prepare && launch_runs(&slot->instance.launch, &manifest->steps[i]))
            return true;
    return false;
}

/* One phase by the clocks that it has. Events cost a GPU's commands microseconds, so that its host
 * times come from calls without them, behind those that tell the device times. */
static int run_phase(const struct slot *slot, bool prepare, struct run_times *times,
                     struct fault *fault)
{
    struct runner *const runner = slot->instance.runner;

    if (slot->calls)
        return runner_call(runner, prepare, &times->wall_ms, fault);
    return prepare ? runner_prepare(runner, times, fault) : runner_run(runner, times, fault);
}

/* Operands to the device, the run, C back: times of the host, from ordinary memory. Weights that
 * are new are prepared anew. */
static int run_with_transfer(struct slot *slot, struct sample *sample, struct fault *fault)
{
    struct instance *const instance = &slot->instance;
    double sent, received;

    if (instance_send(instance, &sent, fault) || run_phase(slot, true, &sample->times, fault))
        return -1;
    sample->prepare_ms = sample->times.wall_ms;
    if (run_phase(slot, false, &sample->times, fault) ||
        instance_receive(instance, &received, fault))
        return -1;
    sample->transfer_ms = sent + sample->prepare_ms + received;
    return 0;
}

static int run_prepared(struct slot *slot, bool prepares, struct sample *sample,
                        struct fault *fault)
{
    if (prepares && has_preparation(slot)) {
        if (run_phase(slot, true, &sample->times, fault))
            return -1;
        sample->prepare_ms = sample->times.wall_ms;
    }
    return run_phase(slot, false, &sample->times, fault);
}

static json_t *write_sample(const struct slot *slot, const struct sample *sample,
                            const struct verdict *verdict)
{
    const char *way = runner_way(slot->instance.runner);
    const char *compute = runner_compute(slot->instance.runner);
    json_t *steps = json_array(), *object;

    for (size_t i = 0; sample->times.step_ms != NULL && i < slot->manifest.step_count; i++)
        json_array_append_new(steps, json_real(sample->times.step_ms[i]));
    object = json_pack("{s:f, s:f, s:f, s:f, s:o, s:b, s:f}", "device_ms", sample->times.device_ms,
                       "wall_ms", sample->times.wall_ms, "prepare_ms", sample->prepare_ms,
                       "transfer_ms", sample->transfer_ms, "steps", steps, "exact",
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

/* Makes up for a wait for the order, or for runs with other data, by a run that does not count,
 * unless the kernel takes long. */
static int wake(const struct slot *slot, struct fault *fault)
{
    return slot->last_ms > WORKER_WAKE_MS ? 0 : runner_run(slot->instance.runner, NULL, fault);
}

/* If threads of others have slept, each run has to wake its own; else one that comes right behind
 * another one finds the machine at work, and lacks its data alone. */
static int make_ready(const struct slot *slot, const json_t *order, bool first, struct fault *fault)
{
    if (member_truth(order, "settle") && (first || member_truth(order, "rest")))
        return settle(slot, fault);
    return first || member_truth(order, "settle") ? wake(slot, fault) : 0;
}

/* Data and a call or, with `transfer`, all that a program without the device's memory waits for. */
static int take_sample(struct worker *worker, struct slot *slot, const json_t *order,
                       struct sample *sample, struct verdict *verdict, struct fault *fault)
{
    const bool validates = member_truth(order, "validate");
    const double begin = time_now_ms();
    double moved;

    if (((validates || member_truth(order, "transfer")) && slot_has_data(slot, fault)) ||
        (validates && instance_reset(&slot->instance, fault)) ||
        (member_truth(order, "transfer")
             ? run_with_transfer(slot, sample, fault)
             : run_prepared(slot, member_truth(order, "prepare"), sample, fault)))
        return -1;
    moved = sample->transfer_ms > 0 ? sample->transfer_ms - sample->prepare_ms : 0;
    worker->spent[WORK_TRANSFERS] += moved;
    worker->spent[WORK_KERNELS] += time_now_ms() - begin - moved;
    return validates ? slot_compare(worker, slot, slot->seed, verdict, fault) : 0;
}

/* A sample of a comparison: what wakes the threads of a driver may take longer than a short product,
 * and differs from call to call, so that of short ones it is the median of several calls. */
static json_t *run_turn(struct worker *worker, struct slot *slot, const json_t *order,
                        struct sample *sample, struct fault *fault)
{
    json_t *calls[WORKER_CALLS], *median = NULL;
    double times[WORKER_CALLS];
    const bool repeats = member_truth(order, "settle") && !member_truth(order, "validate") &&
                         !member_truth(order, "transfer");
    const double begin = time_now_ms();
    size_t count = 0;
    int status;

    do {
        struct verdict verdict = {.exact = false};

        status = take_sample(worker, slot, order, sample, &verdict, fault);
        if (status == 0) {
            times[count] = sample->times.wall_ms + sample->prepare_ms;
            calls[count++] = write_sample(slot, sample, &verdict);
        }
    } while (status == 0 && repeats && count < WORKER_CALLS &&
             time_now_ms() - begin < WORKER_TURN_MS);
    if (status == 0)
        median = json_incref(calls[time_middle(times, count)]);
    for (size_t i = 0; i < count; i++)
        json_decref(calls[i]);
    return median;
}

static json_t *run_slot(struct worker *worker, struct slot *slot, const json_t *order, bool first,
                        struct fault *fault)
{
    const double begin = time_now_ms();
    struct sample sample = {.prepare_ms = 0};
    json_t *told;

    if (member_truth(order, "warm_up"))
        return warm_up(worker, slot, fault);
    if (make_ready(slot, order, first, fault) ||
        (slot->calls && runner_run(slot->instance.runner, &sample.times, fault)))
        return NULL;
    worker->spent[WORK_KERNELS] += time_now_ms() - begin;
    told = run_turn(worker, slot, order, &sample, fault);
    slot->last_ms = sample.times.wall_ms;
    return told;
}

/* NULL: there is none that is open. */
static struct slot *open_slot(const struct worker *worker, const json_t *number,
                              struct fault *fault)
{
    const size_t index = (size_t)json_integer_value(number);

    if (index < MOST_SLOTS && worker->slots[index] != NULL && worker->slots[index]->is_open)
        return worker->slots[index];
    fault_set(fault, FAULT_USAGE, "a run of a slot that is not open");
    return NULL;
}

/* Whether no run follows: this one has taken too long, or the time of the order is over. */
static bool is_last(const json_t *order, const json_t *run, double begin_ms)
{
    const double stop_ms = member_number(order, "stop_ms");
    const double most_ms = member_number(order, "most_ms");
    const double taken_ms = member_number(run, "device_ms");

    return (stop_ms > 0 && taken_ms > stop_ms) ||
           (most_ms > 0 && time_now_ms() > begin_ms + most_ms);
}

json_t *worker_run(struct worker *worker, struct slot *slot, const json_t *order,
                   struct fault *fault)
{
    const json_t *slots = json_object_get(order, "slots");
    const double begin_ms = time_now_ms();
    json_t *runs = json_array(), *answer = json_pack("{s:o}", "runs", runs);

    (void)slot;
    for (size_t i = 0; i < json_array_size(slots); i++) {
        struct slot *next = open_slot(worker, json_array_get(slots, i), fault);
        json_t *run;
        char mark[24];

        snprintf(mark, sizeof mark, "%zu", i);
        process_mark(mark);
        run = next == NULL ? NULL : run_slot(worker, next, order, i == 0, fault);
        if (run == NULL) {
            json_object_set_new(answer, "failure", worker_failure(worker, fault));
            break;
        }
        json_array_append_new(runs, run);
        if (is_last(order, run, begin_ms))
            break;
    }
    if (member_truth(order, "rest"))
        worker_rest();
    return answer;
}

/* --------------------------------------------------------------------------------------- cases */

/* Results of the cases of an order. */
struct tally {
    size_t cases;
    bool exact;   /* the first run of a case was compared bit by bit */
    bool alone;   /* of a host's launch a work-group has run alone */
    double worst; /* ratio to the bound */
};

/* Runs a case as often as the order says. Errors: those of slot_open; those of slot_verify, behind
 * what case_describe says of it. */
static int run_case(struct worker *worker, struct slot *slot, const struct check_order *check,
                    const struct check_case *check_case, struct tally *tally, struct fault *fault)
{
    static const enum data data[] = {DATA_WHOLE, DATA_RANDOM, DATA_POSITIVE};
    struct verdict verdict = {.worst = 0};
    char text[400];
    int status;

    if (slot_open(worker, slot, &check_case->test_case, (struct host_memory){check->memory, 1},
                  check->guards, fault))
        return -1;
    slot->seed = check->seed;
    slot->full_limit = INSTANCE_FULL_LIMIT;
    status = slot_verify(worker, slot, data[check_case->data], check_case->data == CASE_INFINITE,
                         check->trials, &verdict, fault);
    if (status == 0 && slot->manifest.problem.interface != NULL && !tally->alone)
        status = instance_check_alone(&slot->instance, &tally->alone, fault);
    if (status != 0) {
        case_describe(&slot->instance.launch, check_case, check->guards, text, sizeof text);
        fault_prefix(fault, text);
    }
    if (verdict.worst > tally->worst)
        tally->worst = verdict.worst;
    tally->exact |= slot->how == VERIFY_EXACT;
    tally->cases++;
    slot_close(slot);
    return status;
}

static int run_list(struct worker *worker, struct slot *slot, const struct check_order *check,
                    struct tally *tally, struct fault *fault)
{
    struct case_list cases;
    int status = 0;

    if (cases_make(&slot->manifest, SIZES_DEFAULT, &worker->options->test_case, &cases, fault))
        return -1;
    for (size_t i = 0; i < cases.count && status == 0; i++)
        status = run_case(worker, slot, check, &cases.list[i], tally, fault);
    cases_release(&cases);
    return status;
}

json_t *worker_check(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    struct check_order check;
    struct check_case one;
    struct tally tally = {.cases = 0};

    if (order_read_check(order, &one, &check, fault) ||
        (check.one != NULL ? run_case(worker, slot, &check, check.one, &tally, fault)
                           : run_list(worker, slot, &check, &tally, fault)))
        return NULL;
    return json_pack("{s:I, s:b, s:f}", "cases", (json_int_t)tally.cases, "exact", (int)tally.exact,
                     "worst", tally.worst);
}
