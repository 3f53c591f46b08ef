#include "harness/subject/case_run.h"
#include "harness/worker/internal.h"
#include "harness/worker/wish.h"

uint64_t worker_memory(const struct worker *worker, const json_t *order)
{
    const json_t *memory = json_object_get(order, "memory");

    return json_is_integer(memory) ? (uint64_t)json_integer_value(memory) : worker->options->memory;
}

static struct case_run prepare(const struct worker *worker, const struct slot *slot,
                               const json_t *order)
{
    const json_t *trials = json_object_get(order, "trials");

    return (struct case_run){&worker->device,
                             &slot->manifest,
                             &slot->built,
                             worker_memory(worker, order),
                             !json_is_false(json_object_get(order, "guards")),
                             json_is_integer(trials) ? (uint64_t)json_integer_value(trials) : 1,
                             (uint64_t)json_integer_value(json_object_get(order, "seed"))};
}

json_t *worker_case(struct worker *worker, struct slot *slot, const json_t *order,
                    struct fault *fault)
{
    const struct case_run run = prepare(worker, slot, order);
    struct gemm_case gemm_case = {.data =
                                      case_find(json_string_value(json_object_get(order, "data")))};
    struct case_result result;

    if (wish_read(order, &gemm_case.wish, fault) || case_run(&run, &gemm_case, &result, fault))
        return NULL;
    return json_pack("{s:b, s:f}", "exact", (int)result.exact, "worst", result.worst);
}

json_t *worker_check(struct worker *worker, struct slot *slot, const json_t *order,
                     struct fault *fault)
{
    const struct case_run run = prepare(worker, slot, order);
    struct case_result result;
    struct case_list cases;
    json_int_t count;
    int status = 0;

    if (cases_make(&slot->manifest, SIZES_DEFAULT, &worker->options->wish, &cases, fault))
        return NULL;
    for (size_t i = 0; i < cases.count && status == 0; i++)
        status = case_run(&run, &cases.list[i], &result, fault);
    count = (json_int_t)cases.count;
    cases_release(&cases);
    return status == 0 ? json_pack("{s:I}", "cases", count) : NULL;
}
