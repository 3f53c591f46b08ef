#include "harness/base/random.h"

static const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);

uint64_t random_skip(uint64_t state, uint64_t count)
{
    return state + count * step;
}

uint64_t random_next(uint64_t *state)
{
    uint64_t bits = *state += step;

    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

uint64_t random_below(uint64_t *state, uint64_t limit)
{
    uint64_t biased = UINT64_MAX - UINT64_MAX % limit; /* numbers from here on would favour some */
    uint64_t number;

    do
        number = random_next(state);
    while (number >= biased);
    return number % limit;
}
