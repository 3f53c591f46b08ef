/*
 * Searches that improve one point: they scan a group of parameters, go to the fastest point
 * found, and take the next group, until no group brings anything.
 *
 *   coordinate  groups of one parameter, in random order, from one random point after the other
 *   blocks      two groups: every combination of the first block while the second one stands
 *               still, then the other way round, in turn. GATLAS (Jang 2010) optimises work-group
 *               size with block height, and its extra parameter, like that.
 *   ils         coordinate, from the best of a few random points; then again and again from a
 *               random change of the best point so far (iterated local search: Lourenco, Martin,
 *               Stuetzle 2003).
 */
#include <math.h>

#include "harness/search/internal.h"

static void scan_group(struct search *search)
{
    struct walk *walk = &search->walk;
    size_t count = search->space->parameter_count, split = search->split;

    if (!search->kind->in_blocks)
        scan_start(search, walk->here, &walk->order[walk->at], 1);
    else if (walk->at == 0)
        scan_start(search, walk->here, search->parameters, split);
    else
        scan_start(search, walk->here, search->parameters + split, count - split);
}

/* Starts to improve walk.here, whose time is walk.here_ms. */
static bool descend(struct search *search)
{
    struct walk *walk = &search->walk;

    walk->step = WALK_DESCENDS;
    walk->at = walk->idle = 0;
    if (!search->kind->in_blocks)
        search_shuffle(search, walk->order, search->space->parameter_count);
    scan_group(search);
    return true;
}

/* Takes what the scan of a group has found and starts the next one; false: nothing improves the
 * point any more. */
static bool descend_on(struct search *search)
{
    struct walk *walk = &search->walk;
    size_t groups = search->kind->in_blocks ? 2 : search->space->parameter_count;

    walk->idle++;
    if (search->scan.best_ms < walk->here_ms) {
        walk->here_ms = search->scan.best_ms;
        search_copy(search, walk->here, search->scan.best);
        walk->idle = 1; /* this group is done with */
    }
    if (walk->idle >= groups)
        return false;
    walk->at = (walk->at + 1) % groups;
    scan_group(search);
    return true;
}

/* --------------------------------------------------------------------------- coordinate, blocks */

/* One point after the other is improved; the starts come first. */
static bool next_descent(struct search *search)
{
    struct walk *walk = &search->walk;

    if (walk->step == WALK_SAMPLES) {
        walk->here_ms = search->scan.best_ms;
        return descend(search);
    }
    if (walk->step == WALK_DESCENDS && descend_on(search))
        return true;
    if (!search_take_start(search, walk->here) && !search_draw_new(search, walk->here))
        return false;
    walk->step = WALK_SAMPLES;
    scan_start(search, walk->here, NULL, 0);
    return true;
}

/* ------------------------------------------------------------------------ iterated local search */

/* The next point to begin with: the starts, or else as many random points as there are
 * parameters. */
static bool sample(struct search *search)
{
    struct walk *walk = &search->walk;

    walk->starts = search_take_start(search, walk->here);
    if (walk->starts)
        walk->samples = search->space->parameter_count;
    else if (walk->samples++ >= search->space->parameter_count ||
             !search_draw_new(search, walk->here))
        return false;
    walk->step = WALK_SAMPLES;
    scan_start(search, walk->here, NULL, 0);
    return true;
}

static bool begin(struct search *search)
{
    struct walk *walk = &search->walk;

    walk->samples = walk->kicks = 0;
    walk->home_ms = INFINITY;
    return sample(search);
}

/* Goes to the best of the samples when there are enough. */
static bool sample_on(struct search *search)
{
    struct walk *walk = &search->walk;
    const struct scan *scan = &search->scan;

    if (scan->best_ms < walk->home_ms || walk->samples == 1) {
        walk->home_ms = scan->best_ms;
        search_copy(search, walk->home, scan->best);
    }
    /* If no start works, points are drawn. */
    if (walk->starts && isinf(walk->home_ms))
        walk->samples = 0;
    if (sample(search))
        return true;
    search_copy(search, walk->here, walk->home);
    walk->here_ms = walk->home_ms;
    walk->home_ms = INFINITY;
    return descend(search);
}

/* Gives `count` random parameters of a point other values. */
static void change(struct search *search, unsigned *point, size_t count)
{
    const struct search_space *space = search->space;
    size_t *order = search->walk.order;

    search_shuffle(search, order, space->parameter_count);
    for (size_t i = 0; i < space->parameter_count && count > 0; i++) {
        unsigned *value = &point[order[i]], others = space->value_counts[order[i]] - 1;

        if (others == 0)
            continue;
        *value = (*value + 1 + (unsigned)random_below(&search->random, others)) % (others + 1);
        count--;
    }
}

/* Leaves the best point so far for one that the lines through it do not reach: two parameters
 * change, or more where no such point is both valid and new. */
static bool kick(struct search *search)
{
    enum {
        TRIES = 200 /* for each number of changes */
    };
    struct walk *walk = &search->walk;
    const struct search_space *space = search->space;

    for (size_t changes = 2; changes <= space->parameter_count; changes++)
        for (int tries = 0; tries < TRIES; tries++) {
            search_copy(search, walk->here, walk->home);
            change(search, walk->here, changes);
            if (point_table_find(&search->table, walk->here) != NULL ||
                !space->valid(space->context, walk->here))
                continue;
            walk->step = WALK_KICKED;
            scan_start(search, walk->here, NULL, 0);
            return true;
        }
    return begin(search);
}

static bool next_ils(struct search *search)
{
    struct walk *walk = &search->walk;

    switch (walk->step) {
    case WALK_BEGINS:
        return begin(search);
    case WALK_SAMPLES:
        return sample_on(search);
    case WALK_KICKED:
        walk->here_ms = search->scan.best_ms;
        return descend(search);
    case WALK_DESCENDS:
        break;
    }
    if (descend_on(search))
        return true;
    walk->kicks++;
    if (walk->here_ms < walk->home_ms) {
        walk->home_ms = walk->here_ms;
        search_copy(search, walk->home, walk->here);
        walk->kicks = 0;
    }
    /* Twice as many kicks as parameters without effect: another place is more likely to help. */
    if (walk->home_ms == INFINITY || walk->kicks >= 2 * search->space->parameter_count)
        return begin(search);
    return kick(search);
}

const struct search_kind search_ils = {.name = "ils", .next = next_ils};
const struct search_kind search_coordinate = {.name = "coordinate", .next = next_descent};
const struct search_kind search_blocks = {
    .name = "blocks", .in_blocks = true, .next = next_descent};
