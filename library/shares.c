#include "library/shares.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* What another kernel has of the speed of the one that is picked, where the time of one of them is not known. */
static const double assumed = 0.5;

/* Microseconds that the picked kernel takes: as it is predicted; of sizes that were measured those, or where the profile does not state them the least that
 * any kernel is predicted, as it was the fastest. 0: that is not known. */
static double time_of_pick(const struct dispatch *dispatch, const long long *sizes, size_t pick,
                           enum pick_level level)
{
    struct model_time time;
    double least = 0;
    for (size_t i = 0; i < dispatch->shape_count && level == PICK_EXACT; i++) {
        const struct dispatch_shape *const shape = &dispatch->shapes[i];
        if (shape->kernel == pick && shape->gflops > 0 &&
            memcmp(shape->sizes, sizes, sizeof shape->sizes) == 0)
            return 2.0 * (double)sizes[0] * (double)sizes[1] * (double)sizes[2] /
                   (shape->gflops * 1000);
    }
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        if ((i == pick || level == PICK_EXACT) && dispatch_predict(dispatch, i, sizes, &time) &&
            (least <= 0 || time.total < least))
            least = time.total;
    return least;
}

size_t speed_shares(const struct dispatch *dispatch, const long long *sizes, double *shares,
                    bool *known)
{
    enum pick_level level;
    const size_t pick = dispatch_pick(dispatch, sizes, &level);
    const double best = pick == SIZE_MAX ? 0 : time_of_pick(dispatch, sizes, pick, level);
    for (size_t kernel = 0; kernel < dispatch->kernel_count && pick != SIZE_MAX; kernel++) {
        struct model_time time;
        known[kernel] = true;
        shares[kernel] = kernel == pick ? 0 : -INFINITY;
        if (kernel == pick || !dispatch->plans[kernel] || !dispatch_serves(dispatch, kernel, sizes))
            continue;
        known[kernel] = best > 0 && dispatch_predict(dispatch, kernel, sizes, &time);
        shares[kernel] = !known[kernel]      ? log(assumed)
                         : time.total > best ? log(best / time.total)
                                             : 0;
    }
    return pick;
}
