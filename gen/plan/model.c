#include "gen/plan/model.h"

#include <string.h>

#include "gen/plan/kernel.h"

/* ---------------------------------------------------------------- what the model reads of a plan */

/* Adds the terms of a step, elements of m x k, k x n and m x n. */
static void add_bytes(const struct step *step, double *bytes)
{
    for (int i = 0; i < TERM_LIMIT && step->bytes[i].factor != 0; i++) {
        bool has[3] = {false, false, false};
        for (int factor = 0; factor < FACTOR_LIMIT; factor++) {
            const enum symbol symbol = step->bytes[i].product[factor];
            if (symbol >= SYMBOL_M && symbol <= SYMBOL_K)
                has[symbol - SYMBOL_M] = true;
        }
        if (has[0] + has[1] + has[2] == 2)
            bytes[has[0] && has[2] ? 0 : has[2] ? 1 : 2] += step->bytes[i].factor;
    }
}

/* Work-groups along an axis, or in sequence along it. */
static void take_dimension(const struct launch_dimension *dimension, struct model_kernel *kernel)
{
    if (dimension->dim.symbol == SYMBOL_M || dimension->dim.symbol == SYMBOL_N)
        kernel->tile[dimension->dim.symbol - SYMBOL_M] = dimension->per_group;
    else if (dimension->dim.symbol == SYMBOL_NONE && dimension->per_group > 0)
        kernel->parts *= dimension->dim.number / dimension->per_group;
}

/* What a work-group's part of C is a multiple of: one of the tiles that it computes in sequence, if it does. */
static void take_shares(const struct plan *plan, struct model_kernel *kernel)
{
    const struct kernel *const own = plan->kernel;
    const bool several = own->tiles.height * own->tiles.width > 1;
    kernel->along = strcmp(plan->problem.layout, "row") == 0;
    kernel->share[kernel->along] = several ? own->group.width : kernel->tile[kernel->along];
    kernel->share[!kernel->along] = several ? own->group.height : kernel->tile[!kernel->along];
    kernel->even = several && own->block_k > 0;
    kernel->row = plan_main_step(plan)->dimensions[0].dim.symbol == SYMBOL_N;
}

/* Microseconds for each wave of work-groups that compute tiles in turn, of which every member of a batch has as many as the device holds: measured on an H200
 * as 0.5 to 0.6 with 6 to 18 tiles for 132. */
static const double idle_us = 0.6;

struct model_kernel model_kernel(const struct plan *plan, const struct kernel_rates *rates)
{
    const struct step *const main_step = plan_main_step(plan);
    struct model_kernel kernel = {.rates = *rates, .parts = 1};
    for (size_t i = 0; i < main_step->dimension_count; i++)
        take_dimension(&main_step->dimensions[i], &kernel);
    for (size_t i = 0; i < plan->step_count; i++) {
        if (&plan->steps[i] == main_step) {
            add_bytes(main_step, kernel.bytes);
        } else if (!plan->steps[i].prepares) {
            add_bytes(&plan->steps[i], kernel.step_bytes);
            kernel.steps[plan->steps[i].operand]++;
        }
    }
    take_shares(plan, &kernel);
    kernel.idle_us = idle_us * (double)main_step->dimensions[0].per_unit;
    if (kernel.tile[0] < 1 || kernel.tile[1] < 1 || kernel.parts < 1)
        kernel.rates.groups = 0;
    return kernel;
}

/* Whether the product reads what was prepared of an operand. */
static bool is_prepared(const struct plan *plan, enum role role)
{
    for (size_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].prepares && plan->steps[i].operand == role)
            return true;
    return false;
}

struct line_rule model_lines(const struct plan *plan, int operand)
{
    enum {
        BYTES = 16
    };
    const struct problem *const problem = &plan->problem;
    const struct setting *const line = &problem->values[SYMBOL_LDA + operand];
    const struct setting *const offset = &problem->values[SYMBOL_OFFSET_A + operand];
    const bool transposed = operand ? problem->transpose_b : problem->transpose_a;
    const bool along_second = (strcmp(problem->layout, "row") == 0) != transposed;
    const enum symbol second = operand ? SYMBOL_N : SYMBOL_K, first = operand ? SYMBOL_K : SYMBOL_M;
    struct line_rule rule = {.multiple = 1, .symbol = along_second ? second : first};
    if (is_prepared(plan, operand ? ROLE_B : ROLE_A))
        return (struct line_rule){.multiple = 1, .symbol = SYMBOL_NONE};
    const struct buffer *const buffer = plan_buffer_of(plan, operand ? ROLE_B : ROLE_A);
    if (buffer && buffer->element_bytes > 0 && BYTES % buffer->element_bytes == 0)
        rule.multiple = BYTES / buffer->element_bytes;
    rule.never = (line->how == FIXED && line->whole % rule.multiple != 0) ||
                 (offset->how == FIXED && offset->whole % rule.multiple != 0);
    if (line->how == FIXED)
        rule.symbol = SYMBOL_NONE;
    return rule;
}

struct product model_product(const struct plan *plan, const long long *sizes, long long members)
{
    const struct setting *const count = &plan->problem.values[SYMBOL_BATCH];
    struct product product = {{sizes[0], sizes[1], sizes[2]},
                              .members = count->how == FIXED ? count->whole : members};
    for (int operand = 0; operand < 2; operand++) {
        const struct line_rule rule = model_lines(plan, operand);
        product.odd_lines |= rule.never || (rule.symbol != SYMBOL_NONE &&
                                            sizes[rule.symbol - SYMBOL_M] % rule.multiple != 0);
    }
    return product;
}

/* ---------------------------------------------------------------- the time */

bool model_knows(const struct model_kernel *kernel, const struct product *product)
{
    return kernel->rates.groups > 0 && (kernel->rates.odd_lines > 0 || !product->odd_lines);
}

/* The whole part of a number from 0; of one that is too large to tell, the number. */
static double whole_part(double x)
{
    return x < 1e15 ? (double)(long long)x : x;
}

/* The least whole number of parts that cover it. */
static double cover(double whole, long long part)
{
    const double quotient = whole / (double)part, least = whole_part(quotient);
    return quotient > least ? least + 1.0 : least;
}

/* Nanoseconds of tiles that so many work-groups of each compute unit compute at once. */
static double tile_time(const struct kernel_rates *rates, double groups, double elements)
{
    const double shared = groups * rates->shared_ns;
    return elements * (shared > rates->alone_ns ? shared : rates->alone_ns) + rates->tile_ns;
}

/* Microseconds that so many bytes for each element of m x k, k x n and m x n take. */
static double memory_time(const struct device_rates *device, const double *bytes, double m,
                          double n, double k)
{
    return (bytes[0] * m * k + bytes[1] * k * n + bytes[2] * m * n) / device->memory_gbs / 1000.0;
}

/* Microseconds that rows of work-groups take to read again what the caches of compute units do not keep. */
static double reading_again(const struct device_rates *device, const struct model_kernel *kernel,
                            const long long *sizes)
{
    const int along = kernel->row;
    const double bytes =
        kernel->bytes[along] * (double)sizes[along] * (double)sizes[SYMBOL_K - SYMBOL_M];
    const double beyond = bytes - device->cache_kb * 1024;
    return device->beyond_gbs > 0 && beyond > 0
               ? cover((double)sizes[!along], kernel->tile[!along]) * beyond /
                     (double)device->units / device->beyond_gbs / 1000.0
               : 0;
}

/* Two times of which the longer one hides the other but for a share. */
static double both(const struct device_rates *device, double one, double other)
{
    return one > other ? one + device->overlap * other : other + device->overlap * one;
}

/* Microseconds of the further steps: while the device is at one the host enqueues the next. */
static double steps_time(const struct device_rates *device, const struct model_kernel *kernel,
                         const struct product *product)
{
    const double m = (double)product->sizes[0], n = (double)product->sizes[1];
    const double k = (double)product->sizes[2], elements[3] = {m * k, k * n, m * n};
    double time = 0;
    for (int operand = 0; operand < 3; operand++) {
        const double enqueues = kernel->steps[operand] * device->step_us;
        const double moves = (double)product->members * kernel->step_bytes[operand] *
                             elements[operand] / device->memory_gbs / 1000.0;
        time += both(device, moves, enqueues);
    }
    return time;
}

/* The share of a tile that the largest part has along an axis. */
static double part_of_tile(const struct model_kernel *kernel, int axis, double size)
{
    const double tile = (double)kernel->tile[axis], groups = cover(size, kernel->tile[axis]);
    const double most = kernel->even && groups > 0 ? size / groups : size < tile ? size : tile;
    return cover(most, kernel->share[axis]) * (double)kernel->share[axis] / tile;
}

/* By how many times an element of K takes longer on average, as some tiles cross the edge. */
static double edge_factor(const struct model_kernel *kernel, const long long *sizes)
{
    const long long size = sizes[kernel->along], share = kernel->share[kernel->along];
    return size % share == 0 ? 1
                             : 1 + (kernel->rates.partial_tiles - 1) / cover((double)size, share);
}

struct model_time model_time(const struct device_rates *device, const struct model_kernel *kernel,
                             const struct product *product)
{
    const double m = (double)product->sizes[0], n = (double)product->sizes[1];
    const double k = (double)product->sizes[2], members = (double)product->members;
    const double at_once = (double)device->units * (double)kernel->rates.groups;
    const double tiles =
        cover(m, kernel->tile[0]) * cover(n, kernel->tile[1]) * (double)kernel->parts * members;
    const double waves = whole_part(tiles / at_once);
    const double left = cover(tiles - waves * at_once, device->units);
    struct model_time time = {.start = device->start_us,
                              .odd_lines = product->odd_lines ? kernel->rates.odd_lines : 1};
    const double elements =
        k / (double)kernel->parts * time.odd_lines * edge_factor(kernel, product->sizes);
    const double part = part_of_tile(kernel, 0, m) * part_of_tile(kernel, 1, n);
    time.waves = part *
                     (waves * tile_time(&kernel->rates, (double)kernel->rates.groups, elements) +
                      (left > 0.0 ? tile_time(&kernel->rates, left, elements) : 0.0)) /
                     1000.0 +
                 (members - 1) * kernel->idle_us;
    const double once = memory_time(device, kernel->bytes, m, n, k);
    const double again = reading_again(device, kernel, product->sizes);
    time.memory = members * (once > again ? once : again);
    time.steps = steps_time(device, kernel, product);
    time.total = time.start + time.steps + both(device, time.waves, time.memory);
    return time;
}
