/* Kernels that are checked, on cases that follow from each of them, and not measured. */

#include "harness/base/stop.h"
#include "harness/engine/internal.h"
#include "harness/worker/instance.h"
#include "harness/worker/orders.h"

/* Shows progress: `done` of `total` cases of the kernel that is checked. */
static void show_progress(const struct suite_run *run, const struct candidate *candidate,
                          size_t done, size_t total)
{
    progress_reach(run->progress, 0, (double)run->checked + (double)done / (double)total);
    progress_show(run->progress, 0, "%s: case %zu of %zu", candidate_label(candidate), done + 1,
                  total);
}

/* Says which case it was whose process ended. */
static void name_case(const struct candidate *candidate, const struct check_case *check_case,
                      bool guards, struct fault *fault)
{
    struct launch launch;
    char text[400];

    if (launch_resolve(candidate->manifest, &check_case->test_case, &launch, NULL) == 0) {
        case_describe(&launch, check_case, guards, text, sizeof text);
        fault_prefix(fault, text);
    }
}

/* Runs a case in one of the two kinds of buffers, in the first one as often as is asked for. */
static int run_variant(struct suite_run *run, struct candidate *candidate,
                       const struct check_case *check_case, bool guards)
{
    const struct cases *cases = run->schedule->cases;
    const bool first = guards != cases->exact_length;
    const struct check_order order = {.one = check_case,
                                      .seed = run->schedule->seed * 7919,
                                      .memory = run->schedule->memory,
                                      .trials = first ? cases->trials : 1,
                                      .guards = guards};
    struct tally *tally = &candidate->tally;
    json_t *answer;

    if (executor_ask(run->executor, LIMIT_RUN, NULL, order_check(&order), &answer,
                     &candidate->fault)) {
        if (run->executor->client.lost)
            name_case(candidate, check_case, guards, &candidate->fault);
        return -1;
    }
    if (member_number(answer, "worst") > tally->worst)
        tally->worst = member_number(answer, "worst");
    tally->exact += first && member_truth(answer, "exact");
    json_decref(answer);
    return 0;
}

/* Margins come first: on a CPU a stray write into a buffer of exact length would hit the worker
 * itself. Exact length shows reads past the end to tools that watch memory. */
static int run_case(struct suite_run *run, struct candidate *candidate,
                    const struct check_case *check_case)
{
    candidate->tally.cases++;
    if (!run->schedule->cases->exact_length && run_variant(run, candidate, check_case, true))
        return -1;
    return run_variant(run, candidate, check_case, false);
}

static enum status status_of(const struct fault *fault)
{
    return fault->lacking                ? STATUS_ABSENT
           : fault->code == FAULT_NONE   ? STATUS_OK
           : fault->code == FAULT_WRONG  ? STATUS_WRONG
           : fault->code == FAULT_DEVICE ? STATUS_RUNTIME
                                         : STATUS_COMPILE;
}

static void check_kernel(struct suite_run *run, struct candidate *candidate)
{
    const struct cases *plan = run->schedule->cases;
    struct fault *fault = &candidate->fault;
    struct case_list cases = {.list = NULL};
    int status = instance_supported(candidate->manifest, fault) ||
                         cases_make(candidate->manifest, plan->sizes, plan->given, &cases, fault)
                     ? -1
                     : 0;

    candidate->tally.status = status_of(fault);
    if (status != 0)
        return;
    cases_deal(&cases, run->schedule->seed);
    show_progress(run, candidate, 0, cases.count);
    status = executor_build(run->executor, 0, &candidate->kernel, NULL, 0,
                            &candidate->measurement.build_ms, fault);
    for (size_t i = 0; i < cases.count && status == 0; i++) {
        show_progress(run, candidate, i, cases.count);
        status = run_case(run, candidate, &cases.list[i]);
    }
    cases_release(&cases);
    candidate->tally.status =
        status != 0 && run->executor->client.lost ? fault->status : status_of(fault);
}

int suite_check(struct suite_run *run, const struct recipe *recipe, struct fault *fault)
{
    const struct observer *observer = run->observer;
    struct candidate candidate = {.recipe = *recipe};
    bool known = false;
    int status = 0;

    if (kernel_make(&run->suite->settings, recipe, NULL, &run->executor->traits, &candidate.kernel,
                    &candidate.fault) == 0) {
        candidate.made = true;
        candidate.manifest = &candidate.kernel.manifest;
        if (observer->before != NULL)
            status = observer->before(observer->self, &candidate, &known, fault);
        if (status == 0 && !known)
            check_kernel(run, &candidate);
    } else {
        candidate.tally.status = status_of(&candidate.fault);
    }
    progress_clear(run->progress);
    if (status == 0 && stop_wanted() && candidate.fault.code != FAULT_NONE)
        status = stop_fault(fault);
    else if (status == 0)
        status = observer->checked(observer->self, &candidate, fault);
    run->checked++;
    if (candidate.made)
        kernel_release(&candidate.kernel);
    fault_clear(&candidate.fault);
    return status;
}
