#include <string.h>

#include "harness/tune/internal.h"

/* The time of a candidate on a shape, of the search or when it was measured again. */
static double ms_of(const struct configuration *candidate, size_t shape, bool again)
{
    return again ? candidate->scores[shape].final_ms : candidate->scores[shape].ms;
}

size_t tune_rank(const struct tuning *tuning, size_t shape, bool again, size_t *list, size_t room)
{
    size_t count = 0;

    for (size_t i = 0; i < tuning->count; i++) {
        const struct configuration *candidate = tuning->candidates[i];
        const double ms = ms_of(candidate, shape, again);
        size_t at = count;

        if (candidate->failed || (again ? candidate->apart : candidate->again) || isinf(ms))
            continue;
        while (at > 0 && ms_of(tuning->candidates[list[at - 1]], shape, again) > ms)
            at--;
        if (at >= room)
            continue;
        count += count < room;
        memmove(&list[at + 1], &list[at], (count - at - 1) * sizeof *list);
        list[at] = i;
    }
    return count;
}
