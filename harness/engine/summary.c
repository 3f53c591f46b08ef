#include "harness/engine/internal.h"

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
static double supporting_share(const struct candidate *candidate)
{
    const struct manifest *manifest = candidate->manifest;
    const struct step *main_step = launch_main_step(manifest, &candidate->launch);
    const struct result *result = &candidate->result;
    double sum = 0;

    if (candidate->library != NULL)
        return -1;
    for (size_t i = 0; i < manifest->step_count; i++)
        sum += result->step_ms[i];
    if (main_step == NULL || sum <= 0)
        return -1;
    return 1 - result->step_ms[main_step - manifest->steps] / sum;
}

/* The kernel that others are compared with; NULL: none was measured. */
static const struct candidate *find_reference(const struct suite *suite)
{
    const struct candidate *first = NULL;

    for (size_t i = 0; i < suite->count; i++) {
        const struct candidate *candidate = &suite->candidates[i];

        if (candidate->fault.code != FAULT_NONE || candidate->result.iteration_count == 0)
            continue;
        if (strcmp(candidate_label(candidate), "naive") == 0)
            return candidate;
        first = first == NULL ? candidate : first;
    }
    return first;
}

int suite_find_speedups(struct suite *suite, struct fault *fault)
{
    const struct candidate *reference = find_reference(suite);
    double *ratios;

    if (reference == NULL)
        return 0;
    ratios = calloc(reference->result.iteration_count, sizeof *ratios);
    if (ratios == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < suite->count; i++) {
        struct result *result = &suite->candidates[i].result;
        const size_t count = result->iteration_count;

        if (&suite->candidates[i] == reference || suite->candidates[i].fault.code != FAULT_NONE ||
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

int suite_summarise(struct suite *suite, struct candidate *candidate, struct fault *fault)
{
    struct result *result = &candidate->result;
    size_t count = result->iteration_count, steps = suite_steps(candidate);
    double *times = calloc(count + 1, sizeof *times);

    if (times == NULL)
        return fault_memory(fault);
    result->device = summarise_part(result, times, device_time);
    result->wall = summarise_part(result, times, wall_time);
    result->transfer = summarise_part(result, times, transfer_time);
    result->total = summarise_part(result, times, iteration_total);
    for (size_t step = 0; step < steps && count > 0; step++) {
        for (size_t i = 0; i < count; i++)
            times[i] = candidate->step_times[i * steps + step];
        result->step_ms[step] = time_summarise(times, count).median;
    }
    free(times);
    result->supporting = count > 0 ? supporting_share(candidate) : -1;
    if (suite->options->validate && count > 0) {
        size_t used = strlen(result->verified);

        snprintf(result->verified + used, sizeof result->verified - used, "; and each iteration");
    }
    return 0;
}
