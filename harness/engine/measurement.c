/* A measurement beside its times: the label, sizes, operations and bytes of a candidate, how it was verified; and its room. */
#include "harness/engine/internal.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/worker/instance.h"

const char *candidate_label(const struct candidate *candidate)
{
    return candidate->library != NULL           ? candidate->library->name
           : candidate->recipe.label[0] != '\0' ? candidate->recipe.label
           : candidate->made                    ? candidate->kernel.manifest.name
                                                : "kernel";
}

size_t suite_steps(const struct candidate *candidate)
{
    return candidate->library != NULL || candidate->manifest == NULL
               ? 0
               : candidate->manifest->step_count;
}

static void describe(struct candidate *candidate)
{
    const struct launch *launch = &candidate->launch;
    const struct manifest *manifest = candidate->manifest;
    struct measurement *measurement = &candidate->measurement;

    measurement->label = candidate_label(candidate);
    measurement->manifest = manifest;
    measurement->m = launch->value[SYMBOL_M];
    measurement->n = launch->value[SYMBOL_N];
    measurement->k = launch->value[SYMBOL_K];
    measurement->members = launch->value[SYMBOL_BATCH];
    measurement->rows = launch->grouped ? launch_dealing(launch) : NULL;
    measurement->alpha = launch->alpha;
    measurement->beta = launch->beta;
    /* Groups share the rows of one product; a gated one has two. */
    const double products = (launch->grouped ? 1 : (double)measurement->members) *
                            (manifest->problem.gate == NULL ? 1 : 2);
    measurement->flops = element_operations(manifest->problem.type[OPERAND_C]) *
                         (double)measurement->m * (double)measurement->n * (double)measurement->k *
                         products;
    if (manifest->problem.attends) /* without what a mask leaves out */
        measurement->flops =
            launch_sum(launch, manifest->steps[0].flops, manifest->steps[0].flops_count);
    measurement->bytes = 0;
    for (size_t i = 0; i < suite_steps(candidate); i++)
        if (!manifest->steps[i].prepare && launch_runs(launch, &manifest->steps[i]))
            measurement->bytes +=
                launch_sum(launch, manifest->steps[i].bytes, manifest->steps[i].bytes_count);
    measurement->worst = -1;
}

static int make_room(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    struct measurement *measurement = &candidate->measurement;
    const uint64_t least = run->schedule->iterations, most = run->schedule->tuned.most;
    const uint64_t samples = run->schedule->tuned.least_ms > 0 ? SUITE_SAMPLES : most;
    const uint64_t iterations = samples > least ? samples : least;
    size_t steps = suite_steps(candidate);

    measurement->samples = calloc(iterations, sizeof *measurement->samples);
    measurement->step_ms = calloc(steps + 1, sizeof *measurement->step_ms);
    candidate->step_times = calloc(iterations * steps + 1, sizeof *candidate->step_times);
    return measurement->samples == NULL || measurement->step_ms == NULL ||
                   candidate->step_times == NULL
               ? fault_memory(fault)
               : 0;
}

int suite_describe(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    describe(candidate);
    return run->schedule->iterations == 0 ? 0 : make_room(run, candidate, fault);
}

void suite_free_samples(struct candidate *candidate)
{
    struct measurement *measurement = &candidate->measurement;

    free(measurement->samples);
    free(measurement->step_ms);
    free(candidate->step_times);
    measurement->samples = NULL;
    measurement->step_ms = candidate->step_times = NULL;
}

void suite_describe_verdict(struct candidate *candidate, const json_t *answer)
{
    struct measurement *measurement = &candidate->measurement;
    const bool full = candidate->manifest->problem.epilogue_count > 0 ||
                      (double)measurement->m * (double)measurement->n * (double)measurement->k <=
                          INSTANCE_LONG_LIMIT;
    const char *how = full ? "every element" : "4 random vectors";

    if (candidate->manifest->problem.attends)
        snprintf(measurement->verified, sizeof measurement->verified,
                 "%s against weights and sums in double, worst error %.2g of the bound",
                 attention_is_sampled(&candidate->launch) ? "some rows" : how,
                 member_number(answer, "worst"));
    else if (member_truth(answer, "exact"))
        snprintf(measurement->verified, sizeof measurement->verified,
                 "%s against OpenBLAS in double, whole numbers, exact", how);
    else
        snprintf(measurement->verified, sizeof measurement->verified,
                 "%s against OpenBLAS in double, worst error %.2g of the bound", how,
                 member_number(answer, "worst"));
}
