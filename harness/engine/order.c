/* The order of runs. */
#include "harness/engine/internal.h"

/* Returns the candidate at a place of a round: kernels come before references and libraries, so
 * that those of one process share an order. */
static size_t candidate_at(const struct suite_run *run, size_t place)
{
    const size_t kernels = run->count - run->references;

    return place == 0 ? 0 : place < kernels ? run->references + place : place - kernels + 1;
}

/* Finds the next candidate to run: the first of those with the fewest planned runs below `goal`; to
 * warm up, the first below it; run->count: none. In a comparison rounds alternate in direction,
 * so that no kernel always follows the hottest one. */
static size_t find_next(const struct suite_run *run, uint64_t goal, bool warms)
{
    size_t next = run->count;
    uint64_t least = goal;

    for (size_t place = 0; place < run->count; place++) {
        const size_t i = candidate_at(run, place);
        const struct candidate *candidate = &run->candidates[i];
        const bool backwards = run->schedule->settle && !warms && candidate->planned % 2 == 1;
        const bool as_few = next < run->count && candidate->planned == least;

        if (candidate->fault.code == FAULT_NONE &&
            (candidate->planned < least || (backwards && as_few))) {
            least = warms ? 0 : candidate->planned;
            next = i;
        }
    }
    return next;
}

size_t suite_plan(struct suite_run *run, uint64_t goal, bool warms, size_t *list, size_t room)
{
    size_t count = 0;

    for (size_t i = 0; i < run->count; i++)
        run->candidates[i].planned = run->candidates[i].runs;
    while (count < room && (list[count] = find_next(run, goal, warms)) < run->count)
        run->candidates[list[count++]].planned++;
    return count;
}
