/* Whose turns come next. */
#include "harness/race/internal.h"

/* Who has a place in a round: kernels before the others and libraries, so that those of one process stand side by side, who share an
 * order and what follows it. */
static size_t entrant_at(const struct race *race, size_t place)
{
    const size_t kernels = race->count - race->rivals;

    return place == 0 ? 0 : place < kernels ? race->rivals + place : place - kernels + 1;
}

/*
 * Of those that are in and have less than `goal` runs planned the first one of the fewest, or to warm up just the first one;
 * race->count: nobody. In a comparison rounds have opposite orders in turn: who comes behind a kernel that heats the device is slower
 * for it, and so nobody comes behind the same one in each round.
 */
static size_t find_next(const struct race *race, uint64_t goal, bool warms)
{
    size_t next = race->count;
    uint64_t least = goal;

    for (size_t place = 0; place < race->count; place++) {
        const size_t i = entrant_at(race, place);
        const struct entrant *entrant = &race->entrants[i];
        const bool backwards = race->against && !warms && entrant->planned % 2 == 1;
        const bool as_few = next < race->count && entrant->planned == least;

        if (entrant->fault.code == FAULT_NONE &&
            (entrant->planned < least || (backwards && as_few))) {
            least = warms ? 0 : entrant->planned;
            next = i;
        }
    }
    return next;
}

size_t race_plan(struct race *race, uint64_t goal, bool warms, size_t *list, size_t room)
{
    size_t count = 0;

    for (size_t i = 0; i < race->count; i++)
        race->entrants[i].planned = race->entrants[i].runs;
    while (count < room && (list[count] = find_next(race, goal, warms)) < race->count)
        race->entrants[list[count++]].planned++;
    return count;
}
