#include "harness/worker/internal.h"

/* Runs whose results are compared: one, or with whole numbers as many as it takes for every product to
 * count. */
static int verify(struct trial *trial, enum data data, bool infinities, uint64_t seed,
                  enum verification *how, struct fault *fault)
{
    uint64_t passes = data == DATA_WHOLE ? trial_passes(trial) : 1;
    struct verdict verdict;

    for (uint64_t i = 0; i < passes; i++)
        if (trial_load(trial, data, infinities, seed + i, how, fault) ||
            runner_run(trial->runner, NULL, fault) ||
            trial_verify(trial, *how, TRIAL_FULL_LIMIT, seed + i, &verdict, fault))
            return -1;
    return 0;
}

json_t *worker_open(struct worker *worker, struct slot *slot, const json_t *order,
                    struct fault *fault)
{
    struct wish wish = worker->options->wish;
    json_int_t m = 0, n = 0, k = 0, seed = 1, share = 1;
    int random = 0, verifies = 1;

    slot_close(slot);
    if (json_unpack((json_t *)order, "{s:I, s:I, s:I, s:I, s?b, s?b, s?I}", "m", &m, "n", &n, "k",
                    &k, "seed", &seed, "random", &random, "verify", &verifies, "share",
                    &share) != 0) {
        fault_set(fault, FAULT_USAGE, "an order `open` without its sizes");
        return NULL;
    }
    slot->seed = (uint64_t)seed;
    for (int i = 0; i < 3; i++) {
        wish.has_size[i] = true;
        wish.size[i] = (uint64_t)(i == 0 ? m : i == 1 ? n : k);
    }
    if (trial_open(&worker->device, &slot->manifest, &slot->built, &wish, false,
                   worker->options->memory / (uint64_t)share, &slot->trial, fault))
        return NULL;
    slot->is_open = true;
    if ((verifies && verify(&slot->trial, DATA_WHOLE, false, slot->seed, &slot->how, fault)) ||
        (verifies && random &&
         verify(&slot->trial, DATA_RANDOM, false, slot->seed, &slot->how, fault)) ||
        trial_load(&slot->trial, worker->options->data, false, slot->seed, &slot->how, fault))
        return NULL;
    return json_pack("{s:s}", "verified",
                     !verifies ? "not at this size"
                     : random  ? "whole numbers and random ones"
                               : "whole numbers");
}

json_t *worker_launch(struct worker *worker, struct slot *slot, const json_t *order,
                      struct fault *fault)
{
    json_int_t count = json_integer_value(json_object_get(order, "count"));
    double stop_ms = json_number_value(json_object_get(order, "stop_ms"));
    json_t *times = json_array();

    (void)worker;
    for (json_int_t i = 0; i < count; i++) {
        struct run_times run;

        if (runner_run(slot->trial.runner, &run, fault)) {
            json_decref(times);
            return NULL;
        }
        json_array_append_new(times, json_real(run.device_ms));
        if (stop_ms > 0 && run.device_ms > stop_ms)
            break;
    }
    return json_pack("{s:o}", "ms", times);
}

/* The result of the last launch; where that reads C, of one more. */
json_t *worker_verify(struct worker *worker, struct slot *slot, const json_t *order,
                      struct fault *fault)
{
    struct trial *trial = &slot->trial;
    struct verdict verdict;

    (void)worker, (void)order;
    if ((trial->launch.beta != 0 || trial->launch.beta_i != 0) &&
        (trial_reset(trial, fault) || runner_run(trial->runner, NULL, fault)))
        return NULL;
    return trial_verify(trial, slot->how, TRIAL_FULL_LIMIT, slot->seed, &verdict, fault) == 0
               ? json_pack("{s:s}", "verified", "the last launch")
               : NULL;
}
