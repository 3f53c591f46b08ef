#include "harness/tune/objectives.h"

#include <stdlib.h>
#include <string.h>

struct objectives {
    struct tuning *tuning;
    const struct search_space *space;
    size_t join_after;         /* points that are reported before single shapes have a search */
    size_t reported;           /* points */
    size_t count, turn;        /* of searches; whose proposal is next */
    struct search *searches[]; /* for the whole list, then one a shape; NULL: not begun */
};

static int begin(struct objectives *objectives, size_t objective, const unsigned *starts,
                 size_t start_count, struct fault *fault)
{
    const struct tune_options *options = objectives->tuning->tuner->options;
    struct search_options search_options = {.kind = options->search.kind,
                                            .seed = options->seed + objective,
                                            .starts = starts,
                                            .start_count = start_count};

    objectives->searches[objective] = search_open(&search_options, objectives->space, fault);
    return objectives->searches[objective] == NULL ? -1 : 0;
}

struct objectives *objectives_open(struct tuning *tuning, const struct search_space *space,
                                   const unsigned *starts, size_t start_count, struct fault *fault)
{
    bool alone = tuning->shape_count == 1 || search_is_blind(tuning->tuner->options->search.kind);
    size_t count = alone ? 1 : 1 + tuning->shape_count;
    struct objectives *objectives =
        calloc(1, sizeof *objectives + count * sizeof *objectives->searches);

    if (objectives == NULL) {
        fault_memory(fault);
        return NULL;
    }
    objectives->tuning = tuning;
    objectives->space = space;
    objectives->join_after = start_count > 0 ? start_count : tuning->width;
    objectives->count = count;
    if (begin(objectives, 0, starts, start_count, fault) == 0)
        return objectives;
    objectives_close(objectives);
    return NULL;
}

void objectives_close(struct objectives *objectives)
{
    if (objectives == NULL)
        return;
    for (size_t i = 0; i < objectives->count; i++)
        search_close(objectives->searches[i]);
    free(objectives);
}

static double ms_for(const struct configuration *candidate, size_t objective)
{
    return candidate->failed ? INFINITY
           : objective == 0  ? candidate->ms
                             : candidate->scores[objective - 1].ms;
}

/* The search for a single shape, as soon as something is known that can do it. */
static int join(struct objectives *objectives, size_t objective, struct fault *fault)
{
    const struct tuning *tuning = objectives->tuning;
    const struct configuration *best = NULL;

    if (objectives->searches[objective] != NULL || objectives->reported < objectives->join_after)
        return 0;
    for (size_t i = 0; i < tuning->count; i++) {
        const struct configuration *candidate = tuning->candidates[i];

        if (candidate->measured && candidate->point != NULL &&
            ms_for(candidate, objective) < (best == NULL ? INFINITY : ms_for(best, objective)))
            best = candidate;
    }
    return best == NULL ? 0 : begin(objectives, objective, best->point, 1, fault);
}

static const struct configuration *find(const struct tuning *tuning, const unsigned *point)
{
    for (size_t i = 0; i < tuning->count; i++) {
        const struct configuration *candidate = tuning->candidates[i];

        if (candidate->point != NULL &&
            memcmp(candidate->point, point, tuning->width * sizeof *point) == 0)
            return candidate;
    }
    return NULL;
}

/* Proposes a point that others have not had measured; times of others' points are told to the
 * search at once, and a point that is out is waited for. */
static int propose(struct objectives *objectives, size_t objective, enum search_answer *answer,
                   unsigned *point, struct fault *fault)
{
    struct search *search = objectives->searches[objective];
    const struct configuration *known;

    do {
        if (search_propose(search, answer, point, fault))
            return -1;
        known = *answer == SEARCH_POINT && objectives->count > 1 ? find(objectives->tuning, point)
                                                                 : NULL;
        if (known != NULL && !known->measured) {
            *answer = SEARCH_WAIT;
            return 0;
        }
        if (known != NULL && search_report(search, point, ms_for(known, objective), fault))
            return -1;
    } while (known != NULL);
    return 0;
}

int objectives_propose(struct objectives *objectives, enum search_answer *answer, unsigned *point,
                       struct fault *fault)
{
    enum search_answer said = SEARCH_DONE;

    for (size_t i = 0; i < objectives->count; i++) {
        size_t objective = (objectives->turn + i) % objectives->count;

        if (join(objectives, objective, fault))
            return -1;
        if (objectives->searches[objective] == NULL)
            continue;
        if (propose(objectives, objective, answer, point, fault))
            return -1;
        if (*answer == SEARCH_POINT) {
            objectives->turn = objective + 1;
            return 0;
        }
        if (*answer == SEARCH_WAIT)
            said = SEARCH_WAIT;
    }
    *answer = said;
    return 0;
}

int objectives_report(struct objectives *objectives, struct configuration *candidate,
                      struct fault *fault)
{
    candidate->measured = true;
    objectives->reported++;
    for (size_t objective = 0; objective < objectives->count; objective++)
        if (objectives->searches[objective] != NULL &&
            search_report(objectives->searches[objective], candidate->point,
                          ms_for(candidate, objective), fault))
            return -1;
    return 0;
}
