/* Kernels of all profiles as candidates of a device that has none of its own, or whose own are to be beaten. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/stop.h"
#include "harness/base/timing.h"
#include "harness/tune/pool.h"
#include "harness/tune/starts.h"

enum {
    OTHER_TYPE =
        3, /* a profile's distance: its kernels are seldom of use, and long in compilers: */
    OTHERS_PART = 8 /* they have this part of what is left of the time */
};

/* Whether a name fits one of the patterns, with commas between. */
static bool fits(const char *patterns, const char *name)
{
    char *list = strdup(patterns), *rest = NULL;
    bool is = false;

    for (char *one = list == NULL ? NULL : strtok_r(list, ",", &rest); one != NULL && !is;
         one = strtok_r(NULL, ",", &rest))
        is = fnmatch(one, name, 0) == 0;
    free(list);
    return is;
}

bool tune_leaves_out(const char *patterns, const char *profile)
{
    char *at = strdup(profile);
    bool leaves = false;

    for (int depth = 0; at != NULL && patterns != NULL && !leaves && depth < PROFILE_CHAIN;
         depth++) {
        leaves = fits(patterns, at);
        json_decref(profile_step(&at, NULL));
    }
    free(at);
    return leaves;
}

/* Whether a member `match` asks for the vendor of the device. */
static bool is_of_vendor(const json_t *match, const json_t *device)
{
    const char *vendor = member_text(match, "vendor"), *own = member_text(device, "vendor");
    const json_t *vendors = json_object_get(match, "vendors");
    bool is = own != NULL && vendor != NULL && strstr(own, vendor) != NULL;

    for (size_t i = 0; own != NULL && !is && i < json_array_size(vendors); i++)
        is = strstr(own, json_string_value(json_array_get(vendors, i))) != NULL;
    return is;
}

/* How far a profile is from the device: 0: it is that of the device, 1: of others of its vendor, 2: of others, all as it CPUs or no CPUs;
 * OTHER_TYPE. */
static int distance(const struct tuning *tuning, const char *profile)
{
    const json_t *device = tuning->tuner->device;
    json_t *match = profile_inherited(profile, "match", false, NULL);
    const bool is_cpu = strcmp(member_text_or(device, "type", ""), "cpu") == 0;
    const bool for_cpus = strcmp(member_text_or(match, "type", ""), "cpu") == 0;
    int far = strcmp(profile, tune_profile(tuning)) == 0 ? 0
              : is_cpu != for_cpus                       ? OTHER_TYPE
              : is_of_vendor(match, device)              ? 1
                                                         : 2;

    json_decref(match);
    return far;
}

static bool is_over(const struct tuning *tuning, double end_ms)
{
    return stop_wanted() || (tuning->tuner->options->search.budget_seconds > 0 &&
                             tuning->has_kernel && time_now_ms() >= end_ms);
}

/* Waits for one that is out. */
static int collect(struct tuning *tuning, struct fault *fault)
{
    struct configuration *candidate;
    const int status = pool_collect(tuning->tuner->pool, &candidate, fault);

    candidate->measured = !candidate->dropped; /* searches begin with what is known of it */
    tune_show_search(tuning);
    return status;
}

/* Says what makes a kernel of a profile the same beside the tuning's own; a new
 * object, NULL: a rule refuses it. *request: that, with this profile. */
static json_t *options_of(const struct tuning *tuning, const char *profile, const char *command,
                          struct clgemm_request **request)
{
    json_t *said = tune_read_options(command), *resolved, *options;

    json_object_del(said, "name");
    json_object_del(said, "for");
    *request = said == NULL ? NULL : tune_request(tuning->request, profile, NULL, said, NULL);
    resolved = *request == NULL ? NULL : tune_resolve(*request);
    options = resolved == NULL ? NULL : tune_chosen(resolved, true);
    clgemm_request_free(*request);
    *request = options == NULL ? NULL : tune_request(tuning->request, NULL, NULL, options, NULL);
    json_decref(resolved);
    json_decref(said);
    return options;
}

/* Whether one before the last candidate is the same kernel. */
static bool is_there(const struct tuning *tuning)
{
    for (size_t i = 0; i + 1 < tuning->count; i++)
        if (tuning->candidates[i]->kernel == tuning->candidates[tuning->count - 1]->kernel)
            return true;
    return false;
}

/* Adds the kernel of a profile, and gives it to whoever measures; not one that is there. All that are out are made:
 * nobody else uses the space. */
static int enter(struct tuning *tuning, const char *profile, const char *command,
                 struct fault *fault)
{
    struct configuration *candidate;
    struct clgemm_request *request;
    unsigned *point = calloc(tuning->width + 1, sizeof *point);
    int status = point == NULL ? fault_memory(fault) : 0;
    json_t *options;
    bool is_point;

    tune_let_begin(tuning);
    options = options_of(tuning, profile, command, &request);
    is_point = status == 0 && request != NULL && tune_place(tuning, request, point);
    tune_let_end(tuning);
    if (status == 0 && request != NULL) {
        status = tune_add(tuning, is_point ? point : NULL, options, &candidate, fault);
        if (status == 0)
            status = tune_make(tuning, candidate, fault);
        if (status == 0 && (candidate->manifest == NULL || is_there(tuning)))
            tune_free_candidate(tuning->candidates[--tuning->count], tuning->shape_count);
        else if (status == 0)
            pool_submit(tuning->tuner->pool, tuning, candidate);
    }
    clgemm_request_free(request);
    json_decref(options);
    free(point);
    return status;
}

/* Gives out a kernel as soon as there is room. */
static int enter_in_turn(struct tuning *tuning, const char *profile, const char *command,
                         struct fault *fault)
{
    int status = 0;

    while (status == 0 && pool_room(tuning->tuner->pool) == 0)
        status = collect(tuning, fault);
    return status == 0 ? enter(tuning, profile, command, fault) : -1;
}

/* Enters first kernels of the engines that work here, or of a CPU. */
static int enter_first(struct tuning *tuning, double end_ms, struct fault *fault)
{
    bool is_past = false;
    int status = 0;

    for (size_t i = 0; !is_past && status == 0 && !is_over(tuning, end_ms); i++) {
        char *options = tune_first_kernel(tuning, i, &is_past);

        if (options != NULL)
            status = enter_in_turn(tuning, tune_profile(tuning), options, fault);
        free(options);
    }
    return status;
}

/* Whether a dispatch picks its kernel `index` for one of the shapes. */
static bool is_picked(const struct tuning *tuning, const struct clgemm_dispatch *dispatch,
                      size_t index)
{
    for (size_t i = 0; i < tuning->shape_count; i++) {
        const struct shape *shape = &tuning->shapes[i];

        if (clgemm_dispatch_pick(dispatch, (long long)shape->m, (long long)shape->n,
                                 (long long)shape->k, (long long)shape_members(shape),
                                 NULL) == (int)index)
            return true;
    }
    return false;
}

/* The kernels of a profile; NULL: it has none for the request. */
static struct clgemm_dispatch *make_dispatch(const struct tuning *tuning, const char *profile)
{
    struct clgemm_request *request = tune_request(tuning->request, profile, NULL, NULL, NULL);
    struct clgemm_dispatch *dispatch = NULL;

    tune_let_begin(tuning);
    if (request != NULL && clgemm_dispatch_make(request, &dispatch, NULL) != 0)
        dispatch = NULL;
    clgemm_request_free(request);
    tune_let_end(tuning);
    return dispatch;
}

/* Enters the kernels of a profile that it picks for the shapes, for which *dispatch is made; or those that it does not, after that. */
static int enter_profile(struct tuning *tuning, const char *profile, bool picked, double end_ms,
                         struct clgemm_dispatch **dispatch, struct fault *fault)
{
    const struct clgemm_result *result;
    int status = 0;

    if (picked)
        *dispatch = make_dispatch(tuning, profile);
    for (size_t i = 0; *dispatch != NULL && status == 0 && !is_over(tuning, end_ms) &&
                       (result = clgemm_dispatch_kernel(*dispatch, i)) != NULL;
         i++) {
        if (is_picked(tuning, *dispatch, i) != picked)
            continue;
        status = enter_in_turn(tuning, profile, clgemm_result_command(result), fault);
    }
    return status;
}

/* Kernels that are picked for the shapes are measured first: the others are given up sooner. */
static int enter_profiles(struct tuning *tuning, double end_ms, struct clgemm_dispatch **dispatches,
                          struct fault *fault)
{
    static const struct {
        int far;
        bool picked;
    } rounds[] = {{0, true},  {1, true},  {2, true},          {0, false},
                  {1, false}, {2, false}, {OTHER_TYPE, true}, {OTHER_TYPE, false}};
    struct clgemm_profile profile;
    int status = enter_first(tuning, end_ms, fault);

    for (size_t round = 0; round < sizeof rounds / sizeof *rounds; round++) {
        const bool others = rounds[round].far == OTHER_TYPE;
        const double now_ms = time_now_ms(),
                     until_ms = others ? now_ms + (end_ms - now_ms) / OTHERS_PART : end_ms;

        for (size_t i = 0;
             status == 0 && !is_over(tuning, until_ms) && clgemm_profile_at(i, &profile) == 0; i++)
            if (distance(tuning, profile.name) == rounds[round].far &&
                !tune_leaves_out(tuning->tuner->options->space.but, profile.name))
                status = enter_profile(tuning, profile.name, rounds[round].picked, until_ms,
                                       &dispatches[i], fault);
    }
    while (status == 0 && pool_out(tuning->tuner->pool) > 0)
        status = collect(tuning, fault);
    return status;
}

/* Adds the best on each shape that are points. */
static int find_starts(const struct tuning *tuning, struct starts *starts, struct fault *fault)
{
    starts->points = calloc(tuning->width * tuning->shape_count, sizeof *starts->points);
    if (starts->points == NULL)
        return fault_memory(fault);
    for (size_t shape = 0; shape < tuning->shape_count; shape++) {
        const struct configuration *best = NULL;

        for (size_t i = 0; i < tuning->count; i++) {
            const struct configuration *candidate = tuning->candidates[i];
            const double ms = candidate->scores[shape].ms;

            if (candidate->point != NULL && !candidate->failed && !isinf(ms) &&
                (best == NULL || ms < best->scores[shape].ms))
                best = candidate;
        }
        if (best != NULL)
            memcpy(starts->points + tuning->width * starts->count++, best->point,
                   tuning->width * sizeof *best->point);
    }
    return 0;
}

int tune_enter_every(struct tuning *tuning, struct starts *starts, struct fault *fault)
{
    const double begin_ms = time_now_ms(), end_ms = begin_ms + tuning->search_ms / 2;
    const size_t before = tuning->count;
    struct clgemm_profile profile;
    struct clgemm_dispatch **dispatches;
    size_t works = 0, profiles = 0;
    int status;

    tuning->end_ms = begin_ms + tuning->search_ms; /* what the peak took is not the search's */
    tune_expect(tuning);
    while (clgemm_profile_at(profiles, &profile) == 0)
        profiles++;
    dispatches = calloc(profiles + 1, sizeof *dispatches);
    if (dispatches == NULL)
        return fault_memory(fault);
    status = enter_profiles(tuning, end_ms, dispatches, fault);
    for (size_t i = 0; i < profiles; i++)
        clgemm_dispatch_free(dispatches[i]);
    free(dispatches);
    tune_allow_end(tuning);
    for (size_t i = before; i < tuning->count; i++)
        works += !isinf(tuning->candidates[i]->ms) && !tuning->candidates[i]->dropped;
    progress_clear(&tuning->tuner->progress);
    if (status == 0)
        printf("%zu kernels of all profiles, of which %zu work on all shapes%s\n",
               tuning->count - before, works,
               is_over(tuning, end_ms) ? "; half of the time is over" : "");
    fflush(stdout);
    if (status != 0 || stop_wanted())
        return status != 0 ? status : stop_fault(fault);
    return find_starts(tuning, starts, fault);
}
