#include "harness/race/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/timing.h"

static double device_time(const struct iteration *iteration)
{
    return iteration->device_ms;
}

static double wall_time(const struct iteration *iteration)
{
    return iteration->wall_ms;
}

static double transfer_time(const struct iteration *iteration)
{
    return iteration->transfer_ms;
}

static struct time_summary summarise_part(const struct result *result, double *times,
                                          double (*part)(const struct iteration *))
{
    for (size_t i = 0; i < result->iteration_count; i++)
        times[i] = part(&result->iterations[i]);
    return time_summarise(times, result->iteration_count);
}

/* The share of the steps beside the main one. */
static double supporting_share(const struct entrant *entrant)
{
    const struct manifest *manifest = entrant->manifest;
    const struct step *main_step = launch_main_step(manifest, &entrant->launch);
    const struct result *result = &entrant->result;
    double sum = 0;

    if (entrant->library != NULL)
        return -1;
    for (size_t i = 0; i < manifest->step_count; i++)
        sum += result->step_ms[i];
    if (main_step == NULL || sum <= 0)
        return -1;
    return 1 - result->step_ms[main_step - manifest->steps] / sum;
}

/* The kernel that others are compared with; NULL: none was measured. */
static const struct entrant *find_reference(const struct race *race)
{
    const struct entrant *first = NULL;

    for (size_t i = 0; i < race->count; i++) {
        const struct entrant *entrant = &race->entrants[i];

        if (entrant->fault.code != FAULT_NONE || entrant->result.iteration_count == 0)
            continue;
        if (strcmp(entrant_label(entrant), "naive") == 0)
            return entrant;
        first = first == NULL ? entrant : first;
    }
    return first;
}

int race_find_speedups(struct race *race, struct fault *fault)
{
    const struct entrant *reference = find_reference(race);
    double *ratios;

    if (reference == NULL)
        return 0;
    ratios = calloc(reference->result.iteration_count, sizeof *ratios);
    if (ratios == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < race->count; i++) {
        struct result *result = &race->entrants[i].result;
        const size_t count = result->iteration_count;

        if (&race->entrants[i] == reference || race->entrants[i].fault.code != FAULT_NONE ||
            count != reference->result.iteration_count)
            continue;
        for (size_t j = 0; j < count; j++)
            ratios[j] =
                figures_gflops(result, result->iterations[j].device_ms) /
                figures_gflops(&reference->result, reference->result.iterations[j].device_ms);
        result->over = reference->result.label;
        result->speedup = spread_of(ratios, count);
    }
    free(ratios);
    return 0;
}

int race_summarise(struct race *race, struct entrant *entrant, struct fault *fault)
{
    struct result *result = &entrant->result;
    size_t count = result->iteration_count, steps = race_steps(entrant);
    double *times = calloc(count + 1, sizeof *times);

    if (times == NULL)
        return fault_memory(fault);
    result->device = summarise_part(result, times, device_time);
    result->wall = summarise_part(result, times, wall_time);
    result->transfer = summarise_part(result, times, transfer_time);
    result->total = summarise_part(result, times, iteration_total);
    for (size_t step = 0; step < steps && count > 0; step++) {
        for (size_t i = 0; i < count; i++)
            times[i] = entrant->step_times[i * steps + step];
        result->step_ms[step] = time_summarise(times, count).median;
    }
    free(times);
    result->supporting = count > 0 ? supporting_share(entrant) : -1;
    if (race->options->validate && count > 0) {
        size_t used = strlen(result->verified);

        snprintf(result->verified + used, sizeof result->verified - used, "; and each iteration");
    }
    return 0;
}
