#include "harness/engine/internal.h"
#include "harness/worker/orders.h"

#include <stdio.h>
#include <stdlib.h>

/* Takes what a library tells of its multiplication, if it does. */
static void take_words(const json_t *answer, const char *name, char *text, size_t room)
{
    if (json_is_string(json_object_get(answer, name)))
        snprintf(text, room, "%s", member_text(answer, name));
}

/* Takes what a run has taken as the next sample. */
static int take_sample(const struct suite_run *run, struct candidate *candidate,
                       const json_t *answer, struct fault *fault)
{
    struct measurement *measurement = &candidate->measurement;
    struct sample *sample = &measurement->samples[measurement->sample_count];
    const json_t *steps = json_object_get(answer, "steps");
    const size_t step_count = suite_steps(candidate);

    sample->device_ms = member_number(answer, "device_ms");
    sample->wall_ms = member_number(answer, "wall_ms");
    sample->prepare_ms = member_number(answer, "prepare_ms");
    sample->transfer_ms = member_number(answer, "transfer_ms");
    for (size_t i = 0; i < step_count; i++)
        candidate->step_times[measurement->sample_count * step_count + i] =
            json_number_value(json_array_get(steps, i));
    take_words(answer, "way", measurement->way, sizeof measurement->way);
    take_words(answer, "compute", measurement->compute, sizeof measurement->compute);
    if (sample->device_ms <= 0 && measurement->flops > 0)
        return fault_set(fault, FAULT_DEVICE,
                         "the device reports that a run took no time: such a "
                         "time is not reported");
    if (run->schedule->validate) {
        if (!json_is_true(json_object_get(answer, "exact")) &&
            member_number(answer, "worst") > measurement->worst)
            measurement->worst = member_number(answer, "worst");
        sample->validated = VALIDATED;
    }
    measurement->sample_count++;
    return 0;
}

/* A run of a candidate as it was told. */
static int take(const struct suite_run *run, struct candidate *candidate, bool warms,
                const json_t *told, struct fault *fault)
{
    candidate->runs++;
    if (warms)
        return 0;
    if (take_sample(run, candidate, told, fault))
        return -1;
    if (run->observer->sample != NULL) {
        progress_clear(run->progress);
        run->observer->sample(run->observer->self, &candidate->measurement,
                              candidate->measurement.sample_count - 1);
    }
    return 0;
}

/* Gives the order for runs of candidates; as executor_run. */
static int ask(const struct suite_run *run, struct executor *executor, const size_t *list,
               size_t count, bool warms, json_t **answer, struct fault *fault)
{
    const struct run_order order = {.slots = list,
                                    .count = count,
                                    .warm_up = warms,
                                    .settle = run->schedule->settle,
                                    .prepare = run->schedule->settle,
                                    .rest = suite_rests(run),
                                    .transfer = run->schedule->with_transfer,
                                    .validate = run->schedule->validate,
                                    .most_ms = WORKER_RUN_MS};

    return executor_run(executor, order_run(&order), answer, fault);
}

/* Puts what a candidate was doing before its error: its `ahead`-th run of those that are not told. */
static void name_run(struct candidate *candidate, bool warms, size_t ahead, struct fault *fault)
{
    char text[40];

    if (warms)
        snprintf(text, sizeof text, "warm-up");
    else
        snprintf(text, sizeof text, "run %zu", candidate->measurement.sample_count + ahead);
    fault_prefix(fault, text);
}

/* The process ended at one of these runs: which one, its mark says. */
static size_t find_lost(const struct executor *executor, const size_t *list, size_t count,
                        size_t *ahead)
{
    size_t index = strtoul(executor->mark, NULL, 10);

    if (index >= count)
        index = 0;
    *ahead = 1;
    for (size_t i = 0; i < index; i++)
        *ahead += list[i] == list[index];
    return list[index];
}

/* So many runs at the head of a list are in the same worker. */
static size_t count_together(const struct suite_run *run, const size_t *list, size_t count)
{
    const struct executor *executor = suite_executor(run, &run->candidates[list[0]]);
    size_t together = 1;

    while (together < count && suite_executor(run, &run->candidates[list[together]]) == executor)
        together++;
    return together;
}

/* Takes the runs of an answer; *done becomes their number. -1: candidates[list[*done]] has a fault. */
static int take_runs(const struct suite_run *run, const size_t *list, bool warms,
                     const json_t *answer, size_t *done)
{
    const json_t *runs = json_object_get(answer, "runs");

    for (*done = 0; *done < json_array_size(runs); (*done)++) {
        struct candidate *candidate = &run->candidates[list[*done]];

        if (take(run, candidate, warms, json_array_get(runs, *done), &candidate->fault))
            return -1;
    }
    return 0;
}

int suite_take_samples(struct suite_run *run, const size_t *list, size_t count, bool warms,
                       size_t *out)
{
    struct executor *executor = suite_executor(run, &run->candidates[list[0]]);
    struct fault fault = {0};
    json_t *answer = NULL;
    size_t done, ahead;
    int status;

    count = count_together(run, list, count);
    status = ask(run, executor, list, count, warms, &answer, &fault);
    if (take_runs(run, list, warms, answer, &done)) {
        *out = list[done];
        fault_clear(&fault);
        json_decref(answer);
        return -1;
    }
    json_decref(answer);
    if (status == 0 && done > 0)
        return 0;
    *out = list[done < count ? done : 0];
    if (status == 0)
        fault_set(&fault, FAULT_DEVICE, "its worker did not run it");
    if (executor->lost) {
        *out = find_lost(executor, list, count, &ahead);
        name_run(&run->candidates[*out], warms, ahead, &fault);
    }
    run->candidates[*out].fault = fault;
    return -1;
}
