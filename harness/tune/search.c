#include <stdlib.h>

#include "harness/base/stop.h"
#include "harness/base/timing.h"
#include "harness/tune/objectives.h"
#include "harness/tune/pool.h"
#include "harness/tune/starts.h"

static bool is_over(const struct tuning *tuning)
{
    const struct tune_options *options = tuning->tuner->options;

    if (tune_promises_little(tuning))
        return true;
    if (options->search.budget_seconds > 0)
        return tune_is_late(tuning);
    return tuning->total > 0 && tuning->count >= tuning->total;
}

/* Gives out what the searches propose, as long as there is somebody to measure it. */
static int submit(struct tuning *tuning, struct objectives *objectives, unsigned *point,
                  struct fault *fault)
{
    struct pool *pool = tuning->tuner->pool;

    while (pool_room(pool) > 0 && !is_over(tuning) &&
           objectives_propose(objectives, point) == SEARCH_POINT) {
        struct configuration *candidate;

        if (tune_add(tuning, point, NULL, &candidate, fault))
            return -1;
        pool_submit(pool, tuning, candidate);
    }
    return 0;
}

static int collect(struct tuning *tuning, struct objectives *objectives, struct fault *fault)
{
    struct configuration *candidate;

    if (pool_collect(tuning->tuner->pool, &candidate, fault))
        return -1;
    if (!candidate->dropped)
        objectives_report(objectives, candidate);
    return 0;
}

/* The worker that finds the peak must have nothing else to do. */
static int find_late_peak(struct tuning *tuning, struct objectives *objectives, struct fault *fault)
{
    while (pool_out(tuning->tuner->pool) > 0)
        if (collect(tuning, objectives, fault))
            return -1;
    return tune_find_peak(tuning, fault);
}

static int search(struct tuning *tuning, struct objectives *objectives, unsigned *point,
                  struct fault *fault)
{
    bool sought = tuning->good != NULL;

    tune_expect(tuning);
    do {
        tune_show_search(tuning);
        if (stop_wanted())
            return stop_fault(fault);
        if (submit(tuning, objectives, point, fault))
            return -1;
        if (pool_out(tuning->tuner->pool) == 0)
            return 0;
        if (collect(tuning, objectives, fault))
            return -1;
        if (!sought && tuning->good != NULL && find_late_peak(tuning, objectives, fault))
            return -1;
        sought = tuning->good != NULL;
    } while (true);
}

static int refuse_empty(const struct search_space *space, unsigned *point, struct fault *fault)
{
    if (space->next(space->context, point, true))
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "no point of this space is valid; --show-space shows it, and clgemm-gen "
                     "--why-not what a point breaks");
}

/* Those whose turn did not come are the last ones. */
static void forget_dropped(struct tuning *tuning)
{
    while (tuning->count > 0 && tuning->candidates[tuning->count - 1]->dropped)
        tune_free_candidate(tuning->candidates[--tuning->count], tuning->shape_count);
}

static bool draw(void *context, uint64_t *random, unsigned *point)
{
    struct tuning *tuning = context;

    if (!tuning->counted && tune_counts(tuning))
        tune_show_count(tuning);
    tuning->counted = true;
    return tune_draw(tuning, random, point);
}

int tune_search(struct tuning *tuning, struct fault *fault)
{
    const bool every = tuning->tuner->options->space.every;
    struct search_space space;
    struct starts starts = {0};
    unsigned *point = calloc(tuning->width, sizeof *point);
    struct objectives *objectives = NULL;
    int status = 0;

    tune_space_view(tuning, &space);
    space.draw = draw;
    tuning->total = (size_t)tuning->tuner->options->search.budget;
    if (point == NULL)
        status = fault_memory(fault);
    else if (refuse_empty(&space, point, fault) || tune_try_default(tuning, fault) ||
             tune_find_peak(tuning, fault) ||
             (every ? tune_enter_every(tuning, &starts, fault)
                    : tune_find_shipped(tuning, tuning->good != NULL, fault) ||
                          tune_enter_shipped(tuning, fault) ||
                          tune_find_starts(tuning, &starts, fault)))
        status = -1;
    if (status == 0) {
        objectives =
            objectives_open(tuning, &space, tune_serves, starts.points, starts.count, fault);
        status = objectives == NULL ? -1 : search(tuning, objectives, point, fault);
    }
    pool_abandon(tuning->tuner->pool);
    forget_dropped(tuning);
    tuning->tried = tuning->count;
    if (status == 0 && !every)
        status = tune_find_untuned(tuning, fault);
    objectives_close(objectives);
    free(starts.points);
    free(point);
    return status;
}
