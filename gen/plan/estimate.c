#include "gen/plan/estimate.h"

#include <math.h>

/* What compute units have in common, as far as an order of kernels asks for it. */
enum {
    UNIT_ITEMS = 1024,       /* work-items that are resident on a compute unit, nearly so */
    UNIT_REGISTERS = 262144, /* bytes of their registers */
    UNIT_LOCAL = 131072,     /* bytes of its local memory, */
    LOCAL_RATE = 128,        /* of which so many are read in a cycle, */
    CACHE_RATE = 64,         /* and so many of its cache */
    LANES = 32,              /* work-items that read for an engine together */
    BUSY_ITEMS = 256,        /* work-items that keep its lanes busy */
    MOST_GROUPS = 8,
    TILE_CYCLES = 2500 /* to begin and to store a tile */
};

/* Share of the peak that a kernel reaches where nothing else holds it up. */
static const double efficiency = 0.8;

static double less(double a, double b)
{
    return a < b ? a : b;
}

static long long items_of(const struct step *step)
{
    long long items = 1;
    for (size_t i = 0; i < step->dimension_count; i++)
        items *= step->dimensions[i].local;
    return items;
}

/* Work-groups that a compute unit has at once. */
static long long groups_of(const struct plan *plan, long long items)
{
    double groups = less(MOST_GROUPS, (double)UNIT_ITEMS / (double)items);
    if (plan->register_bytes > 0)
        groups = less(groups, UNIT_REGISTERS / ((double)plan->register_bytes * (double)items));
    if (plan->local_bytes > 0)
        groups = less(groups, (double)UNIT_LOCAL / (double)plan->local_bytes);
    return groups < 1 ? 1 : (long long)groups;
}

/* Cycles that the elements of A and B of a tile take for each element of K: all that compute alone have a square of it, whose lines and
 * columns they read. */
static double read_cycles(const struct plan *plan, const struct model_kernel *kernel,
                          long long items)
{
    const bool engine = plan_main_step(plan)->engine.name;
    const double alone = (double)items / (engine ? LANES : 1);
    const double lines = sqrt((double)kernel->tile[0] * (double)kernel->tile[1] * alone);
    return lines * (kernel->bytes[0] + kernel->bytes[1]) /
           (plan->local_bytes > 0 ? LOCAL_RATE : CACHE_RATE);
}

struct kernel_rates estimate_rates(const struct plan *plan, const struct device_rates *device)
{
    const struct model_kernel kernel = model_kernel(plan, &(struct kernel_rates){.groups = 1});
    if (plan->operations_per_cycle <= 0 || !kernel.rates.groups)
        return (struct kernel_rates){.groups = 0};
    const long long items = items_of(plan_main_step(plan));
    const double m = (double)kernel.tile[0], n = (double)kernel.tile[1];
    const double products = m * n / (plan->operations_per_cycle / 2 * efficiency);
    const double reads = read_cycles(plan, &kernel, items);
    const double cycles = products > reads ? products : reads;
    const double busy = less(1, (double)items / BUSY_ITEMS);
    return (struct kernel_rates){.groups = groups_of(plan, items),
                                 .alone_ns = cycles / busy / device->clock_ghz,
                                 .shared_ns = cycles / device->clock_ghz,
                                 .tile_ns = TILE_CYCLES / device->clock_ghz,
                                 .odd_lines = 1,
                                 .partial_tiles = 1};
}
