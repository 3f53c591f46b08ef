#include "gen/plan/estimate.h"

#include <math.h>

#include "gen/plan/kernel.h"

/* What compute units have in common, as far as an order of kernels asks for it. */
enum {
    UNIT_ITEMS = 1024,       /* work-items that are resident on a compute unit, nearly so */
    UNIT_REGISTERS = 262144, /* bytes of their registers */
    UNIT_LOCAL = 131072,     /* bytes of its local memory, */
    LOCAL_RATE = 128,        /* of which so many are read in a cycle, */
    CACHE_RATE = 20,         /* and so many of its cache */
    LANES = 32,              /* work-items that read for an engine together */
    BUSY_ITEMS = 384,        /* work-items that keep its lanes busy */
    MOST_GROUPS = 8,
    TILE_CYCLES = 3000,    /* to begin a tile, ... */
    STORE_CYCLES = 80,     /* ... and to store it, for each element of a work-item */
    ODD_LINES = 4,         /* times that an engine waits longer for lines at odd places */
    UNIT_OPERATIONS = 128, /* that a compute unit does in a cycle, and its matrix engine, where */
    ENGINE_OPERATIONS = 1024, /* the profile states no peak */
    CORE_OPERATIONS = 32,     /* the same of a core, and what begins and stores a tile there */
    CORE_TILE_CYCLES = 300
};

/* Share of the peak that a kernel reaches where nothing else holds it up. */
static const double efficiency = 0.8;

/* Share of the shorter of multiplying and reading that the longer one does not hide. */
static const double unhidden = 0.25;

static double less(double a, double b)
{
    return a < b ? a : b;
}

/* What a compute unit has of a usual one: Intel counts one for each few lanes. Peaks of doubles say nothing of that. */
static double share_of(const struct plan *plan)
{
    return plan_main_step(plan)->engine.name || plan->kernel->numbers.compute->bytes > 4
               ? 1
               : less(1, plan->operations_per_cycle > 0
                             ? plan->operations_per_cycle / UNIT_OPERATIONS
                             : 1);
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
    const double share = share_of(plan);
    double groups = less(MOST_GROUPS, share * UNIT_ITEMS / (double)items);
    if (plan->register_bytes > 0)
        groups =
            less(groups, share * UNIT_REGISTERS / ((double)plan->register_bytes * (double)items));
    if (plan->local_bytes > 0)
        groups = less(groups, share * UNIT_LOCAL / (double)plan->local_bytes);
    return groups < 1 ? 1 : (long long)groups;
}

/* Cycles that the elements of A and B of a tile take for each element of K: a work-item that computes alone reads the lines and columns of its
 * own, those that compute together those of a square of the tile; where there is local memory from there, into which the work-group copies
 * those of its tile. */
static double read_cycles(const struct plan *plan, const struct model_kernel *kernel,
                          long long items)
{
    const struct kernel *const own = plan->kernel;
    const bool local = own->share == SHARE_LOCAL;
    const long long lanes = plan_main_step(plan)->engine.name ? LANES
                            : own->exchanges                  ? own->sg_size
                                                              : 1;
    double lines = sqrt((double)kernel->tile[0] * (double)kernel->tile[1] * (double)items /
                        (double)(lanes > 0 ? lanes : 1));
    double columns = lines;
    const double copied = local ? (double)kernel->tile[0] * kernel->bytes[0] +
                                      (double)kernel->tile[1] * kernel->bytes[1]
                                : 0;
    if (lanes <= 1) {
        const double tiles = (double)own->items.height * (double)own->items.width *
                             (double)own->tiles.height * (double)own->tiles.width;
        lines = tiles * (double)(kernel->along ? own->tile.height : own->tile.width);
        columns = tiles * (double)(kernel->along ? own->tile.width : own->tile.height);
    }
    return ((lines * kernel->bytes[0] + columns * kernel->bytes[1]) /
                (local ? LOCAL_RATE : CACHE_RATE) +
            copied / CACHE_RATE) /
           share_of(plan);
}

/* Operations of a compute unit in a cycle, which the kernel's arithmetic is of. */
static double operations_of(const struct plan *plan)
{
    return plan->operations_per_cycle > 0      ? plan->operations_per_cycle
           : plan_main_step(plan)->engine.name ? ENGINE_OPERATIONS
           : plan->kernel->of_cpu              ? CORE_OPERATIONS
                                               : UNIT_OPERATIONS;
}

/* A core of a CPU has one work-group, whose work-items it computes in turn. Each loads a vector or spreads an element for each line and column of
 * its tile, two in a cycle, as it multiplies two vectors in one. */
static struct kernel_rates estimate_core(const struct plan *plan, const struct model_kernel *kernel,
                                         const struct device_rates *device)
{
    const struct kernel *const own = plan->kernel;
    const double lanes = operations_of(plan) / 4;
    const double products = (double)own->tile.height * (double)own->tile.width / lanes / 2;
    const double loads = ((double)own->tile.height + (double)own->tile.width / lanes) / 2;
    const double tiles = (double)kernel->tile[0] * (double)kernel->tile[1] /
                         ((double)own->tile.height * (double)own->tile.width);
    const double cycles = tiles * (products > loads ? products : loads) / efficiency;
    return (struct kernel_rates){.groups = 1,
                                 .alone_ns = cycles / device->clock_ghz,
                                 .shared_ns = cycles / device->clock_ghz,
                                 .tile_ns = CORE_TILE_CYCLES / device->clock_ghz,
                                 .odd_lines = 1,
                                 .partial_tiles = 1};
}

struct kernel_rates estimate_rates(const struct plan *plan, const struct device_rates *device)
{
    const struct model_kernel kernel = model_kernel(plan, &(struct kernel_rates){.groups = 1});
    if (!kernel.rates.groups)
        return (struct kernel_rates){.groups = 0};
    if (plan->kernel->of_cpu)
        return estimate_core(plan, &kernel, device);
    const long long items = items_of(plan_main_step(plan));
    const double m = (double)kernel.tile[0], n = (double)kernel.tile[1];
    const double products = m * n / (operations_of(plan) / 2 * efficiency);
    const double reads = read_cycles(plan, &kernel, items);
    const double cycles = (products > reads ? products : reads) + unhidden * less(products, reads);
    const double busy = less(1, (double)items / (share_of(plan) * BUSY_ITEMS));
    const double tile_cycles = TILE_CYCLES + STORE_CYCLES * (double)plan->kernel->tile.height *
                                                 (double)plan->kernel->tile.width;
    return (struct kernel_rates){.groups = groups_of(plan, items),
                                 .alone_ns = cycles / busy / device->clock_ghz,
                                 .shared_ns = cycles / device->clock_ghz,
                                 .tile_ns = tile_cycles / device->clock_ghz,
                                 .odd_lines = plan_main_step(plan)->engine.name ? ODD_LINES : 1,
                                 .partial_tiles = 1};
}
