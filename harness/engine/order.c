/* Whose turns come next. */
#include "harness/engine/internal.h"

/* Who has a place in a round: kernels before the others and libraries, so that those of one process stand side by side, who share an
 * order and what follows it. */
static size_t candidate_at(const struct suite *suite, size_t place)
{
    const size_t kernels = suite->count - suite->rivals;

    return place == 0 ? 0 : place < kernels ? suite->rivals + place : place - kernels + 1;
}

/*
 * Of those that are in and have less than `goal` runs planned the first one of the fewest, or to warm up just the first one;
 * suite->count: nobody. In a comparison rounds have opposite orders in turn: who comes behind a kernel that heats the device is slower
 * for it, and so nobody comes behind the same one in each round.
 */
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
