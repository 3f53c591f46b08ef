#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/random.h"
#include "harness/base/text.h"
#include "harness/engine/internal.h"
#include "harness/worker/orders.h"
#include "harness/base/timing.h"

/* Takes what a library tells of its multiplication, if it does. */
static void take_words(const json_t *answer, const char *name, char *text, size_t room)
{
    if (member_text(answer, name) != NULL)
        snprintf(text, room, "%s", member_text(answer, name));
}

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
    sample->total_ms = sample->wall_ms + sample->transfer_ms;
    for (size_t i = 0; i < step_count; i++)
        candidate->step_times[measurement->sample_count * step_count + i] =
            json_number_value(json_array_get(steps, i));
    take_words(answer, "way", measurement->way, sizeof measurement->way);
    take_words(answer, "compute", measurement->compute, sizeof measurement->compute);
    if (sample->device_ms <= 0 && measurement->flops > 0) {
        fault->status = STATUS_IMPOSSIBLE;
        return fault_set(fault, FAULT_DEVICE,
                         "the device reports that a run took no time: such a "
                         "time is not reported");
    }
    if (run->schedule->validate) {
        if (!member_truth(answer, "exact") && member_number(answer, "worst") > measurement->worst)
            measurement->worst = member_number(answer, "worst");
        sample->validated = true;
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
    if (run->observer->sample == NULL)
        return 0;
    progress_clear(run->progress);
    return run->observer->sample(run->observer->self, &candidate->measurement,
                                 candidate->measurement.sample_count - 1, fault);
}

static int ask(const struct suite_run *run, struct executor *executor, const size_t *list,
               size_t count, bool warms, json_t **answer, struct fault *fault)
{
    const struct run_order order = {.slots = list,
                                    .count = count,
                                    .warm_up = warms || run->schedule->tuned.seeds > 0,
                                    .settle = run->schedule->settle,
                                    .prepare = run->schedule->settle,
                                    .rest = suite_rests(run),
                                    .transfer = run->schedule->with_transfer,
                                    .validate = run->schedule->validate,
                                    .stop_ms = run->stop_ms,
                                    .most_ms = WORKER_RUN_MS};

    return executor_ask(executor, LIMIT_RUN, NULL, order_run(&order), answer, fault);
}

/* Puts what a candidate was doing before its error: its `ahead`-th run of those that are not
 * told. */
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
    size_t index = strtoul(executor->client.mark, NULL, 10);

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

/* Takes the runs of an answer; *done becomes their number. -1: candidates[list[*done]] has a
 * fault. */
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
    if (executor->client.lost) {
        *out = find_lost(executor, list, count, &ahead);
        name_run(&run->candidates[*out], warms, ahead, &fault);
    }
    run->candidates[*out].fault = fault;
    return -1;
}

/* --------------------------------------------------------------------------- the order of runs */

/* Returns the candidate at a place of a round: kernels come before references and libraries, so
 * that those of one process share an order. */
static size_t candidate_at(const struct suite_run *run, size_t place)
{
    const size_t kernels = run->count - run->references;

    return place == 0 ? 0 : place < kernels ? run->references + place : place - kernels + 1;
}

/* Finds the next candidate to run: the first of those with the fewest planned runs below `goal`; to
 * warm up, the first below it; run->count: none. In a comparison rounds alternate in direction,
 * so that no kernel always follows the hottest one. In a final chance decides among those that are
 * equal. */
static size_t find_next(struct suite_run *run, uint64_t goal, bool warms)
{
    const bool by_chance = run->schedule->tuned.most > 0 && !warms;
    size_t next = run->count, equal = 0;
    uint64_t least = goal;

    for (size_t place = 0; place < run->count; place++) {
        const size_t i = candidate_at(run, place);
        const struct candidate *candidate = &run->candidates[i];
        const bool backwards = run->schedule->settle && !warms && candidate->planned % 2 == 1;
        const bool as_few = next < run->count && candidate->planned == least;

        if (candidate->fault.code != FAULT_NONE)
            continue;
        equal = candidate->planned < least ? 0 : equal + as_few;
        if (candidate->planned < least ||
            (as_few && (backwards || (by_chance && random_below(&run->random, equal + 1) == 0)))) {
            least = warms ? 0 : candidate->planned;
            next = i;
        }
    }
    return next;
}

size_t suite_plan(struct suite_run *run, uint64_t goal, bool warms, size_t *list, size_t room)
{
    size_t count = 0;

    for (size_t i = 0; i < run->count; i++)
        run->candidates[i].planned = run->candidates[i].runs;
    while (count < room && (list[count] = find_next(run, goal, warms)) < run->count)
        run->candidates[list[count++]].planned++;
    return count;
}

/* ------------------------------------------------------------------------------------- summary */

/* Summarises a time of each sample, which is at such a place in a struct sample. */
static struct time_summary summarise(const struct measurement *measurement, double *times,
                                     size_t place)
{
    for (size_t i = 0; i < measurement->sample_count; i++)
        memcpy(&times[i], (const char *)&measurement->samples[i] + place, sizeof *times);
    return time_summarise(times, measurement->sample_count);
}

bool suite_is_steady(const struct suite_run *run)
{
    const double share = 0.005; /* of the mean: its standard error */
    double *times = calloc(run->schedule->tuned.most, sizeof *times);
    bool steady = true;

    for (size_t i = 0; i < run->count && times != NULL; i++) {
        const struct measurement *measurement = &run->candidates[i].measurement;
        const struct time_summary summary =
            summarise(measurement, times, offsetof(struct sample, device_ms));

        steady = steady && summary.deviation / sqrt((double)measurement->sample_count) <=
                               share * summary.mean;
    }
    free(times);
    return steady;
}

/* The share of the steps beside the main one. */
static double supporting_share(const struct candidate *candidate)
{
    const struct manifest *manifest = candidate->manifest;
    const struct step *main_step = launch_main_step(manifest, &candidate->launch);
    const struct measurement *measurement = &candidate->measurement;
    double sum = 0;

    if (candidate->library != NULL)
        return -1;
    for (size_t i = 0; i < manifest->step_count; i++)
        sum += measurement->step_ms[i];
    if (main_step == NULL || sum <= 0)
        return -1;
    return 1 - measurement->step_ms[main_step - manifest->steps] / sum;
}

/* The kernel that others are compared with; NULL: none was measured. */
static const struct candidate *find_reference(const struct suite_run *run)
{
    const struct candidate *first = NULL;

    for (size_t i = 0; i < run->count; i++) {
        const struct candidate *candidate = &run->candidates[i];

        if (candidate->fault.code != FAULT_NONE || candidate->measurement.sample_count == 0)
            continue;
        if (strcmp(candidate_label(candidate), "naive") == 0)
            return candidate;
        first = first == NULL ? candidate : first;
    }
    return first;
}

int suite_find_speedups(struct suite_run *run, struct fault *fault)
{
    const struct candidate *reference = find_reference(run);
    double *ratios;

    if (reference == NULL)
        return 0;
    ratios = calloc(reference->measurement.sample_count, sizeof *ratios);
    if (ratios == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < run->count; i++) {
        struct measurement *measurement = &run->candidates[i].measurement;
        const size_t count = measurement->sample_count;

        if (&run->candidates[i] == reference || run->candidates[i].fault.code != FAULT_NONE ||
            count != reference->measurement.sample_count || measurement->flops <= 0)
            continue;
        for (size_t j = 0; j < count; j++)
            ratios[j] = figures_gflops(measurement, measurement->samples[j].device_ms) /
                        figures_gflops(&reference->measurement,
                                       reference->measurement.samples[j].device_ms);
        measurement->over = reference->measurement.label;
        measurement->speedup = spread_of(ratios, count);
    }
    free(ratios);
    return 0;
}

int suite_summarise(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    struct measurement *measurement = &candidate->measurement;
    size_t count = measurement->sample_count, steps = suite_steps(candidate);
    double *times = calloc(count + 1, sizeof *times);

    if (times == NULL)
        return fault_memory(fault);
    measurement->device = summarise(measurement, times, offsetof(struct sample, device_ms));
    measurement->wall = summarise(measurement, times, offsetof(struct sample, wall_ms));
    measurement->with_transfer = run->schedule->with_transfer;
    measurement->transfer = summarise(measurement, times, offsetof(struct sample, transfer_ms));
    measurement->total = summarise(measurement, times, offsetof(struct sample, total_ms));
    for (size_t step = 0; step < steps && count > 0; step++) {
        for (size_t i = 0; i < count; i++)
            times[i] = candidate->step_times[i * steps + step];
        measurement->step_ms[step] = time_summarise(times, count).median;
    }
    free(times);
    measurement->supporting = count > 0 ? supporting_share(candidate) : -1;
    if (run->schedule->validate && count > 0)
        text_append(measurement->verified, sizeof measurement->verified, "; and each iteration");
    return 0;
}
