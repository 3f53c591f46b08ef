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

/* A buffer that is a line of all elements of an operand. */
static void add_line(struct draft *d, enum role role, const char *type)
{
    const struct element *const element = element_find(type);
    const struct count elements =
        plan_count(d->spec, (enum symbol)(SYMBOL_ELEMENTS_A + (role - ROLE_A)));
    draft_add_buffer(
        d, (struct buffer){
               .name = d->spec->product->operands[role].name,
               .role = role,
               .operand = role,
               .element_type = element->type,
               .storage = element_storage(d->job, element),
               .element_bytes = element->bytes,
               .covers = element->covers,
               .extents = {plan_extent(elements.symbol, 1, (struct count){SYMBOL_NONE, 1})},
               .extent_count = 1,
               .access = ACCESS_READ,
           });
}

void plan_attention_buffers(struct draft *d)
{
    const struct problem *const problem = &d->spec->problem;
    if (problem->mask)
        add_line(d, ROLE_MASK, problem->mask_type);
    if (!problem->lengths)
        return;
    add_line(d, ROLE_LENGTHS_Q, "i32");
    add_line(d, ROLE_LENGTHS_K, "i32");
}

/* The arguments of those buffers. */
static void add_further(struct argument_list *list)
{
    const struct problem *const problem = &list->draft->spec->problem;
    plan_add_buffer_of(list, ROLE_MASK,
                       problem->mask == MASK_KEYS ? "batch x lk, added to scores of all rows"
                                                  : "batch x q_heads x lq x lk, added to scores");
    plan_add_buffer_of(list, ROLE_LENGTHS_Q, "rows of each member, at most lq");
    plan_add_buffer_of(list, ROLE_LENGTHS_K, "keys of each member, at most lk");
}

static struct summand traffic(double bytes, enum symbol rows, enum symbol heads)
{
    return (struct summand){bytes, {rows, SYMBOL_N, heads}};
}

/* Work-groups that compute tile after tile, of so many rows of a head each. */
static void add_lasting(const struct spec *spec, long long rows, struct step *step)
{
    step->engine = spec_engine(spec);
    step->dimensions[0] =
        plan_dimension((struct count){SYMBOL_M, 0}, 1, rows, spec_local_size(spec).width);
    step->dimensions[1] = plan_dimension((struct count){SYMBOL_HEADS, 0}, 1, 1, 1);
    step->dimensions[0].per_unit = spec->per_unit;
    step->dimensions[1].in_sequence = true;
    step->dimension_count = 2;
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
    add_further(&list);
    if (spec->notes)
        plan_add_buffer(&list, plan_notes(d),
                        "where work-groups keep how Q, K and V lie, for their copies; it may hold "
                        "anything");
    if (spec->sums_in_launch) {
        plan_add_buffer(&list, plan_parts(d), "the sums of each part of the keys, by work-groups");
        plan_add_buffer(&list, plan_counters(d),
                        "parts that are stored of some rows: 0 before a launch and after it");
    }
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
    if (spec->per_unit) {
        add_lasting(spec, rows, &step);
        return step;
    }
    step.dimensions[0] =
        plan_dimension((struct count){SYMBOL_NONE, spec->split_k}, 1, 1, spec->wg.width);
    step.dimensions[1] = plan_dimension((struct count){SYMBOL_M, 0}, 1,
                                        rows / spec->problem.packed_heads, spec->wg.height);
    step.dimensions[2] =
        plan_dimension((struct count){SYMBOL_HEADS, 0}, 1, spec->problem.packed_heads, 1);
    step.dimensions[2].most = PLAN_MOST_MEMBERS;
    return step;
}
