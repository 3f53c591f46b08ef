/*
 * A pairwise covering set: every pair of values that some valid point has is in one of its points.
 *
 * Greedy: from a random point that has a pair not covered yet uphill, one parameter at a time, to points that cover
 * more new pairs; the best of some tries is taken. In the end points are left out all of whose pairs others have.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/space/space.h"

enum {
    TRIES = 40,   /* points of which the best is taken */
    DRAWS = 4000, /* random points to begin with; most pairs are in one of them */
};

struct cover {
    struct job *job;
    struct clgemm_space *space;
    struct space_pairs pairs;
    unsigned short *covered; /* values x values: times; of pairs that there are */
    size_t open;             /* pairs not covered yet */
    uint64_t state;
    unsigned *pool; /* points to begin with */
    size_t pooled;
};

/* The place of a pair in `covered`, the later parameter's value first. */
static size_t place_of(const struct cover *cover, size_t p, unsigned v, size_t q, unsigned w)
{
    const size_t left = cover->pairs.first[p] + v, right = cover->pairs.first[q] + w;
    return left > right ? left * cover->pairs.values + right : right * cover->pairs.values + left;
}

static size_t below(struct cover *cover, size_t limit)
{
    return (size_t)(space_random(&cover->state) % limit);
}

/* ------------------------------------------------------------------- a point with a pair */

struct pins {
    size_t p, q; /* p < q */
    unsigned v, w;
};

/* Completes a point that has both values. `dead` holds the frontiers where that failed; there are
 * completions of those where it has not. */
static bool complete(struct cover *cover, const struct pins *pins, struct space_table *dead,
                     unsigned *point, size_t decided)
{
    struct clgemm_space *const space = cover->space;
    if (decided == space->count)
        return true;
    if (space_completions(cover->job, space, point, decided) == 0)
        return false;
    const uint64_t key = space_number(&space->frontier[decided], point) | (uint64_t)(decided + 1)
                                                                              << 54;
    if (space_table_find(dead, key))
        return false;
    const bool pinned = decided == pins->p || decided == pins->q;
    const unsigned count = pinned ? 1 : (unsigned)space->parameters[decided].count;
    const unsigned start =
        pinned ? decided == pins->p ? pins->v : pins->w : (unsigned)below(cover, count);
    for (unsigned i = 0; i < count; i++) {
        point[decided] = pinned ? start : (start + i) % count;
        if (space_keeps(cover->job, space, point, decided + 1) &&
            complete(cover, pins, dead, point, decided + 1))
            return true;
    }
    *space_table_add(cover->job, dead, key) = 1;
    return false;
}

/* A point with the pair: one of the pool, else one that is searched for and joins the pool. */
static void find_point(struct cover *cover, const struct pins *pins, struct space_table *dead,
                       unsigned *point)
{
    const size_t width = cover->space->count;
    const size_t start = below(cover, cover->pooled);
    for (size_t i = 0; i < cover->pooled; i++) {
        const unsigned *const drawn = cover->pool + (start + i) % cover->pooled * width;
        if (drawn[pins->p] == pins->v && drawn[pins->q] == pins->w) {
            memcpy(point, drawn, width * sizeof *point);
            return;
        }
    }
    space_table_clear(dead);
    if (!complete(cover, pins, dead, point, 0))
        abort(); /* space_find_pairs has seen one */
    memcpy(cover->pool + cover->pooled++ * width, point, width * sizeof *point);
}

/* ------------------------------------------------------------------------------- uphill */

/* Open pairs that a value of p makes with the rest of a point; only for valid points. */
static int gain_of(const struct cover *cover, const unsigned *point, size_t p, unsigned v)
{
    int gain = 0;
    for (size_t q = 0; q < cover->space->count; q++)
        if (q != p)
            gain += !cover->covered[place_of(cover, p, v, q, point[q])];
    return gain;
}

/* Takes the best change of one parameter that stays valid; false where none is better. */
static bool climb(struct cover *cover, unsigned *point)
{
    struct clgemm_space *const space = cover->space;
    int most = 0;
    size_t best_p = 0;
    unsigned best_v = 0;
    const size_t start = below(cover, space->count);
    for (size_t i = 0; i < space->count; i++) {
        const size_t p = (start + i) % space->count;
        const unsigned old = point[p];
        const int now = gain_of(cover, point, p, old);
        for (unsigned v = 0; v < space->parameters[p].count; v++) {
            const int more = gain_of(cover, point, p, v) - now;
            if (more <= most)
                continue;
            point[p] = v;
            if (space_still_contains(cover->job, space, point, p)) {
                most = more;
                best_p = p;
                best_v = v;
            }
        }
        point[p] = old;
    }
    if (most > 0)
        point[best_p] = best_v;
    return most > 0;
}

static int open_pairs(const struct cover *cover, const unsigned *point)
{
    int sum = 0;
    for (size_t p = 0; p < cover->space->count; p++)
        sum += gain_of(cover, point, p, point[p]);
    return sum / 2;
}

/* ------------------------------------------------------------------------------- the set */

/* Adds `by` to the times that a point's pairs are covered. */
static void mark(struct cover *cover, const unsigned *point, int by)
{
    for (size_t p = 0; p < cover->space->count; p++)
        for (size_t q = p + 1; q < cover->space->count; q++) {
            unsigned short *const times =
                &cover->covered[place_of(cover, p, point[p], q, point[q])];
            cover->open -= *times == 0;
            *times = (unsigned short)(*times + by);
        }
}

/* Whether each of a point's pairs is covered by another one as well. */
static bool is_needless(const struct cover *cover, const unsigned *point)
{
    for (size_t p = 0; p < cover->space->count; p++)
        for (size_t q = p + 1; q < cover->space->count; q++)
            if (cover->covered[place_of(cover, p, point[p], q, point[q])] < 2)
                return false;
    return true;
}

/* A random pair among the open ones. */
static struct pins pick(struct cover *cover)
{
    const struct clgemm_space *const space = cover->space;
    size_t turn = below(cover, cover->open);
    for (size_t p = 0; p < space->count; p++)
        for (size_t q = p + 1; q < space->count; q++)
            for (unsigned v = 0; v < space->parameters[p].count; v++)
                for (unsigned w = 0; w < space->parameters[q].count; w++)
                    if (!cover->covered[place_of(cover, p, v, q, w)] && turn-- == 0)
                        return (struct pins){p, q, v, w};
    abort(); /* there are `open` of them */
}

static void best_point(struct cover *cover, struct space_table *dead, unsigned *best)
{
    int most = 0;
    for (int i = 0; i < TRIES; i++) {
        unsigned point[SPACE_MOST_PARAMETERS] = {0};
        const struct pins pins = pick(cover);
        find_point(cover, &pins, dead, point);
        while (climb(cover, point))
            continue;
        const int gain = open_pairs(cover, point);
        if (gain > most) {
            most = gain;
            memcpy(best, point, sizeof point);
        }
    }
}

/* Pairs that no valid point has count as covered, and gain nothing. */
static void count_pairs(struct cover *cover, struct clgemm_cover *made)
{
    const struct clgemm_space *const space = cover->space;
    const struct space_pairs *const pairs = &cover->pairs;
    for (size_t q = 0; q < space->count; q++)
        for (size_t row = pairs->first[q]; row < pairs->first[q] + space->parameters[q].count;
             row++)
            for (size_t column = 0; column < pairs->first[q]; column++) {
                const bool possible =
                    pairs->rows[row * pairs->words + column / 64] >> column % 64 & 1;
                cover->covered[row * pairs->values + column] = !possible;
                made->pairs += possible;
                made->impossible += !possible;
            }
    cover->open = made->pairs;
}

/* Draws the pool, with room for a point of every pair. */
static void fill_pool(struct cover *cover)
{
    struct clgemm_space *const space = cover->space;
    cover->pool =
        arena_array(cover->job->arena, (DRAWS + cover->open) * space->count, sizeof *cover->pool);
    for (; cover->pooled < DRAWS; cover->pooled++)
        space_draw(cover->job, space, &cover->state, cover->pool + cover->pooled * space->count);
}

static size_t leave_needless_out(struct cover *cover, unsigned *points, size_t count)
{
    const size_t width = cover->space->count;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned *const point = points + i * width;
        if (is_needless(cover, point))
            mark(cover, point, -1);
        else
            memmove(points + kept++ * width, point, width * sizeof *point);
    }
    return kept;
}

/* Every value that is valid, where a space has one parameter and so no pairs. */
static void take_values(struct job *job, struct clgemm_space *space, struct clgemm_cover *made)
{
    unsigned *const points = arena_array(job->arena, space->parameters[0].count, sizeof *points);
    for (unsigned v = 0; v < space->parameters[0].count; v++)
        if (space_contains(job, space, &v))
            points[made->count++] = v;
    made->points = points;
}

static void make_cover(struct job *job, struct clgemm_space *space, uint64_t seed,
                       struct space_table *dead, struct clgemm_cover *made)
{
    unsigned point[SPACE_MOST_PARAMETERS] = {0};
    struct cover cover = {.job = job, .space = space, .state = seed};
    space_prepare(job, space);
    if (space->count == 1)
        take_values(job, space, made);
    if (space->count < 2 || !space_keeps(job, space, point, 0) ||
        space_completions(job, space, point, 0) == 0)
        return;
    cover.pairs = space_find_pairs(job, space);
    cover.covered =
        arena_array(job->arena, cover.pairs.values * cover.pairs.values, sizeof *cover.covered);
    count_pairs(&cover, made);
    fill_pool(&cover);
    unsigned *const points =
        arena_array(job->arena, (cover.open + 1) * space->count, sizeof *points);
    while (cover.open > 0) {
        best_point(&cover, dead, point);
        mark(&cover, point, 1);
        memcpy(points + made->count++ * space->count, point, space->count * sizeof *point);
    }
    made->count = leave_needless_out(&cover, points, made->count);
    made->points = points;
}

int clgemm_space_cover(struct clgemm_space *space, unsigned long long seed,
                       struct clgemm_cover *made, struct clgemm_error *error)
{
    struct job job;
    struct space_table dead = {
        .room = 0}; /* its address is taken: it keeps its value over the escape */
    job_init(&job, &space->derived, error);
    *made = (struct clgemm_cover){.points = NULL};
    if (setjmp(job.escape)) {
        space_table_clear(&dead);
        return -1;
    }
    make_cover(&job, space, seed, &dead, made);
    space_table_clear(&dead);
    return 0;
}
