/*
 * The kernels of a dispatch, picked for a request.
 */
#include "library/pick.h"
#include "gen/request/attention.h"
#include "gen/request/interface.h"
#include "gen/request/request.h"

/* The profile that is asked for, and its kernels for shapes. */
static struct profile_part find_dispatch(struct job *job, const struct option_value *asked,
                                         const struct profile_source **source)
{
    const char *const name = asked[OPTION_FOR].text;
    if (!name)
        job_fail(job, CLGEMM_USAGE, "for",
                 "a dispatch has its kernels and shapes from a profile; ask --for FILE.json");
    *source = profile_load(job, name);
    const struct profile_part dispatch = spec_kernels_for_shapes(job, asked, *source);
    const char *kinds[SPEC_KINDS];
    if (dispatch.value)
        return dispatch;
    spec_kinds(job, asked, *source, kinds);
    return profile_alone(job, *source, kinds[0]);
}

struct picks *picks_of_request(struct job *job, const struct clgemm_request *request)
{
    const struct profile_source *source;
    const struct interface *interface = NULL;
    const struct option_value *const asked =
        interface_say(job, request_asked(job, request), &interface);
    if (attention_asked(asked))
        job_fail(job, CLGEMM_REFUSED, "chain",
                 "a dispatch picks by M, N and K, and no profile has kernels of attention; ask "
                 "--emit cl,json,launcher");
    const struct profile_part part = find_dispatch(job, asked, &source);
    const char *const name = request->values[OPTION_KERNEL_NAME].text;
    const struct picking picking = {source, part, asked, tuned_say,
                                    name ? arena_copy(job->arena, name) : "clgemm"};
    struct picks *const picks = picks_make(job, &picking);
    if (!picks_leave_out_refused(job, picks)) {
        size_t first = 0;
        while (first + 1 < picks->table.kernel_count && !picks->refusals[first])
            first++;
        tuned_fail(job, picks->tuned, first, picks->refusals[first]);
    }
    if (asked[OPTION_FIXED].text)
        picks_keep_for_sizes(job, picks);
    picks_inherit(job, picks);
    picks_check(job, picks);
    return picks;
}
