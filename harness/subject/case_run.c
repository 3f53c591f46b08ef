#include "harness/subject/case_run.h"

#include <inttypes.h>
#include <string.h>

/* Of one product the members have no strides. */
static bool is_batch(const struct launch *launch)
{
    return launch->value[SYMBOL_BATCH] != 1 || launch->value[SYMBOL_STRIDE_C] != 0;
}

void case_describe(const struct launch *launch, const struct gemm_case *gemm_case, bool guards,
                   char *text, size_t room)
{
    static const char *const data[] = {"whole numbers", "random", "with infinities and NaN"};
    size_t used = 0;

    for (int i = SYMBOL_M; i <= SYMBOL_OFFSET_C && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s %" PRIu64 ", ",
                                 symbol_word((enum symbol)i), launch->value[i]);
    for (int i = SYMBOL_BATCH; i <= SYMBOL_STRIDE_C && used < room && is_batch(launch); i++)
        used += (size_t)snprintf(text + used, room - used, "%s %" PRIu64 ", ",
                                 symbol_word((enum symbol)i), launch->value[i]);
    if (used < room && (launch->alpha_i != 0 || launch->beta_i != 0))
        snprintf(text + used, room - used, "alpha (%g, %g), beta (%g, %g); %s; %s", launch->alpha,
                 launch->alpha_i, launch->beta, launch->beta_i, data[gemm_case->data],
                 guards ? "buffers with margins" : "buffers of exact length");
    else if (used < room)
        snprintf(text + used, room - used, "alpha %g, beta %g; %s; %s", launch->alpha, launch->beta,
                 data[gemm_case->data],
                 guards ? "buffers with margins" : "buffers of exact length");
}

static int run_trials(const struct case_run *run, struct trial *trial,
                      const struct gemm_case *gemm_case, struct case_result *result,
                      struct fault *fault)
{
    static const enum data data[] = {DATA_WHOLE, DATA_RANDOM, DATA_POSITIVE};
    uint64_t passes = gemm_case->data == CASE_EXACT ? trial_passes(trial) : 1;
    uint64_t trials = run->trials > passes ? run->trials : passes;

    for (uint64_t i = 0; i < trials; i++) {
        uint64_t seed = run->seed + i;
        enum verification how;
        struct verdict verdict;

        if (trial_load(trial, data[gemm_case->data], gemm_case->data == CASE_INFINITE, seed, &how,
                       fault) ||
            runner_run(trial->runner, NULL, fault) ||
            trial_verify(trial, how, TRIAL_FULL_LIMIT, seed, &verdict, fault))
            return -1;
        if (verdict.worst > result->worst)
            result->worst = verdict.worst;
        result->exact |= i == 0 && how == VERIFY_EXACT;
    }
    return 0;
}

int case_run(const struct case_run *run, const struct gemm_case *gemm_case,
             struct case_result *result, struct fault *fault)
{
    struct trial trial;
    char text[400];
    int status;

    *result = (struct case_result){.exact = false};
    if (trial_open(run->device, run->manifest, run->built, &gemm_case->wish, run->guards,
                   run->memory, &trial, fault))
        return -1;
    status = run_trials(run, &trial, gemm_case, result, fault);
    if (status != 0) {
        case_describe(&trial.launch, gemm_case, run->guards, text, sizeof text);
        fault_prefix(fault, text);
    }
    trial_close(&trial);
    return status;
}
