#include "library/fewest.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Sums that differ by less are the same: they depend on the order of their summands. */
static const double same = 1e-9;

/* What a set of kernels is worth. */
struct worth {
    size_t lacking; /* shapes that none of them serves; one more: none serves every size */
    double share;   /* mean of the shares on the others */
};

/* The logarithm of the share of the kernel that is picked for a shape; -INFINITY: none of the set serves it. */
static double share_of(const struct fewest *fewest, const bool *kept, size_t shape)
{
    const size_t count = fewest->kernel_count;
    const double *const shares = &fewest->shares[shape * count];
    const size_t *const leads = fewest->leads ? &fewest->leads[shape * count] : NULL;
    double best = -INFINITY;
    size_t first = 0;
    while (leads && first < count && leads[first] != SIZE_MAX && !kept[leads[first]])
        first++;
    if (leads && first < count && leads[first] != SIZE_MAX && fewest->forced[leads[first]])
        return shares[leads[first]];
    for (size_t kernel = 0; kernel < count; kernel++)
        if (kept[kernel] && shares[kernel] > best)
            best = shares[kernel];
    return best;
}

static struct worth worth_of(const struct fewest *fewest, const bool *kept)
{
    struct worth worth = {0, 0};
    bool general = false, any_general = false;
    for (size_t kernel = 0; kernel < fewest->kernel_count; kernel++) {
        any_general |= fewest->general[kernel];
        general |= fewest->general[kernel] && kept[kernel];
    }
    worth.lacking = any_general && !general;
    for (size_t shape = 0; shape < fewest->shape_count; shape++) {
        const double share = share_of(fewest, kept, shape);
        if (share > -INFINITY)
            worth.share += fewest->weights[shape] * share;
        else
            worth.lacking++;
    }
    return worth;
}

static bool is_better(struct worth one, struct worth other)
{
    return one.lacking < other.lacking ||
           (one.lacking == other.lacking && one.share > other.share + same);
}

static bool is_enough(const struct fewest *fewest, struct worth worth)
{
    return worth.lacking == 0 && worth.share >= fewest->goal - same;
}

/* Has the set take in the kernel that makes it the best, or give up (`kept`) the one that it misses the least, but for `never`: that kernel;
 * SIZE_MAX: there is none, or of those that it could take in none makes it better. */
static size_t change_one(const struct fewest *fewest, bool *set, bool kept, size_t never)
{
    struct worth best = {SIZE_MAX, -INFINITY};
    size_t chosen = SIZE_MAX;
    if (!kept)
        best = worth_of(fewest, set);
    for (size_t kernel = 0; kernel < fewest->kernel_count; kernel++) {
        if (set[kernel] != kept || kernel == never)
            continue;
        set[kernel] = !kept;
        const struct worth worth = worth_of(fewest, set);
        set[kernel] = kept;
        if (is_better(worth, best)) {
            best = worth;
            chosen = kernel;
        }
    }
    if (chosen != SIZE_MAX)
        set[chosen] = !kept;
    return chosen;
}

/* Puts others in the places of kernels as long as that makes the set better. */
static void exchange(const struct fewest *fewest, bool *set)
{
    for (size_t kernel = 0, unchanged = 0; unchanged < fewest->kernel_count;
         kernel = (kernel + 1) % fewest->kernel_count) {
        const struct worth before = worth_of(fewest, set);
        unchanged++;
        if (!set[kernel])
            continue;
        set[kernel] = false;
        const size_t other = change_one(fewest, set, false, kernel);
        if (other != SIZE_MAX && is_better(worth_of(fewest, set), before)) {
            unchanged = 0;
            continue;
        }
        if (other != SIZE_MAX)
            set[other] = false;
        set[kernel] = true;
    }
}

bool fewest_kernels(struct job *job, const struct fewest *fewest, bool *kept)
{
    bool *const fewer = arena_array(job->arena, fewest->kernel_count, sizeof *fewer);
    size_t count = 0;
    memset(kept, 0, fewest->kernel_count * sizeof *kept);
    while (count < fewest->most && !is_enough(fewest, worth_of(fewest, kept)) &&
           change_one(fewest, kept, false, SIZE_MAX) != SIZE_MAX)
        count++;
    exchange(fewest, kept);
    memcpy(fewer, kept, fewest->kernel_count * sizeof *kept);
    for (; count > 1; count--) {
        change_one(fewest, fewer, true, SIZE_MAX);
        exchange(fewest, fewer);
        if (!is_enough(fewest, worth_of(fewest, fewer)))
            break;
        memcpy(kept, fewer, fewest->kernel_count * sizeof *kept);
    }
    return worth_of(fewest, kept).lacking == 0;
}

double fewest_share(const struct fewest *fewest, const bool *kept)
{
    return worth_of(fewest, kept).share;
}
