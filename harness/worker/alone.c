/* One work-group of a host's launch without the others: what it writes is what its interface says that a work-group has. */
#include <inttypes.h>
#include <string.h>

#include "harness/worker/instance.h"

/* Whether an element of C is as it was before the run. */
static bool is_as_before(const struct instance *instance, uint64_t row, uint64_t column)
{
    const struct matrix *c = &instance->product.matrix[OPERAND_C];
    const uint64_t bytes = element_facts[c->type].bytes;
    const uint64_t at =
        bytes * (c->offset + c->start + (c->swapped ? column * c->ld + row : row * c->ld + column));

    return memcmp((const char *)instance->result + at,
                  (const char *)instance->set->bytes[OPERAND_C] + at, bytes) == 0;
}

/* Whether a host counts its work-groups by a formula: each may take any tiles. */
static bool counts_groups(const struct manifest *manifest, const struct launch *launch)
{
    const struct step *step = launch_main_step(manifest, launch);
    bool counts = false;

    for (size_t i = 0; step != NULL && i < step->dimensions; i++)
        counts |= step->global[i].count != NULL;
    return counts;
}

int instance_check_alone(struct instance *instance, bool *done, struct fault *fault)
{
    const struct launch *launch = &instance->launch;
    const struct matrix *c = &instance->product.matrix[OPERAND_C];
    const uint64_t m = fit_tile(instance->manifest, launch, SYMBOL_M),
                   n = fit_tile(instance->manifest, launch, SYMBOL_N);

    *done = m > 0 && n > 0 && c->rows > m && c->columns > n && launch->value[SYMBOL_BATCH] > 0 &&
            !counts_groups(instance->manifest, launch);
    if (!*done)
        return 0;
    instance_find_member(instance, 0);
    if (instance_reset(instance, fault) || runner_run_alone(instance->runner, fault) ||
        runner_read(instance->runner, OPERAND_C, instance->result, fault))
        return -1;
    for (uint64_t row = 0; row < c->rows; row++)
        for (uint64_t column = 0; column < c->columns; column++)
            if ((row >= m || column >= n) && !is_as_before(instance, row, column))
                return fault_set(
                    fault, FAULT_WRONG,
                    "the first work-group alone writes C[%" PRIu64 "][%" PRIu64
                    "] (row, column), beyond the %" PRIu64 " x %" PRIu64
                    " elements (m x n) that `launch.extent` of interface %.200s gives it",
                    row, column, m, n, instance->manifest->problem.interface);
    return 0;
}
