#include "harness/worker/internal.h"

static int read_order(const struct worker *worker, const json_t *order,
                      struct opening_order *opening, struct fault *fault)
{
    json_int_t m = 0, n = 0, k = 0, seed = 1, share = 1;
    int random = 0, verifies = 1;

    if (json_unpack((json_t *)order, "{s:I, s:I, s:I, s:I, s?b, s?b, s?I}", "m", &m, "n", &n, "k",
                    &k, "seed", &seed, "random", &random, "verify", &verifies, "share",
                    &share) != 0)
        return fault_set(fault, FAULT_USAGE, "an order `open` without its sizes");
    *opening = (struct opening_order){.wish = worker->options->wish,
                                      .memory = worker->options->memory / (uint64_t)share,
                                      .full_limit = TRIAL_FULL_LIMIT,
                                      .seed = (uint64_t)seed,
                                      .verifies = verifies != 0,
                                      .random = random != 0,
                                      .loads = true};
    for (int i = 0; i < 3; i++) {
        opening->wish.has_size[i] = true;
        opening->wish.size[i] = (uint64_t)(i == 0 ? m : i == 1 ? n : k);
    }
    return 0;
}

json_t *worker_open(struct worker *worker, struct slot *slot, const json_t *order,
                    struct fault *fault)
{
    struct opening_order opening;
    struct verdict verdict;

    if (read_order(worker, order, &opening, fault) ||
        slot_open(worker, slot, &opening, &verdict, fault))
        return NULL;
    return json_pack("{s:s, s:b}", "verified",
                     !opening.verifies ? "not at this size"
                     : opening.random  ? "whole numbers and random ones"
                                       : "whole numbers",
                     "kept", (int)slot->trial.loaded.kept);
}

json_t *worker_launch(struct worker *worker, struct slot *slot, const json_t *order,
                      struct fault *fault)
{
    json_int_t count = json_integer_value(json_object_get(order, "count"));
    double stop_ms = json_number_value(json_object_get(order, "stop_ms"));
    json_t *times = json_array();

    for (json_int_t i = 0; i < count; i++) {
        struct run_times run;

        if (slot_launch(worker, slot, &run, fault)) {
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

    (void)order;
    if ((trial->launch.beta != 0 || trial->launch.beta_i != 0) &&
        (trial_reset(trial, fault) || runner_run(trial->runner, NULL, fault)))
        return NULL;
    return slot_compare(worker, slot, slot->seed, &verdict, fault) == 0
               ? json_pack("{s:s}", "verified", "the last launch")
               : NULL;
}
