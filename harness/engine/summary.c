#include "harness/engine/internal.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/timing.h"

static double device_time(const struct sample *sample)
{
    return sample->device_ms;
}

static double wall_time(const struct sample *sample)
{
    return sample->wall_ms;
}

static double transfer_time(const struct sample *sample)
{
    return sample->transfer_ms;
}

static struct time_summary summarise_part(const struct measurement *measurement, double *times,
                                          double (*part)(const struct sample *))
{
    for (size_t i = 0; i < measurement->sample_count; i++)
        times[i] = part(&measurement->samples[i]);
    return time_summarise(times, measurement->sample_count);
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
            count != reference->measurement.sample_count)
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
    measurement->device = summarise_part(measurement, times, device_time);
    measurement->wall = summarise_part(measurement, times, wall_time);
    measurement->transfer = summarise_part(measurement, times, transfer_time);
    measurement->total = summarise_part(measurement, times, sample_total);
    for (size_t step = 0; step < steps && count > 0; step++) {
        for (size_t i = 0; i < count; i++)
            times[i] = candidate->step_times[i * steps + step];
        measurement->step_ms[step] = time_summarise(times, count).median;
    }
    free(times);
    measurement->supporting = count > 0 ? supporting_share(candidate) : -1;
    if (run->schedule->validate && count > 0) {
        size_t used = strlen(measurement->verified);

        snprintf(measurement->verified + used, sizeof measurement->verified - used,
                 "; and each iteration");
    }
    return 0;
}
