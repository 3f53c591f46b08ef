#include "harness/tune/objectives.h"

#include <stdlib.h>
#include <string.h>

struct aims {
    struct tuning *tuning;
    const struct search_space *space;
    size_t join_after;         /* points that are reported before single shapes have a search */
    size_t reported;           /* points */
    size_t count, turn;        /* of searches; whose proposal is next */
    struct search *searches[]; /* for the whole list, then one a shape; NULL: not begun */
};

static int begin(struct aims *aims, size_t aim, const unsigned *starts, size_t start_count,
                 struct fault *fault)
{
    const struct tune_options *options = aims->tuning->tuner->options;
    struct search_options search_options = {.kind = options->search.kind,
                                            .seed = options->seed + aim,
                                            .starts = starts,
                                            .start_count = start_count};

    aims->searches[aim] = search_open(&search_options, aims->space, fault);
    return aims->searches[aim] == NULL ? -1 : 0;
}

struct aims *aims_open(struct tuning *tuning, const struct search_space *space,
                       const unsigned *starts, size_t start_count, struct fault *fault)
{
    bool alone = tuning->shape_count == 1 || search_is_blind(tuning->tuner->options->search.kind);
    size_t count = alone ? 1 : 1 + tuning->shape_count;
    struct aims *aims = calloc(1, sizeof *aims + count * sizeof *aims->searches);

    if (aims == NULL) {
        fault_memory(fault);
        return NULL;
    }
    aims->tuning = tuning;
    aims->space = space;
    aims->join_after = start_count > 0 ? start_count : tuning->width;
    aims->count = count;
    if (begin(aims, 0, starts, start_count, fault) == 0)
        return aims;
    aims_close(aims);
    return NULL;
}

void aims_close(struct aims *aims)
{
    if (aims == NULL)
        return;
    for (size_t i = 0; i < aims->count; i++)
        search_close(aims->searches[i]);
    free(aims);
}

static double ms_for(const struct candidate *candidate, size_t aim)
{
    return candidate->failed ? INFINITY : aim == 0 ? candidate->ms : candidate->scores[aim - 1].ms;
}

/* The search for a single shape, as soon as something is known that can do it. */
static int join(struct aims *aims, size_t aim, struct fault *fault)
{
    const struct tuning *tuning = aims->tuning;
    const struct candidate *best = NULL;

    if (aims->searches[aim] != NULL || aims->reported < aims->join_after)
        return 0;
    for (size_t i = 0; i < tuning->count; i++) {
        const struct candidate *candidate = tuning->candidates[i];

        if (candidate->measured && candidate->point != NULL &&
            ms_for(candidate, aim) < (best == NULL ? INFINITY : ms_for(best, aim)))
            best = candidate;
    }
    return best == NULL ? 0 : begin(aims, aim, best->point, 1, fault);
}

static const struct candidate *find(const struct tuning *tuning, const unsigned *point)
{
    for (size_t i = 0; i < tuning->count; i++) {
        const struct candidate *candidate = tuning->candidates[i];

        if (candidate->point != NULL &&
            memcmp(candidate->point, point, tuning->width * sizeof *point) == 0)
            return candidate;
    }
    return NULL;
}

/* What one search proposes, beyond what others have had measured: that it is told at once. A point
 * of another's that is out is waited for. */
static int propose(struct aims *aims, size_t aim, enum search_answer *answer, unsigned *point,
                   struct fault *fault)
{
    struct search *search = aims->searches[aim];
    const struct candidate *known;

    do {
        if (search_propose(search, answer, point, fault))
            return -1;
        known = *answer == SEARCH_POINT && aims->count > 1 ? find(aims->tuning, point) : NULL;
        if (known != NULL && !known->measured) {
            *answer = SEARCH_WAIT;
            return 0;
        }
        if (known != NULL && search_report(search, point, ms_for(known, aim), fault))
            return -1;
    } while (known != NULL);
    return 0;
}

int aims_propose(struct aims *aims, enum search_answer *answer, unsigned *point,
                 struct fault *fault)
{
    enum search_answer said = SEARCH_DONE;

    for (size_t i = 0; i < aims->count; i++) {
        size_t aim = (aims->turn + i) % aims->count;

        if (join(aims, aim, fault))
            return -1;
        if (aims->searches[aim] == NULL)
            continue;
        if (propose(aims, aim, answer, point, fault))
            return -1;
        if (*answer == SEARCH_POINT) {
            aims->turn = aim + 1;
            return 0;
        }
        if (*answer == SEARCH_WAIT)
            said = SEARCH_WAIT;
    }
    *answer = said;
    return 0;
}

int aims_report(struct aims *aims, struct candidate *candidate, struct fault *fault)
{
    candidate->measured = true;
    aims->reported++;
    for (size_t aim = 0; aim < aims->count; aim++)
        if (aims->searches[aim] != NULL &&
            search_report(aims->searches[aim], candidate->point, ms_for(candidate, aim), fault))
            return -1;
    return 0;
}
