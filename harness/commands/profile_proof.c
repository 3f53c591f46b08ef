#include "harness/commands/profile_proof.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/random.h"
#include "harness/base/stop.h"
#include "harness/engine/suite.h"
#include "harness/tune/made.h"

enum {
    SHAPES = 4, /* that took no part */
    MOST = 24   /* kernels that are measured on them */
};

struct proof {
    struct executor *executor;
    struct clgemm_dispatch *dispatch;
    struct recipe recipes[MOST];
    struct option_line lines[MOST];
    size_t count;
    struct suite_case cases[SHAPES];
    double worst, sum; /* of the pick's shares of the best, and of their logarithms */
    size_t shown;
    json_t *profile;
    const char *type;
    bool *lost;
    size_t checked;
};

static const char *name_of(const struct proof *proof, int kernel)
{
    return clgemm_result_name(clgemm_dispatch_kernel(proof->dispatch, (size_t)kernel)) +
           strlen(clgemm_dispatch_name(proof->dispatch)) + 1;
}

/* ---------------------------------------------------------------------------------- the pick */

static int take_times(void *self, struct suite_run *run, struct fault *fault)
{
    struct proof *proof = self;
    const struct test_case *at = &run->on->test_case;
    const int picked =
        clgemm_dispatch_pick(proof->dispatch, (long long)at->size[0], (long long)at->size[1],
                             (long long)at->size[2], 1, NULL);
    double best = INFINITY, own = 0;

    (void)fault;
    for (size_t i = 0; i < proof->count; i++) {
        const struct candidate *candidate = suite_kernel(run, i);
        const double ms = candidate->measurement.wall.median;

        if (candidate->fault.code != FAULT_NONE || ms <= 0)
            continue;
        best = fmin(best, ms);
        if (picked >= 0 && strcmp(candidate_label(candidate), name_of(proof, picked)) == 0)
            own = ms;
    }
    if (own <= 0)
        return 0;
    proof->worst = fmin(proof->worst, best / own);
    proof->sum += log(best / own);
    proof->shown++;
    return 0;
}

/* Sizes that a seed draws by their logarithm. */
static void draw(struct proof *proof, const struct options *options, bool on_host)
{
    uint64_t random = options->schedule.seed + 1;

    for (size_t i = 0; i < SHAPES; i++) {
        struct test_case *test_case = &proof->cases[i].test_case;

        *test_case = options->test_case;
        proof->cases[i].transpose = "";
        for (int axis = 0; axis < 3; axis++) {
            const double share = (double)(random_next(&random) % 1000) / 1000;

            test_case->size[axis] = (uint64_t)(48 * pow(on_host ? 24 : 80, share));
            test_case->has_size[axis] = true;
        }
    }
}

static int measure(struct proof *proof, const struct options *options, struct fault *fault)
{
    const struct observer observer = {.self = proof, .format = FORMAT_JSON, .measured = take_times};
    const struct suite suite = {.kernels = proof->recipes,
                                .kernel_count = proof->count,
                                .cases = proof->cases,
                                .case_count = SHAPES};

    int status;

    draw(proof, options, proof->executor->device.type == CL_DEVICE_TYPE_CPU);
    status = suite_measure(proof->executor, &suite, &options->schedule, &observer, fault);
    if (proof->shown > 0 && (status == 0 || stop_is_late()))
        printf("proof %s %s: on %zu shapes that took no part the pick has %.2f of the best of %zu "
               "kernels, at least %.2f\n",
               proof->type, settings_value(&options->settings, "transpose"), proof->shown,
               exp(proof->sum / (double)proof->shown), proof->count, proof->worst);
    return status;
}

/* --------------------------------------------------------------------------------- the check */

static int judge(void *self, struct candidate *candidate, struct fault *fault)
{
    struct proof *proof = self;

    (void)fault;
    if (candidate->fault.code == FAULT_NONE) {
        proof->checked++;
        return 0;
    }
    printf("kernel %s of %s is left out: %s\n", candidate_label(candidate), proof->type,
           candidate->fault.text);
    made_drop(proof->profile, proof->type, candidate_label(candidate));
    *proof->lost = true;
    return 0;
}

static int check(struct proof *proof, const struct options *options, struct fault *fault)
{
    const struct cases cases = {.sizes = SIZES_EDGE, .given = &options->test_case, .trials = 1};
    struct schedule schedule = options->schedule;
    struct progress progress;
    const struct suite suite = {.kernels = NULL};
    const struct observer observer = {.self = proof, .format = FORMAT_JSON, .checked = judge};
    struct suite_run run = {.suite = &suite,
                            .schedule = &schedule,
                            .observer = &observer,
                            .executor = proof->executor,
                            .progress = &progress};

    progress_open(&progress, FORMAT_JSON); /* none is shown */
    schedule.cases = &cases;
    for (size_t i = 0; i < proof->count && !stop_is_late(); i++)
        if ((suite_check(&run, &proof->recipes[i], fault) || stop_wanted()) && !stop_is_late())
            return stop_wanted() ? stop_fault(fault) : -1;
    printf("check %s %s: %zu of %zu kernels are right on all edges of tiles%s\n", proof->type,
           settings_value(&options->settings, "transpose"), proof->checked, proof->count,
           stop_is_late() ? "; the time was over before all were checked" : "");
    return stop_is_late() ? stop_fault(fault) : 0;
}

/* ---------------------------------------------------------------------------------- both */

/* Makes the dispatch, and recipes of its kernels. */
static int list(struct proof *proof, const struct options *options, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_new();
    const struct clgemm_result *result;
    struct clgemm_error error = {0};
    int status = request == NULL ? -1 : 0;

    if (status == 0)
        status = device_traits_say(&proof->executor->traits, request, &error) ||
                         settings_say(&options->settings, request, &error) ||
                         clgemm_dispatch_make(request, &proof->dispatch, &error)
                     ? -1
                     : 0;
    clgemm_request_free(request);
    if (status != 0)
        return error.code == CLGEMM_OK ? fault_memory(fault) : fault_pass_on(fault, &error);
    for (size_t i = 0; i < MOST && (result = clgemm_dispatch_kernel(proof->dispatch, i)) != NULL;
         i++) {
        struct recipe *recipe = &proof->recipes[proof->count];

        if (option_line_read(clgemm_result_command(result), &proof->lines[i], fault))
            return -1;
        proof->count++;
        recipe->settings = proof->lines[i].settings;
        recipe->at_edges = true;
        snprintf(recipe->label, sizeof recipe->label, "%s", name_of(proof, (int)i));
    }
    return 0;
}

int profile_prove(const struct options *options, struct executor *executor, json_t *profile,
                  const char *type, bool *lost, struct fault *fault)
{
    struct proof *proof = calloc(1, sizeof *proof);
    int status;

    if (proof == NULL)
        return fault_memory(fault);
    proof->executor = executor;
    proof->worst = 1;
    proof->profile = profile;
    proof->type = type;
    proof->lost = lost;
    status = list(proof, options, fault) || check(proof, options, fault) ||
                     measure(proof, options, fault)
                 ? -1
                 : 0;
    for (size_t i = 0; i < proof->count; i++)
        option_line_release(&proof->lines[i]);
    clgemm_dispatch_free(proof->dispatch);
    free(proof);
    return status;
}
