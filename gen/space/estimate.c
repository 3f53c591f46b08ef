/*
 * About how many points a space has that is too large to be counted at once; and points of it, uncounted.
 *
 * A point is drawn value by value, each of those that keep the rules so far with the same chance: the product of how many there were of each
 * is, in the mean, the number of points (D. E. Knuth, Estimating the Efficiency of Backtrack Programs, Math. Comp. 29 (1975)). A draw ends
 * early where the count that was given up has found what is left.
 */
#include "gen/space/space.h"

#include <math.h>

/* Work is limited by rules that are asked, which take some ten microseconds each, and not by time: so a space has the same number everywhere. */
enum {
    MOST_COUNTING = 20000,
    MOST_DRAWING = 30000,
    MOST_DRAWS = 2000,
    DIGITS = 2 /* that the number has */
};

/* The number of points by one draw: 0 where it has come to no point. `whole`: the point is wanted, too. */
static double draw(struct job *job, struct clgemm_space *space, uint64_t *state, unsigned *point,
                   bool whole)
{
    const double *known;
    double points = 1;
    if (!space_keeps(job, space, point, 0))
        return 0;
    for (size_t decided = 0; !(known = space_known(space, point, decided)) ||
                             (whole && *known > 0 && decided < space->count);
         decided++) {
        const unsigned values = (unsigned)space->parameters[decided].count;
        unsigned count = 0, chosen = 0;
        for (unsigned v = 0; v < values; v++) {
            point[decided] = v;
            /* Of `count` values the last one is chosen with the chance of one in `count`. */
            if (space_keeps(job, space, point, decided + 1) && space_random(state) % ++count == 0)
                chosen = v;
        }
        if (!count)
            return 0;
        point[decided] = chosen;
        points *= count;
    }
    return points * *known;
}

static double rounded(double number)
{
    const double unit = number > 1 ? pow(10, floor(log10(number)) + 1 - DIGITS) : 1;
    return unit > 1 ? round(number / unit) * unit : round(number);
}

struct counting {
    struct clgemm_space *space;
    double valid;
};

static void count_all(struct job *job, void *self)
{
    struct counting *const counting = self;
    counting->valid = space_count_all(job, counting->space);
}

/* Whether what was counted can be kept: counting asks for it. */
static bool has_keys(const struct clgemm_space *space)
{
    for (size_t decided = 0; decided < space->count; decided++)
        if (!space->frontier[decided].most)
            return false;
    return true;
}

/* Counts them, unless that asks too many rules: whether it has. */
static bool count_within(struct job *job, struct clgemm_space *space, double *valid)
{
    if (!has_keys(space))
        return false;
    struct counting counting = {.space = space};
    struct clgemm_error error;
    space->asked = 0;
    space->most_asked = MOST_COUNTING;
    const bool counted = job_try(job, count_all, &counting, &error) == 0;
    const bool gave_up = space->asked > MOST_COUNTING;
    space->most_asked = 0;
    if (!counted && !gave_up)
        job_fail_with(job, &error);
    *valid = counting.valid;
    return counted;
}

/* The mean of the draws that there is time for, of a space that is too large to be counted. */
static double estimate(struct job *job, struct clgemm_space *space, unsigned *drawn)
{
    unsigned point[SPACE_MOST_PARAMETERS] = {0};
    uint64_t state = 1;
    double sum = 0;
    for (space->asked = 0; *drawn < MOST_DRAWS && space->asked < MOST_DRAWING; ++*drawn)
        sum += draw(job, space, &state, point, false);
    return rounded(sum / *drawn);
}

int clgemm_space_estimate(struct clgemm_space *space, double *product, double *valid,
                          unsigned *drawn, struct clgemm_error *error)
{
    struct job job;
    *drawn = 0;
    *product = space_product(space);
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    space_prepare(&job, space);
    if (!count_within(&job, space, valid))
        *valid = estimate(&job, space, drawn);
    return 0;
}

int clgemm_space_sample(struct clgemm_space *space, unsigned long long *seed, unsigned *point,
                        struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    space_prepare(&job, space);
    for (size_t p = 0; p < space->count; p++)
        point[p] = 0;
    for (int tries = 0; tries < MOST_DRAWS; tries++) {
        uint64_t state = *seed;
        const bool found = draw(&job, space, &state, point, true) > 0;
        *seed = state;
        if (found)
            return 1;
    }
    return 0;
}
