/* The order of runs. */
#include "harness/engine/internal.h"

/* Returns the candidate at a place of a round: kernels come before references and libraries, so
 * that those of one process share an order. */
static size_t candidate_at(const struct suite *suite, size_t place)
{
    const size_t kernels = suite->count - suite->references;

    return place == 0 ? 0 : place < kernels ? suite->references + place : place - kernels + 1;
}

/* Finds the next candidate to run: the first of those with the fewest planned runs below `goal`; to
 * warm up, the first below it; suite->count: none. In a comparison rounds alternate in direction,
 * so that no kernel always follows the hottest one. */
static size_t find_next(const struct suite *suite, uint64_t goal, bool warms)
{
    size_t next = suite->count;
    uint64_t least = goal;

    for (size_t place = 0; place < suite->count; place++) {
        const size_t i = candidate_at(suite, place);
        const struct candidate *candidate = &suite->candidates[i];
        const bool backwards = suite->against && !warms && candidate->planned % 2 == 1;
        const bool as_few = next < suite->count && candidate->planned == least;

        if (candidate->fault.code == FAULT_NONE &&
            (candidate->planned < least || (backwards && as_few))) {
            least = warms ? 0 : candidate->planned;
            next = i;
        }
    }
    return next;
}

size_t suite_plan(struct suite *suite, uint64_t goal, bool warms, size_t *list, size_t room)
{
    size_t count = 0;

    for (size_t i = 0; i < suite->count; i++)
        suite->candidates[i].planned = suite->candidates[i].runs;
    while (count < room && (list[count] = find_next(suite, goal, warms)) < suite->count)
        suite->candidates[list[count++]].planned++;
    return count;
}
