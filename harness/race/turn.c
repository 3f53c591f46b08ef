#include "harness/race/internal.h"

#include <time.h>

#include "harness/base/timing.h"

/* Whether some step has to run for new weights. */
static bool has_preparation(const struct entrant *entrant)
{
    for (size_t i = 0; i < race_steps(entrant); i++)
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
    const struct race_options *options = race->options;
    struct trial *trial = &entrant->trial;
    struct result *result = &entrant->result;
    struct iteration *iteration = &result->iterations[result->iteration_count];
    size_t steps = race_steps(entrant);
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
        if (race_verify(race, entrant, entrant->how, &verdict, fault))
            return -1;
        if (!verdict.exact && verdict.worst > result->worst)
            result->worst = verdict.worst;
        iteration->validated = VALIDATED;
    }
    result->iteration_count++;
    return 0;
}

int race_warm_up(struct race *race, struct entrant *entrant, struct fault *fault)
{
    (void)race;
    return runner_run(entrant->trial.runner, NULL, fault);
}

/* Whether a library takes part whose threads look for work on the cores of the host for a while
 * after each turn, as OpenBLAS's do for some 30 ms, and longer on a busy machine. */
static bool has_spinners(const struct race *race)
{
    for (size_t i = 0; i < race->count; i++)
        if (race->entrants[i].blas != NULL && race->entrants[i].blas->on_host)
            return true;
    return false;
}

/* Waits until the threads of this process are asleep. */
static void rest(void)
{
    const double asleep = 0.02; /* at most so much of a rest on a core */
    double begin_ms = time_now_ms(), taken_ms;

    do {
        taken_ms = time_processor_ms();
        nanosleep(&(struct timespec){0, RACE_REST_MS * 1000000L}, NULL);
        taken_ms = time_processor_ms() - taken_ms;
    } while (taken_ms > asleep * RACE_REST_MS && time_now_ms() - begin_ms < RACE_MOST_REST_MS);
}

/* Brings the machine to the same state before each turn, whoever had the one before: others'
 * threads are asleep, and the entrant's data and its own threads are awake. A long run wakes them
 * by itself. */
static int settle(const struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct result *result = &entrant->result;
    size_t count = result->iteration_count;
    double begin_ms;

    if (has_spinners(race))
        rest();
    if (count > 0 && result->iterations[count - 1].wall_ms > RACE_WAKE_MS)
        return 0;
    begin_ms = time_now_ms();
    do
        if (runner_run(entrant->trial.runner, NULL, fault))
            return -1;
    while (time_now_ms() - begin_ms < RACE_WAKE_MS);
    return 0;
}

int race_measure(struct race *race, struct entrant *entrant, struct fault *fault)
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
