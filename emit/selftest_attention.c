/*
 * The view of a self-test of attention.
 */
#include "emit/selftest.h"

#include <string.h>
#include "gen/base/notation.h"
#include "gen/base/whole.h"

enum {
    CASES = 10,
    WIDEST = 16 /* elements of the widest vector */
};

/* Sizes, elements between rows, whether the rows of a head lie together, what scales the scores. */
struct attention_case {
    long long batch, lq, lk, q_heads, kv_heads, gap, by_head;
    double alpha;
};

/* Rows of several work-groups and of a part of one; keys of several blocks, of parts of one, of none; heads that are grouped or not. */
static size_t make_cases(const struct plan *plan, struct attention_case *list)
{
    const long long rows = host_tile(plan, SYMBOL_M), keys = plan->deep_k / 2;
    const struct attention_case wanted[CASES] = {
        {2, rows + 1, 2 * keys + 3, 4, 2, 1, 0, 0.0625},
        {1, rows, keys, 2, 2, 0, 1, 0.125},
        {3, 1, keys + 1, 6, 1, 2, 1, 0.0625},
        {1, larger(rows - 1, 1), keys - 1, 3, 3, 1, 1, 1},
        {2, (rows + 1) / 2, 2 * keys, 2, 1, WIDEST, 0, -0.0625},
        {1, 2, 1, 1, 1, 0, 0, 0.125},
        {1, 3, keys + keys / 2, 2, 1, 3, 0, 0},
        {1, 6, 17, 4, 4, 0, 0, 0.125},
        {1, rows + 7, rows + 7, 2, 1, 1, 0, 0.125},
        {1, 2, 0, 1, 1, 1, 0, 0.125},
    };
    const struct setting *const alpha = &plan->problem.values[SYMBOL_ALPHA];
    size_t count = 0;
    for (size_t i = 0; i < CASES; i++) {
        struct attention_case one = wanted[i];
        one.q_heads *= plan->problem.packed_heads;
        if (plan->problem.causal && one.lk == 0)
            continue;
        if (plan->problem.causal)
            one.lk = larger(one.lk, one.lq);
        if (alpha->how == FIXED)
            one.alpha = alpha->real;
        list[count++] = one;
    }
    return count;
}

static void view_cases(struct job *job, const struct plan *plan, struct value *view)
{
    struct attention_case list[CASES];
    struct host_item items[CASES];
    const size_t count = make_cases(plan, list);
    for (size_t i = 0; i < count; i++) {
        const struct attention_case *const t = &list[i];
        items[i].text = arena_printf(job->arena, "{%lld, %lld, %lld, %lld, %lld, %lld, %lld, %s}",
                                     t->batch, t->lq, t->lk, t->q_heads, t->kv_heads, t->gap,
                                     t->by_head, selftest_number(job, t->alpha));
        items[i].opens = false;
    }
    host_set_list(job, value_set_object(job, view, "cases"), 8, items, count);
    value_set_integer(job, view, "count", (long long)count);
}

/* A mask has a line of keys for each row and head that has one of its own, lengths have a number for each member. */
static void view_operand(struct job *job, struct value *item, const struct plan *plan,
                         const struct buffer *buffer)
{
    const enum role role = buffer->role;
    const bool of_rows =
        role == ROLE_MASK ? plan->problem.mask == MASK_MATRIX : role == ROLE_A || role == ROLE_C;
    const bool of_keys = role == ROLE_B || role == ROLE_D;
    const bool of_q = role == ROLE_LENGTHS_Q, counts = of_q || role == ROLE_LENGTHS_K;
    const struct host_item items[] = {
        {arena_printf(job->arena, "%lld", buffer->element_bytes), false},
        {of_rows   ? "t->lq"
         : of_keys ? "t->lk"
                   : "1",
         false},
        {of_rows   ? "t->q_heads"
         : of_keys ? "t->kv_heads"
                   : "1",
         false},
        {role == ROLE_MASK ? "t->lk"
         : counts          ? "1"
                           : arena_printf(job->arena, "%lld", plan->problem.values[SYMBOL_N].whole),
         false},
        {arena_printf(job->arena, "in_%s", buffer->element_type), false},
        {of_q     ? "t->lq + 1"
         : counts ? "t->lk + 1"
                  : "0",
         false},
    };
    host_set_list(job, value_set_object(job, item, "places"), 13, items,
                  sizeof items / sizeof items[0] - !plan->problem.lengths);
}

/* Member `mask`: which operand it is, minus infinity as it is stored, and where its line of a row is; false: there is none. */
static void view_mask(struct job *job, struct value *view, const struct plan *plan)
{
    const struct buffer *const buffer = plan_buffer_of(plan, ROLE_MASK);
    struct value *const mask = value_set_object_if(job, view, "mask", buffer != NULL);
    if (!mask)
        return;
    const bool half = buffer->element_bytes == 2;
    value_set_integer(job, mask, "number", buffer - plan->buffers);
    value_set_text(job, mask, "bits", half ? "cl_ushort" : "cl_uint");
    value_set_text(job, mask, "infinite", half ? "0xfc00" : "0xff800000");
    value_set_text(job, mask, "at", plan->problem.mask == MASK_MATRIX ? "n" : "member");
}

void selftest_view_attention(struct selftest *test, struct value *view)
{
    /* Half a unit in the last place of weights that an engine multiplies, in those of singles. */
    enum {
        OF_HALF = 1 << 13,
        OF_BF16 = 1 << 15
    };
    const char *const factors = test->plan->problem.factors;
    value_set_unless(test->job, view, "rounded_weights",
                     !factors                      ? 0
                     : strcmp(factors, "f16") == 0 ? OF_HALF
                                                   : OF_BF16,
                     0);
    value_set_bool(test->job, view, "small_weights", factors && strcmp(factors, "f16") == 0);
    struct job *const job = test->job;
    const struct plan *const plan = test->plan;
    const struct buffer *const o = plan_buffer_of(plan, ROLE_C);
    struct value *const operands = value_set_list(job, view, "operands");
    selftest_view_types(test, view);
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role != ROLE_WORKSPACE)
            view_operand(job, value_add(operands, value_object(job)), plan, &plan->buffers[i]);
    value_set_integer(job, view, "operand_count", (long long)operands->count);
    value_set_integer(job, view, "head", plan->problem.values[SYMBOL_N].whole);
    value_set_integer(job, view, "bytes_of_o", o->element_bytes);
    value_set_bool(job, view, "causal", plan->problem.causal);
    value_set_bool(job, view, "lengths", plan->problem.lengths);
    view_mask(job, view, plan);
    selftest_view_get(job, view, o->storage);
    selftest_set_passed(test, view, "enqueue", JOINT_ENQUEUE, ROLE_C);
    view_cases(job, plan, view);
    value_set_bool(job, view, "in_parts", false);
}
