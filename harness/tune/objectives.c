#include "harness/tune/objectives.h"

#include <stdlib.h>

#include "harness/base/stop.h"
#include "harness/base/text.h"

struct objectives {
    struct tuning *tuning;
    const struct search_space *space;
    objective_serves *serves;
    size_t join_after;         /* points that are reported before single shapes have a search */
    size_t reported;           /* points, to the search for the whole list */
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
                                   objective_serves *serves, const unsigned *starts,
                                   size_t start_count, struct fault *fault)
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
    objectives->serves = serves;
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

/* Begins the search for a single shape, as soon as something is known that can do it. */
static void join(struct objectives *objectives, size_t objective)
{
    const struct tuning *tuning = objectives->tuning;
    const struct configuration *best = NULL;
    struct fault unused = {0};

    for (size_t i = 0; i < tuning->count && objectives->reported >= objectives->join_after; i++) {
        const struct configuration *candidate = tuning->candidates[i];

        if (candidate->measured && candidate->point != NULL &&
            ms_for(candidate, objective) < (best == NULL ? INFINITY : ms_for(best, objective)))
            best = candidate;
    }
    if (best != NULL && begin(objectives, objective, best->point, 1, &unused))
        memory_note();
}

/* Whether a point that nobody has had measured is worth it: one that does not serve the shapes is as good as one that fails. */
static bool is_of_use(const struct objectives *objectives, size_t objective, const unsigned *point)
{
    const struct tuning *tuning = objectives->tuning;

    return search_is_blind(tuning->tuner->options->search.kind) ||
           objectives->serves(tuning, point, objective == 0 ? SIZE_MAX : objective - 1);
}

/* Proposes a point that others have not had measured; times of others' points are told to the
 * search at once, and a point that is out is waited for. */
static enum search_answer propose(struct objectives *objectives, size_t objective, unsigned *point)
{
    struct search *search = objectives->searches[objective];
    const struct tuning *tuning = objectives->tuning;

    for (;;) {
        const enum search_answer answer =
            tune_is_late(tuning) || stop_wanted() ? SEARCH_DONE : search_propose(search, point);
        const size_t at = answer == SEARCH_POINT && objectives->count > 1
                              ? tune_find_point(tuning, point)
                              : SIZE_MAX;

        if (answer != SEARCH_POINT || (at == SIZE_MAX && is_of_use(objectives, objective, point)))
            return answer;
        if (at == SIZE_MAX) {
            search_report(search, point, INFINITY);
            continue;
        }
        if (!tuning->candidates[at]->measured)
            return SEARCH_WAIT;
        search_report(search, point, ms_for(tuning->candidates[at], objective));
        objectives->reported += objective == 0;
    }
}

enum search_answer objectives_propose(struct objectives *objectives, unsigned *point)
{
    enum search_answer said = SEARCH_DONE;

    for (size_t i = 0; i < objectives->count && said != SEARCH_POINT; i++) {
        const size_t objective = (objectives->turn + i) % objectives->count;
        enum search_answer answer;

        if (objectives->searches[objective] == NULL)
            join(objectives, objective);
        if (objectives->searches[objective] == NULL)
            continue;
        answer = propose(objectives, objective, point);
        if (answer == SEARCH_POINT)
            objectives->turn = objective + 1;
        if (answer != SEARCH_DONE)
            said = answer;
    }
    return said;
}

void objectives_report(struct objectives *objectives, struct configuration *candidate)
{
    candidate->measured = true;
    objectives->reported++;
    for (size_t i = 0; i < objectives->count; i++)
        if (objectives->searches[i] != NULL)
            search_report(objectives->searches[i], candidate->point, ms_for(candidate, i));
}
