/* Cases of a check, run on the device and compared. */
#include "harness/worker/internal.h"
#include "harness/worker/orders.h"

/* Results of the cases of an order. */
struct tally {
    size_t cases;
    bool exact;   /* the first run of a case was compared bit by bit */
    double worst; /* ratio to the bound */
};

/* Runs a case as often as the order says; with whole numbers as often as it takes for every product
 * to count. */
static int run_often(const struct check_order *check, struct instance *instance,
                     const struct check_case *check_case, struct tally *tally, struct fault *fault)
{
    static const enum data data[] = {DATA_WHOLE, DATA_RANDOM, DATA_POSITIVE};
    uint64_t passes = check_case->data == CASE_EXACT ? instance_passes(instance) : 1;
    uint64_t trials = check->trials > passes ? check->trials : passes;

    for (uint64_t i = 0; i < trials; i++) {
        uint64_t seed = check->seed + i;
        enum verification how;
        struct verdict verdict;

        if (instance_load(instance, data[check_case->data], check_case->data == CASE_INFINITE, seed,
                          &how, fault) ||
            runner_run(instance->runner, NULL, fault) ||
            instance_verify(instance, how, INSTANCE_FULL_LIMIT, seed, &verdict, fault))
            return -1;
        if (verdict.worst > tally->worst)
            tally->worst = verdict.worst;
        tally->exact |= i == 0 && how == VERIFY_EXACT;
    }
    return 0;
}

/* Errors: those of instance_open; those of a run and its comparison, behind what case_describe says
 * of it. */
static int run_case(const struct worker *worker, const struct slot *slot,
                    const struct check_order *check, const struct check_case *check_case,
                    struct tally *tally, struct fault *fault)
{
    struct instance instance;
    char text[400];
    int status;

    if (instance_open(&worker->device, &slot->manifest, &slot->built, &check_case->test_case,
                      check->guards, check->memory, &instance, fault))
        return -1;
    status = run_often(check, &instance, check_case, tally, fault);
    if (status != 0) {
        case_describe(&instance.launch, check_case, check->guards, text, sizeof text);
        fault_prefix(fault, text);
    }
    instance_close(&instance);
    tally->cases++;
    return status;
}

/* Runs small sizes on the edges of tiles. */
static int run_list(const struct worker *worker, const struct slot *slot,
                    const struct check_order *check, struct tally *tally, struct fault *fault)
{
    struct case_list cases;
    int status = 0;

    if (cases_make(&slot->manifest, SIZES_DEFAULT, &worker->options->test_case, &cases, fault))
        return -1;
    for (size_t i = 0; i < cases.count && status == 0; i++)
        status = run_case(worker, slot, check, &cases.list[i], tally, fault);
    cases_release(&cases);
    return status;
}

json_t *worker_check(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    struct check_order check;
    struct check_case one;
    struct tally tally = {.cases = 0};

    if (order_read_check(order, &one, &check, fault) ||
        (check.one != NULL ? run_case(worker, slot, &check, check.one, &tally, fault)
                           : run_list(worker, slot, &check, &tally, fault)))
        return NULL;
    return json_pack("{s:I, s:b, s:f}", "cases", (json_int_t)tally.cases, "exact", (int)tally.exact,
                     "worst", tally.worst);
}
