/*
 * The kernel of a dispatch for all sizes, where no sizes are known.
 */
#include "library/picks.h"

#include <math.h>
#include <stdint.h>

#include "gen/plan/wording.h"
#include "library/shares.h"

/* The products that it is chosen by; in the first ones it is to be nearly as fast as the kernel that is picked for them. */
static const long long products[][3] = {{2048, 2048, 2048}, {4096, 4096, 4096}, {1024, 1024, 1024},
                                        {8192, 8192, 8192}, {2048, 4096, 1024}, {4096, 2048, 4096},
                                        {4096, 4096, 1024}, {1024, 4096, 4096}};
enum {
    PRODUCTS = sizeof products / sizeof *products,
    NEARLY = 2
};

/* What "nearly" means: the share of its speed. */
static const double enough = 0.95;

/* What a kernel is worth. */
struct worth {
    bool reaches; /* it is nearly as fast in the first products, */
    int fastest;  /* so many of which it was measured to be the fastest for, */
    bool alone;   /* by one launch */
    double mean;  /* of the shares on all products, as logarithms */
};

/* What was measured counts before what is predicted. */
static bool is_better(const struct worth *one, const struct worth *other)
{
    if (one->reaches != other->reaches)
        return one->reaches;
    if (one->fastest != other->fastest)
        return one->fastest > other->fastest;
    if (one->alone != other->alone)
        return one->alone;
    return one->mean > other->mean;
}

/* `shares`: for each product one of each kernel; `fastest`: the kernels that were measured to be that for the first products. */
static struct worth worth_of(const struct picks *picks, const double *shares, const size_t *fastest,
                             size_t kernel)
{
    const size_t count = picks->table.kernel_count;
    struct worth worth = {.reaches = true};
    for (size_t i = 0; i < PRODUCTS; i++) {
        const double share = shares[i * count + kernel];
        worth.fastest += i < NEARLY && fastest[i] == kernel;
        worth.reaches &= i >= NEARLY || share >= log(enough);
        worth.mean += share / PRODUCTS;
    }
    worth.alone = worth.reaches && picks->plans[kernel]->step_count == 1;
    return worth;
}

size_t picks_single(struct job *job, const struct picks *picks)
{
    const size_t count = picks->table.kernel_count;
    double *const shares = arena_array(job->arena, count, PRODUCTS * sizeof *shares);
    bool *const known = arena_array(job->arena, count, sizeof *known);
    struct worth best = {.mean = -INFINITY};
    size_t single = SIZE_MAX, fastest[NEARLY];
    bool has_figures = false;
    for (size_t i = 0; i < NEARLY; i++) {
        enum pick_level level;
        const size_t picked = dispatch_pick(&picks->table, products[i], &level);
        fastest[i] = level == PICK_EXACT ? picked : SIZE_MAX;
        has_figures |= level == PICK_EXACT || level == PICK_MODEL;
    }
    if (!has_figures)
        return SIZE_MAX;
    for (size_t i = 0; i < PRODUCTS; i++)
        speed_shares(&picks->table, products[i], &shares[i * count], known);
    for (size_t kernel = 0; kernel < count - (picks->table.inherited != NULL); kernel++) {
        if (!picks->plans[kernel] ||
            plan_narrowed(job, picks->plans[kernel], picks_narrowing(picks->of.asked)))
            continue;
        const struct worth worth = worth_of(picks, shares, fastest, kernel);
        if (single == SIZE_MAX || is_better(&worth, &best)) {
            best = worth;
            single = kernel;
        }
    }
    return single;
}
