/*
 * Why a kernel is picked for sizes: the predicted time of each that may be, and what limits it.
 */
#include <stdint.h>
#include <stdlib.h>

#include "emit/serves.h"
#include "gen/request/interface.h"
#include "gen/request/profile_name.h"
#include "gen/request/request.h"
#include "library/cut.h"
#include "library/generate.h"
#include "library/pick.h"

static const char *limit_of(const struct model_time *time)
{
    const char *limit = time->waves > time->memory ? "waves" : "memory";
    const double most = time->waves > time->memory ? time->waves : time->memory;
    if (time->steps > most && time->steps > time->start)
        limit = "steps";
    else if (time->start > most)
        limit = "start";
    return limit;
}

/* What measures the rates of a profile's kernels: a built-in one is not written to. */
static const char *measured_by(struct job *job, const char *profile)
{
    return profile_is_file(profile)
               ? arena_printf(job->arena, "clgemm-bench fit --for %s measures these", profile)
               : "clgemm-bench profile measures a profile of your device, with these";
}

/* How the kernel was picked. */
static const char *how(struct job *job, enum pick_level level, const struct tuned *tuned)
{
    static const char *const words[] = {
        [PICK_NONE] = "the first one",
        [PICK_EXACT] = "the fastest for this shape",
        [PICK_MODEL] = "the least predicted time",
        [PICK_NEAREST] = "the fastest for the nearest shape that was measured",
        [PICK_INHERITED] = "inherited, as no other one serves the shape"};
    if (level == PICK_NEAREST)
        return arena_printf(job->arena, "%s; no time is predicted without rates of its kernels: %s",
                            words[level], measured_by(job, tuned->profile));
    return level == PICK_MODEL && tuned->rates.clock_ghz > 0
               ? "the least time, which is estimated from the device's peak and memory"
               : words[level];
}

static struct clgemm_candidate candidate(struct job *job, const struct picks *picks, size_t kernel,
                                         const long long *sizes)
{
    struct clgemm_candidate one = {.name = picks->tuned->kernels[kernel].name};
    struct model_time time;
    if (dispatch_predict(&picks->table, kernel, sizes, &time)) {
        one.limit = limit_of(&time);
        one.time = result_time(&time);
        one.odd_lines = time.odd_lines;
    } else if (picks->refusals[kernel]) {
        one.why = arena_printf(job->arena, "is refused: %s", picks->refusals[kernel]->text);
    } else if (!dispatch_serves(&picks->table, kernel, sizes)) {
        one.why = arena_printf(job->arena, "does not serve the shape: it wants %s",
                               serves_unheld(job, picks->plans[kernel], sizes));
    } else if (picks->table.inherited && kernel == picks->table.kernel_count - 1) {
        one.why = "it is inherited, for shapes that no other one serves";
    } else if (picks->tuned->kernels[kernel].rates.groups) {
        one.why = "its rates do not hold for lines at odd places";
    } else {
        one.why = "it has no rates";
    }
    return one;
}

/* Those with times come first, the least at first; the others stay in order. */
static int by_time(const void *left, const void *right)
{
    const struct clgemm_candidate *const a = left, *const b = right;
    if (!a->limit != !b->limit)
        return a->limit ? -1 : 1;
    if (a->limit && (a->time.total < b->time.total || a->time.total > b->time.total))
        return a->time.total < b->time.total ? -1 : 1;
    return 0;
}

/* What the dispatch would leave out, of the kernels with plans. */
static const struct cut *cut_of(struct job *job, struct picks *picks,
                                const struct clgemm_request *request)
{
    return picks_leave_out_refused(job, picks) ? cut_make(job, picks, request) : NULL;
}

/* What is to be explained, and who is told. */
struct explanation {
    const struct clgemm_request *request;
    void (*report)(void *self, const struct clgemm_candidate *one);
    void *self;
};

static void explain(struct job *job, void *self)
{
    const struct explanation *const to = self;
    const struct interface *interface = NULL;
    const struct option_value *const asked =
        interface_say(job, request_asked(job, to->request), &interface);
    const struct profile_source *const source = profile_load(job, spec_profile_name(asked));
    const struct profile_line host = spec_host_kernel(job, asked, source);
    const struct profile_part dispatch = spec_dispatch(job, asked, source);
    long long sizes[3];
    enum pick_level level;
    if (!asked[OPTION_FIXED].text)
        job_fail(job, CLGEMM_USAGE, "fixed", "a pick is for sizes; ask --fixed MxNxK");
    if (!dispatch.value && host.profile && !spec_names_kernel(asked))
        job_fail(job, CLGEMM_REFUSED, "for",
                 "this request picks no kernel by its shape: %s of profile %s is the one for "
                 "interface %s and all shapes",
                 host.member, host.profile, interface->name);
    if (!dispatch.value)
        job_fail(job, CLGEMM_REFUSED, "for",
                 "this request picks no kernel by its shape: profile %s has none for shapes, or "
                 "the request says which kernel it means",
                 spec_profile_name(asked));
    struct picks *const picks = picks_open(job, source, &dispatch, asked);
    picks_sizes(asked, sizes);
    const size_t count = picks->table.kernel_count;
    struct clgemm_candidate *const list = arena_array(job->arena, count, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = candidate(job, picks, i, sizes);
    const struct cut *const cut = cut_of(job, picks, to->request);
    for (size_t i = 0; cut && i < count; i++)
        if (picks->plans[i] && !cut->kept[i] && dispatch_serves(&picks->table, i, sizes))
            list[i].why = "is left out, so that there are few";
    if (cut)
        cut_apply(picks, cut);
    const size_t picked = picks_for_sizes(job, source, picks, asked, &level);
    if (picked != SIZE_MAX) {
        list[picked].picked = 1;
        if (!picks->refusals[picked])
            list[picked].why = how(job, level, picks->tuned);
        else if (picks->tuned->of_type)
            list[picked].why = "for these sizes alone: its tile follows from them";
    }
    qsort(list, count, sizeof *list, by_time);
    for (size_t i = 0; i < count; i++)
        to->report(to->self, &list[i]);
}

int clgemm_explain_pick(const struct clgemm_request *request,
                        void (*report)(void *self, const struct clgemm_candidate *one), void *self,
                        struct clgemm_error *error)
{
    struct explanation to = {request, report, self};
    return job_alone(explain, &to, error);
}
