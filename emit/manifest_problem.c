/* The problem of a manifest: what is multiplied, by which sizes, places, scalars and operations. */
#include "emit/emit.h"

#include "gen/base/epilogue.h"
#include "gen/base/value.h"

static const char *const matrices[3] = {"a", "b", "c"};

static struct value *setting_value(struct job *job, const struct plan *plan, enum symbol symbol)
{
    const struct setting *setting = &plan->problem.values[symbol];
    switch (setting->how) {
    case GIVEN_AT_LAUNCH:
        break;
    case TIGHT:
        return value_text(job, "tight");
    case FIXED:
        if (symbol == SYMBOL_ALPHA || symbol == SYMBOL_BETA)
            return emit_number(job, setting->real);
        return value_integer(job, setting->whole);
    }
    return value_null(job);
}

/* {"a": ..., "b": ..., "c": ...} of three settings that follow each other. */
static struct value *settings_value(struct job *job, const struct plan *plan, enum symbol first,
                                    const char *const names[3])
{
    struct value *object = value_object(job);
    for (int i = 0; i < 3; i++)
        value_set(object, names[i], setting_value(job, plan, (enum symbol)((int)first + i)));
    return object;
}

/* The operations in order: name, operand (a buffer, or the symbol of a scalar), axis of a vector, parameters, expression. */
static struct value *epilogue_value(struct job *job, const struct epilogue *epilogue)
{
    struct value *const list = value_list(job);
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "op", operation->row->name);
        if (operation->reads == READS_PER_ROW || operation->reads == READS_PER_COLUMN)
            value_set_text(job, item, "axis", operation->reads == READS_PER_ROW ? "row" : "column");
        if (operation->operand)
            value_set_text(job, item, "operand", operation->operand);
        if (operation->expression)
            value_set_text(job, item, "expression", operation->expression->text);
        if (!operation->row->numbers)
            continue;
        struct value *const numbers = value_set_list(job, item, "parameters");
        for (size_t j = 0; j < operation->row->numbers; j++)
            value_add(numbers, emit_number(job, operation->real[j]));
    }
    return list;
}

static void add_batch(struct job *job, const struct plan *plan, struct value *object)
{
    const enum batch kind = plan->problem.batch;
    struct value *const batch = value_set_object(job, object, "batch");
    value_set_text(job, batch, "kind", batch_word(kind));
    if (kind != BATCH_NONE)
        value_set(batch, "members", setting_value(job, plan, SYMBOL_BATCH));
    if (kind == BATCH_STRIDED || kind == BATCH_GROUPS)
        value_set(batch, "strides", settings_value(job, plan, SYMBOL_STRIDE_A, matrices));
    if (kind == BATCH_GROUPS && plan->problem.ragged != SYMBOL_M)
        value_set_text(job, batch, "ragged", plan->problem.ragged == SYMBOL_N ? "n" : "k");
    if (plan->problem.adds)
        value_set_bool(job, batch, "adds", true);
}

/* Of a gated product: what is done to the first of its products, the second B, and how that lies. */
static void add_chain(struct job *job, const struct plan *plan, struct value *object)
{
    struct value *const chain = value_set_object(job, object, "chain");
    value_set_text(job, chain, "kind", "gate");
    value_set_text(job, chain, "gate", plan->problem.gate->text);
    value_set_text(job, chain, "operand", plan_buffer_of(plan, ROLE_D)->name);
    value_set(chain, "ld", setting_value(job, plan, SYMBOL_LDD));
    value_set(chain, "offset", setting_value(job, plan, SYMBOL_OFFSET_D));
}

/* Of attention: V, which keys a row sees, where a member has its lengths, and heads of Q that read one of K and V in whole numbers. All else is said by `product`. */
static void add_attention(struct job *job, const struct plan *plan, struct value *object)
{
    struct value *const chain = value_set_object(job, object, "chain");
    value_set_text(job, chain, "kind", "attention");
    value_set_text(job, chain, "operand", plan_buffer_of(plan, ROLE_D)->name);
    value_set_text(job, chain, "mask", plan->problem.masks);
    if (plan->problem.lengths)
        value_set_text(job, chain, "lengths", "member");
    if (plan->problem.packed_heads > 1)
        value_set_integer(job, chain, "heads", plan->problem.packed_heads);
}

struct value *emit_problem_value(struct job *job, const struct plan *plan)
{
    static const char *const sizes[3] = {"m", "n", "k"};
    const struct problem *problem = &plan->problem;
    struct value *object = value_object(job);

    struct value *types = value_set_object(job, object, "types");
    for (int i = 0; i < 3; i++)
        value_set_text(job, types, matrices[i], problem->types[i]);
    value_set_text(job, types, "accumulate", problem->accumulate);
    value_set_text(job, types, "product", problem->product);
    if (problem->factors)
        value_set_text(job, types, "factors", problem->factors);
    if (problem->sum_digits) {
        struct value *const sums = value_set_object(job, types, "sums");
        value_set_integer(job, sums, "digits", problem->sum_digits);
        if (problem->sum_depth)
            value_set_integer(job, sums, "depth", problem->sum_depth);
    }
    value_set_text(job, object, "layout", problem->layout);
    struct value *transpose = value_set_object(job, object, "transpose");
    value_set_bool(job, transpose, "a", problem->transpose_a);
    value_set_bool(job, transpose, "b", problem->transpose_b);
    if (problem->conjugate_a || problem->conjugate_b) {
        struct value *conjugate = value_set_object(job, object, "conjugate");
        value_set_bool(job, conjugate, "a", problem->conjugate_a);
        value_set_bool(job, conjugate, "b", problem->conjugate_b);
    }
    value_set(object, "sizes", settings_value(job, plan, SYMBOL_M, sizes));
    value_set(object, "ld", settings_value(job, plan, SYMBOL_LDA, matrices));
    value_set(object, "offsets", settings_value(job, plan, SYMBOL_OFFSET_A, matrices));
    value_set(object, "alpha", setting_value(job, plan, SYMBOL_ALPHA));
    value_set(object, "beta", setting_value(job, plan, SYMBOL_BETA));
    add_batch(job, plan, object);
    value_set(object, "epilogue", epilogue_value(job, problem->epilogue));
    if (problem->gate)
        add_chain(job, plan, object);
    if (problem->attends)
        add_attention(job, plan, object);
    value_set_text(job, object, "edges", problem->edges);
    if (plan->product)
        value_set(object, "product", emit_product_value(job, plan->product));
    return object;
}
