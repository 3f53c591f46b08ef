/*
 * Walks over a space: depth first, at random, to neighbours; and how many points there are.
 *
 * What can still become of a point whose first parameters are decided hangs on those of them alone that later
 * rules read (the frontier). So completions are counted once for every combination of the frontier's values, and
 * spaces of 10^12 points are counted exactly in a second.
 */
#include "gen/space/space.h"

/* Beyond this a space is a mistake: a rule that reads everything. */
enum {
    MOST_COUNTS = 1 << 24
};

static uint64_t count_key(const struct clgemm_space *space, const unsigned *point, size_t decided)
{
    return space_number(&space->frontier[decided], point) | (uint64_t)(decided + 1) << 54;
}

const double *space_known(struct clgemm_space *space, const unsigned *point, size_t decided)
{
    static const double one = 1;
    if (decided == space->count)
        return &one;
    return space->frontier[decided].most
               ? space_table_find(&space->counts, count_key(space, point, decided))
               : NULL;
}

double space_completions(struct job *job, struct clgemm_space *space, unsigned *point,
                         size_t decided)
{
    double sum = 0;
    const double *const known = space_known(space, point, decided);
    if (known)
        return *known;
    if (!space->frontier[decided].most || space->counts.count > MOST_COUNTS)
        job_fail(job, CLGEMM_IO, "param",
                 "the space is too large to be counted: %zu parameters; ask --param for fewer "
                 "values",
                 space->count);
    for (unsigned v = 0; v < space->parameters[decided].count; v++) {
        point[decided] = v;
        if (space_keeps(job, space, point, decided + 1))
            sum += space_completions(job, space, point, decided + 1);
    }
    *space_table_add(job, &space->counts, count_key(space, point, decided)) = sum;
    return sum;
}

double space_count_all(struct job *job, struct clgemm_space *space)
{
    unsigned point[SPACE_MOST_PARAMETERS] = {0};
    space_prepare(job, space);
    return space_keeps(job, space, point, 0) ? space_completions(job, space, point, 0) : 0;
}

double space_product(const struct clgemm_space *space)
{
    double product = 1;
    for (size_t p = 0; p < space->count; p++)
        product *= (double)space->parameters[p].count;
    return product;
}

uint64_t space_random(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

void space_draw(struct job *job, struct clgemm_space *space, uint64_t *state, unsigned *point)
{
    for (size_t p = 0; p < space->count; p++) {
        /* 53 random bits; each value takes the share of the points that begin with it. */
        const double share = (double)(space_random(state) >> 11) * 0x1p-53;
        double left = space_completions(job, space, point, p) * share;
        unsigned chosen = 0;
        for (unsigned v = 0; v < space->parameters[p].count; v++) {
            point[p] = v;
            if (!space_keeps(job, space, point, p + 1))
                continue;
            const double points = space_completions(job, space, point, p + 1);
            if (points == 0)
                continue;
            chosen = v;
            if (left < points)
                break;
            left -= points;
        }
        point[p] = chosen;
    }
}

/* ----------------------------------------------------------------------- for the public */

int clgemm_space_count(struct clgemm_space *space, double *product, double *valid,
                       struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    *product = space_product(space);
    *valid = space_count_all(&job, space);
    return 0;
}

void space_check_point(struct job *job, const struct clgemm_space *space, const unsigned *point)
{
    for (size_t p = 0; p < space->count; p++)
        if (point[p] >= space->parameters[p].count)
            job_fail(job, CLGEMM_USAGE, option_rows[space->parameters[p].id].name,
                     "the point has value %u of --%s, which has %zu", point[p],
                     option_rows[space->parameters[p].id].name, space->parameters[p].count);
}

int clgemm_space_contains(struct clgemm_space *space, const unsigned *point,
                          struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    space_check_point(&job, space, point);
    space_prepare(&job, space);
    return space_contains(&job, space, point);
}

/* The first valid point from `point` on in the order of the walk, whose first `decided` parameters are
 * decided and keep their rules, and whose next one takes `value` or a later one. */
static bool advance(struct job *job, struct clgemm_space *space, unsigned *point, size_t decided,
                    unsigned value)
{
    for (;;) {
        if (decided == space->count)
            return true;
        if (value == space->parameters[decided].count) {
            if (decided == 0)
                return false;
            value = point[--decided] + 1;
            continue;
        }
        point[decided] = value;
        if (space_keeps(job, space, point, decided + 1)) {
            decided++;
            value = 0;
        } else {
            value++;
        }
    }
}

int clgemm_space_first(struct clgemm_space *space, unsigned *point, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    space_prepare(&job, space);
    return space_keeps(&job, space, point, 0) && advance(&job, space, point, 0, 0);
}

int clgemm_space_next(struct clgemm_space *space, unsigned *point, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    space_check_point(&job, space, point);
    space_prepare(&job, space);
    return space->count > 0 &&
           advance(&job, space, point, space->count - 1, point[space->count - 1] + 1);
}

int clgemm_space_random(struct clgemm_space *space, unsigned long long *seed, unsigned *point,
                        struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    uint64_t state = *seed;
    if (space_count_all(&job, space) == 0)
        return 0;
    space_draw(&job, space, &state, point);
    *seed = state;
    return 1;
}

int clgemm_space_neighbour(struct clgemm_space *space, const unsigned *point, size_t *turn,
                           unsigned *neighbour, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->derived, error);
    if (setjmp(job.escape))
        return -1;
    space_check_point(&job, space, point);
    space_prepare(&job, space);
    size_t first = 0;
    for (size_t p = 0; p < space->count; first += space->parameters[p++].count) {
        for (size_t q = 0; q < space->count; q++)
            neighbour[q] = point[q];
        for (unsigned v = 0; v < space->parameters[p].count; v++) {
            if (first + v < *turn || v == point[p])
                continue;
            neighbour[p] = v;
            if (space_still_contains(&job, space, neighbour, p)) {
                *turn = first + v + 1;
                return 1;
            }
        }
    }
    return 0;
}
