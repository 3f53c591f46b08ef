#include "harness/race/internal.h"
#include "harness/worker/orders.h"

#include <stdio.h>
#include <stdlib.h>

static double number(const json_t *answer, const char *name)
{
    return json_number_value(json_object_get(answer, name));
}

/* What a library says of its multiplication, where it says it. */
static void take_words(const json_t *answer, const char *name, char *text, size_t room)
{
    if (json_is_string(json_object_get(answer, name)))
        snprintf(text, room, "%s", json_string_value(json_object_get(answer, name)));
}

/* Takes what a turn has taken as the next iteration. */
static int take_turn(const struct race *race, struct entrant *entrant, const json_t *answer,
                     struct fault *fault)
{
    struct result *result = &entrant->result;
    struct iteration *iteration = &result->iterations[result->iteration_count];
    const json_t *steps = json_object_get(answer, "steps");
    const size_t step_count = race_steps(entrant);

    iteration->device_ms = number(answer, "device_ms");
    iteration->wall_ms = number(answer, "wall_ms");
    iteration->prepare_ms = number(answer, "prepare_ms");
    iteration->transfer_ms = number(answer, "transfer_ms");
    for (size_t i = 0; i < step_count; i++)
        entrant->step_times[result->iteration_count * step_count + i] =
            json_number_value(json_array_get(steps, i));
    take_words(answer, "way", result->way, sizeof result->way);
    take_words(answer, "compute", result->compute, sizeof result->compute);
    if (iteration->device_ms <= 0 && result->flops > 0)
        return fault_set(fault, FAULT_DEVICE,
                         "the device reports that a run took no time: such a "
                         "time is not reported");
    if (race->options->validate) {
        if (!json_is_true(json_object_get(answer, "exact")) &&
            number(answer, "worst") > result->worst)
            result->worst = number(answer, "worst");
        iteration->validated = VALIDATED;
    }
    result->iteration_count++;
    return 0;
}

/* A run of an entrant as it was told. */
static int take(const struct race *race, struct entrant *entrant, bool warms, const json_t *turn,
                struct fault *fault)
{
    entrant->runs++;
    if (warms)
        return 0;
    if (take_turn(race, entrant, turn, fault))
        return -1;
    if (race->spectator.iteration != NULL)
        race->spectator.iteration(race->spectator.self, &entrant->result,
                                  entrant->result.iteration_count - 1);
    return 0;
}

/* Gives the order for runs of entrants; as executor_run. */
static int ask(const struct race *race, struct executor *executor, const size_t *list, size_t count,
               bool warms, json_t **answer, struct fault *fault)
{
    const struct run_order order = {.slots = list,
                                    .count = count,
                                    .warm_up = warms,
                                    .settle = race->against,
                                    .prepare = race->against,
                                    .rest = race_rests(race),
                                    .transfer = race->options->with_transfer,
                                    .validate = race->options->validate,
                                    .most_ms = WORKER_RUN_MS};

    return executor_run(executor, order_run(&order), answer, fault);
}

/* Puts what an entrant was doing before its error: its `ahead`-th run of those that are not told. */
static void name_run(struct entrant *entrant, bool warms, size_t ahead, struct fault *fault)
{
    char text[40];

    if (warms)
        snprintf(text, sizeof text, "warm-up");
    else
        snprintf(text, sizeof text, "run %zu", entrant->result.iteration_count + ahead);
    fault_prefix(fault, text);
}

/* The process ended at one of these turns: which one, its mark says. */
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

/* So many turns at the head of a list are in the same worker. */
static size_t count_together(const struct race *race, const size_t *list, size_t count)
{
    const struct executor *executor = race_executor(race, &race->entrants[list[0]]);
    size_t together = 1;

    while (together < count && race_executor(race, &race->entrants[list[together]]) == executor)
        together++;
    return together;
}

/* Takes the runs of an answer; *done becomes their number. -1: entrants[list[*done]] has a fault. */
static int take_runs(const struct race *race, const size_t *list, bool warms, const json_t *answer,
                     size_t *done)
{
    const json_t *runs = json_object_get(answer, "runs");

    for (*done = 0; *done < json_array_size(runs); (*done)++) {
        struct entrant *entrant = &race->entrants[list[*done]];

        if (take(race, entrant, warms, json_array_get(runs, *done), &entrant->fault))
            return -1;
    }
    return 0;
}

int race_turns(struct race *race, const size_t *list, size_t count, bool warms, size_t *out)
{
    struct executor *executor = race_executor(race, &race->entrants[list[0]]);
    struct fault fault = {0};
    json_t *answer = NULL;
    size_t done, ahead;
    int status;

    count = count_together(race, list, count);
    status = ask(race, executor, list, count, warms, &answer, &fault);
    if (take_runs(race, list, warms, answer, &done)) {
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
        name_run(&race->entrants[*out], warms, ahead, &fault);
    }
    race->entrants[*out].fault = fault;
    return -1;
}
