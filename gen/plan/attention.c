/*
 * The step of attention: a launch of one work-group for so many rows of a head.
 */
#include "gen/plan/internal.h"

static struct summand term(double factor, enum symbol x, enum symbol y, enum symbol z)
{
    return (struct summand){factor, {x, y, z, SYMBOL_HEADS}};
}

/* Two products of rows, keys and elements of a head. Row i of M sees i + 1 + K - M keys below a causal mask: M K - M (M - 1) / 2 pairs. */
static void add_work(const struct spec *spec, struct step *step)
{
    const double products = 4;
    step->flops[0] = term(products, SYMBOL_M, SYMBOL_N, SYMBOL_K);
    if (spec->problem.causal) {
        step->flops[1] = term(-products / 2, SYMBOL_M, SYMBOL_M, SYMBOL_N);
        step->flops[2] = (struct summand){products / 2, {SYMBOL_M, SYMBOL_N, SYMBOL_HEADS}};
    }
}

static struct summand traffic(double bytes, enum symbol rows, enum symbol heads)
{
    return (struct summand){bytes, {rows, SYMBOL_N, heads}};
}

struct step plan_attention(struct draft *d, const size_t *sources)
{
    const struct spec *const spec = d->spec;
    const struct operand *const q = spec_operand(spec, ROLE_A), *const k =
                                                                    spec_operand(spec, ROLE_B);
    struct argument_list list = {.draft = d};
    plan_add_product_sizes(&list);
    plan_add_value(&list, SYMBOL_ALPHA, spec->numbers.scalar->type, "scales Q K^T");
    plan_add_buffer(&list, sources[ROLE_A], "batch x lq x q_heads x head");
    plan_add_buffer(&list, sources[ROLE_B], "batch x lk x kv_heads x head");
    plan_add_buffer(&list, sources[ROLE_D], "as K");
    plan_add_buffer(&list, sources[ROLE_C], "as Q");
    struct step step = {
        .name = "attend",
        .entry = d->plan->name,
        .operand = ROLE_C,
        .nonzero = {SYMBOL_M, SYMBOL_HEADS},
        .bytes = {traffic((double)(q->given->bytes + spec->c.given->bytes), SYMBOL_M, SYMBOL_HEADS),
                  traffic(2 * (double)k->given->bytes, SYMBOL_K, SYMBOL_KV_HEADS)},
        .arguments = list.arguments,
        .argument_count = list.count,
        .dimension_count = 3,
    };
    add_work(spec, &step);
    const long long rows = spec_launch_tile(spec).height;
    step.dimensions[0] = plan_dimension((struct count){SYMBOL_NONE, 1}, 1, 1, spec->wg.width);
    step.dimensions[1] = plan_dimension((struct count){SYMBOL_M, 0}, 1, rows, spec->wg.height);
    step.dimensions[2] = plan_dimension((struct count){SYMBOL_HEADS, 0}, 1, 1, 1);
    step.dimensions[2].most = PLAN_MOST_MEMBERS;
    return step;
}
