/*
 * Terms of C in a launcher, and what it asks of a plan.
 */
#include "emit/launcher.h"

#include <string.h>

#include "gen/base/whole.h"
#include "gen/plan/wording.h"

const char *launcher_symbol(enum symbol symbol)
{
    static const char *const names[SYMBOL_COUNT] = {
        [SYMBOL_NONE] = "",
        [SYMBOL_M] = "M",
        [SYMBOL_N] = "N",
        [SYMBOL_K] = "K",
        [SYMBOL_LDA] = "lda",
        [SYMBOL_LDB] = "ldb",
        [SYMBOL_LDC] = "ldc",
        [SYMBOL_OFFSET_A] = "offset_A",
        [SYMBOL_OFFSET_B] = "offset_B",
        [SYMBOL_OFFSET_C] = "offset_C",
        [SYMBOL_OFFSET_D] = "offset_D",
        [SYMBOL_STRIDE_A] = "stride_A",
        [SYMBOL_STRIDE_B] = "stride_B",
        [SYMBOL_STRIDE_C] = "stride_C",
        [SYMBOL_MATRICES] = "matrices",
        [SYMBOL_ROWS_A] = "rows_A",
        [SYMBOL_ROWS_C] = "rows_C",
        [SYMBOL_ELEMENTS_A] = "elements_A",
        [SYMBOL_ELEMENTS_B] = "elements_B",
        [SYMBOL_ELEMENTS_C] = "elements_C",
        [SYMBOL_ELEMENTS_D] = "elements_D",
    };
    return names[symbol] ? names[symbol] : symbol_in_kernel(symbol);
}

const char *launcher_type(struct job *job, const char *type)
{
    static const struct {
        const char *type, *c;
    } types[] = {{"i32", "cl_int"},    {"i64", "cl_long"},   {"f32", "cl_float"},
                 {"f64", "cl_double"}, {"c32", "cl_float2"}, {"c64", "cl_double2"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].type, type) == 0)
            return types[i].c;
    job_fail(job, CLGEMM_REFUSED, "emit", "a launcher cannot pass a value of type %s", type);
}

/* A parameter as the functions of the launcher have it. */
static const char *launcher_parameter(struct launcher *launcher, enum symbol symbol)
{
    launcher->used[symbol] = true;
    return arena_printf(launcher->job->arena, "%s%s", launcher->of, launcher_symbol(symbol));
}

const char *launcher_memory(const struct launcher *launcher, const struct buffer *buffer)
{
    struct arena *const arena = launcher->job->arena;
    return launcher_makes(buffer) ? arena_printf(arena, "self->%s.memory", buffer->name)
                                  : arena_printf(arena, "%s%s", launcher->of, buffer->name);
}

void launcher_set_call(const struct launcher *launcher, struct value *item, const char *when,
                       const char *verb, const char *what, const struct host_item *arguments,
                       size_t count)
{
    struct job *const job = launcher->job;
    const char *const before =
        arena_printf(job->arena, "%*s%s%s_%s_%s(", (launcher->table ? 8 : 4) + (when ? 4 : 0), "",
                     launcher->table ? "return " : "status = ", launcher->shared, verb, what);
    value_set_text(job, item, "when", when);
    value_set_text(job, item, "what", what);
    host_set_list(job, item, strlen(before), arguments, count);
}

const char *launcher_count(struct launcher *launcher, struct count count)
{
    const struct count known = plan_known(launcher->plan, count);
    if (known.symbol == SYMBOL_NONE)
        return arena_printf(launcher->job->arena, "%lld", known.number);
    return launcher_parameter(launcher, known.symbol);
}

const char *launcher_blocks(struct launcher *launcher, struct count count, long long block,
                            long long factor)
{
    struct arena *arena = launcher->job->arena;
    const struct count known = plan_known(launcher->plan, count);
    if (known.symbol == SYMBOL_NONE) {
        return arena_printf(arena, "%lld", covering(known.number, block) * factor);
    }
    const char *blocks = launcher_count(launcher, count);
    if (block > 1) {
        launcher->uses_blocks = true;
        blocks = arena_printf(arena, "%s_blocks(%s, %lld)", launcher->shared, blocks, block);
    }
    return factor == 1 ? blocks : arena_printf(arena, "%s * %lld", blocks, factor);
}

const char *launcher_round_up(struct launcher *launcher, struct count count, long long multiple)
{
    struct arena *arena = launcher->job->arena;
    const struct count known = plan_known(launcher->plan, count);
    if (known.symbol == SYMBOL_NONE) {
        return arena_printf(arena, "%lld", rounded_up(larger(known.number, 1), multiple));
    }
    launcher->uses_round_up = true;
    return arena_printf(arena, "%s_round_up(%s, %lld)", launcher->shared,
                        launcher_count(launcher, count), multiple);
}

bool launcher_given(const struct launcher *launcher, enum symbol symbol)
{
    return launcher->plan->problem.values[symbol].how == GIVEN_AT_LAUNCH;
}

bool launcher_fixed_at_zero(const struct plan *plan, enum symbol symbol)
{
    const struct setting *setting = &plan->problem.values[symbol];
    return setting->how == FIXED &&
           (symbol_is_scalar(symbol) ? setting->real == 0 : setting->whole == 0);
}

bool launcher_makes(const struct buffer *buffer)
{
    return buffer->role == ROLE_WORKSPACE && !buffer->prepared;
}

bool launcher_makes_some(const struct plan *plan, bool images)
{
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (launcher_makes(&plan->buffers[i]) && !plan->buffers[i].image == !images)
            return true;
    return false;
}

bool launcher_chains(const struct plan *plan)
{
    bool keeps = false;
    for (size_t i = 0; i < plan->buffer_count; i++)
        keeps |= (plan->buffers[i].notes || plan->buffers[i].counters) &&
                 launcher_takes(plan, &plan->buffers[i]);
    return keeps || plan->step_count > 1;
}

bool launcher_step_takes(const struct plan *plan, const struct step *step,
                         const struct buffer *buffer)
{
    for (size_t i = 0; i < step->argument_count; i++) {
        const struct argument *const argument = &step->arguments[i];
        if (argument->kind == ARGUMENT_BUFFER && &plan->buffers[argument->buffer] == buffer)
            return true;
    }
    return false;
}

bool launcher_takes(const struct plan *plan, const struct buffer *buffer)
{
    for (size_t i = 0; i < plan->step_count; i++)
        if (launcher_step_takes(plan, &plan->steps[i], buffer))
            return true;
    return false;
}

static bool counts_by(const struct buffer *buffer, enum symbol symbol)
{
    for (size_t i = 0; i < buffer->extent_count; i++)
        if (buffer->extents[i].n.symbol == symbol || buffer->extents[i].stride.symbol == symbol)
            return true;
    return buffer->offset.symbol == symbol;
}

bool launcher_reads(const struct plan *plan, enum symbol symbol)
{
    if (plan_passing(plan, symbol, NULL))
        return true;
    for (size_t i = 0; i < plan->step_count; i++)
        for (size_t j = 0; j < plan->steps[i].dimension_count; j++)
            if (plan->steps[i].dimensions[j].dim.symbol == symbol)
                return true;
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (counts_by(&plan->buffers[i], symbol) && launcher_takes(plan, &plan->buffers[i]))
            return true;
    return false;
}

size_t launcher_dimensions(const struct plan *plan)
{
    size_t most = 0;
    for (size_t i = 0; i < plan->step_count; i++)
        most = plan->steps[i].dimension_count > most ? plan->steps[i].dimension_count : most;
    return most;
}

const char *launcher_channel(const struct plan *plan)
{
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].image)
            return plan->buffers[i].image->type;
    return NULL;
}

bool launcher_step_needs(const struct step *step, enum symbol symbol)
{
    for (int i = 0; i < NONZERO_LIMIT && step->nonzero[i] != SYMBOL_NONE; i++)
        if (step->nonzero[i] == symbol)
            return true;
    return false;
}

bool launcher_all_steps_need(const struct launcher *launcher, enum symbol symbol)
{
    for (size_t i = 0; i < launcher->plan->step_count; i++)
        if (!launcher_step_needs(&launcher->plan->steps[i], symbol))
            return false;
    return true;
}

const char *launcher_comparison(struct launcher *launcher, enum symbol symbol, const char *operator)
{
    const char *const name = launcher_parameter(launcher, symbol);
    if (symbol_is_scalar(symbol) && launcher->plan->problem.complex)
        return arena_printf(launcher->job->arena, "(%s.s[0] %s 0 %s %s.s[1] %s 0)", name, operator,
                            strcmp(operator, "==") == 0 ? "&&" : "||", name, operator);
    return arena_printf(launcher->job->arena, "%s %s 0", name, operator);
}

size_t launcher_needs(const struct launcher *launcher, const struct step *step,
                      enum symbol *symbols)
{
    size_t count = 0;
    for (int i = 0; i < NONZERO_LIMIT && step->nonzero[i] != SYMBOL_NONE; i++)
        if (launcher_given(launcher, step->nonzero[i]) &&
            !launcher_all_steps_need(launcher, step->nonzero[i]))
            symbols[count++] = step->nonzero[i];
    return count;
}

size_t launcher_all_need(const struct launcher *launcher, enum symbol *symbols)
{
    static const enum symbol all[] = {SYMBOL_M,      SYMBOL_N,     SYMBOL_K,        SYMBOL_ALPHA,
                                      SYMBOL_BETA,   SYMBOL_BATCH, SYMBOL_MATRICES, SYMBOL_ROWS_A,
                                      SYMBOL_ROWS_C, SYMBOL_HEADS};
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (launcher_given(launcher, all[i]) && launcher_all_steps_need(launcher, all[i]))
            symbols[count++] = all[i];
    return count;
}

const char *launcher_condition(struct launcher *launcher, const struct step *step, bool first)
{
    const char *tests = first ? NULL : "status == CL_SUCCESS";
    enum symbol symbols[NONZERO_LIMIT];
    const size_t count = launcher_needs(launcher, step, symbols);
    for (size_t i = 0; i < count; i++)
        tests = arena_join(launcher->job->arena, tests, " && ",
                           launcher_comparison(launcher, symbols[i], "!="));
    return tests;
}
