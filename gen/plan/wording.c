#include "gen/plan/wording.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/epilogue.h"

static const char *power(bool transposed, bool conjugated)
{
    return conjugated ? "^H" : transposed ? "^T" : "";
}

/* "alpha * ", "2 * " or nothing. */
static const char *factor(struct job *job, const struct problem *problem, enum symbol symbol,
                          const char *name)
{
    const struct setting *const setting = &problem->values[symbol];
    if (setting->how == GIVEN_AT_LAUNCH)
        return arena_printf(job->arena, "%s * ", name);
    if (setting->real == 1)
        return "";
    return arena_printf(job->arena, "%s * ", setting->text);
}

/* One operation around a formula, which is a call of one or a `sum`. */
static const char *around(struct job *job, const struct operation *operation, const char *formula,
                          bool sum)
{
    const char *numbers = "";
    if (operation->row->role == ROLE_SCALE)
        return arena_printf(job->arena, sum ? "%s * (%s)" : "%s * %s", operation->operand, formula);
    if (operation->operand)
        return arena_printf(job->arena, "%s + %s", formula, operation->operand);
    for (size_t i = 0; i < operation->row->numbers; i++)
        numbers = arena_printf(job->arena, "%s, %s", numbers, operation->number[i]);
    return arena_printf(job->arena, "%s(%s%s)",
                        operation->expression ? operation->expression->name : operation->row->name,
                        formula, numbers);
}

/* ", expression(value) = value*0.5" of each expression. */
static const char *meanings_of(struct job *job, const struct epilogue *epilogue)
{
    const char *meanings = "";
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct expression *const expression = epilogue->list[i].expression;
        if (expression)
            meanings = arena_printf(job->arena, "%s, %s(value%s%s) = %s", meanings,
                                    expression->name, expression->reads_row ? ", row" : "",
                                    expression->reads_column ? ", column" : "", expression->text);
    }
    return meanings;
}

/* Of a gated product. */
static const char *gated(struct job *job, const struct problem *problem)
{
    const char *const alpha = factor(job, problem, SYMBOL_ALPHA, "alpha");
    const char *const a = power(problem->transpose_a, problem->conjugate_a);
    const char *const b = power(problem->transpose_b, problem->conjugate_b);
    return arena_printf(job->arena, "C = %s(%sA%s * B%s) * (%sA%s * D%s), element by element",
                        problem->gate->count ? problem->gate->text : "", alpha, a, b, alpha, a, b);
}

const char *plan_formula(struct job *job, const struct plan *plan)
{
    const struct problem *problem = &plan->problem;
    if (problem->attends)
        return arena_printf(job->arena, "O = softmax(%sQ * K^T%s) * V for each head%s",
                            factor(job, problem, SYMBOL_ALPHA, "alpha"),
                            problem->mask ? " + mask" : "", problem->causal ? ", causal" : "");
    if (problem->gate)
        return gated(job, problem);
    const struct setting *beta = &problem->values[SYMBOL_BETA];
    const char *sum = "";
    if (beta->how == GIVEN_AT_LAUNCH || beta->real != 0)
        sum = arena_printf(job->arena, " + %sC", factor(job, problem, SYMBOL_BETA, "beta"));
    const char *formula =
        arena_printf(job->arena, "%sA%s * B%s%s", factor(job, problem, SYMBOL_ALPHA, "alpha"),
                     power(problem->transpose_a, problem->conjugate_a),
                     power(problem->transpose_b, problem->conjugate_b), sum);
    for (size_t i = 0; i < problem->epilogue->count; i++)
        formula = around(job, &problem->epilogue->list[i], formula,
                         i == 0 || problem->epilogue->list[i - 1].operand);
    return arena_printf(job->arena, "C %s %s%s%s", problem->adds ? "+=" : "=", formula,
                        meanings_of(job, problem->epilogue),
                        problem->batch == BATCH_NONE ? "" : ", batched");
}

const char *plan_types(struct job *job, const struct plan *plan)
{
    const char *const *const types = plan->problem.types;
    if (strcmp(types[0], types[1]) == 0 && strcmp(types[0], types[2]) == 0)
        return types[0];
    return arena_printf(job->arena,
                        plan->problem.attends ? "Q %s, K and V %s, O %s" : "A %s, B %s, C %s",
                        types[0], types[1], types[2]);
}

/* The extent that the elements of a matrix lie side by side along. */
static struct count contiguous_extent(const struct plan *plan, enum symbol leading_dimension)
{
    const enum role role = leading_dimension == SYMBOL_LDA   ? ROLE_A
                           : leading_dimension == SYMBOL_LDB ? ROLE_B
                           : leading_dimension == SYMBOL_LDD ? ROLE_D
                                                             : ROLE_C;
    const struct buffer *const buffer = plan_buffer_of(plan, role);
    return buffer ? buffer_lines(buffer)[1].n : (struct count){.symbol = SYMBOL_NONE};
}

struct count plan_known(const struct plan *plan, struct count count)
{
    if (count.symbol == SYMBOL_NONE)
        return count;
    const struct setting *setting = &plan->problem.values[count.symbol];
    switch (setting->how) {
    case GIVEN_AT_LAUNCH:
        return count;
    case FIXED:
        return (struct count){.symbol = SYMBOL_NONE, .number = setting->whole};
    case TIGHT:
        return plan_known(plan, contiguous_extent(plan, count.symbol));
    }
    return count;
}

long long plan_image_row(const struct buffer *image)
{
    /* Both are powers of two beside small factors. */
    const long long pitch = image->image->pitch_bytes / image->element_bytes * image->covers;
    long long multiple = image->extents[1].rounded_to;
    while (pitch > 0 && multiple % pitch != 0)
        multiple *= 2;
    return multiple;
}

struct count plan_least(const struct plan *plan, enum symbol symbol)
{
    const bool leading = (symbol >= SYMBOL_LDA && symbol <= SYMBOL_LDC) ||
                         (symbol >= SYMBOL_LDR && symbol <= SYMBOL_LDD);
    if (leading && plan->problem.values[symbol].how == GIVEN_AT_LAUNCH)
        return plan_known(plan, contiguous_extent(plan, symbol));
    return plan_known(plan, (struct count){.symbol = symbol});
}

static unsigned narrowing_of(enum size_rule rule)
{
    return rule == SIZES_EXACT || rule == SIZES_SHIFT ? NARROW_EDGES
           : rule == SIZE_IN_IMAGES                   ? NARROW_IMAGES
           : rule == INDEX_WIDTH                      ? NARROW_INDEX
                                                      : 0;
}

const char *plan_narrowed(struct job *job, const struct plan *plan, unsigned kinds)
{
    const char *list = NULL;
    for (enum symbol size = SYMBOL_M; size <= SYMBOL_K && kinds & NARROW_FIXED; size++) {
        const struct setting *const setting = &plan->problem.values[size];
        /* The elements of a head are as they were asked for. */
        if (setting->how == FIXED && !(plan->problem.attends && size == SYMBOL_N))
            list = arena_join(job->arena, list, ", ",
                              arena_printf(job->arena, "%s must be %lld", symbol_in_kernel(size),
                                           setting->whole));
    }
    for (size_t i = 0; i < plan->constraint_count; i++)
        if (narrowing_of(plan->constraints[i].rule) & kinds)
            list = arena_join(job->arena, list, ", ", plan->constraints[i].sentence);
    return list;
}

const char *plan_device(struct job *job, const struct plan *plan)
{
    const struct requirement *const needs = &plan->requirement;
    const char *const type = needs->device_type ? needs->device_type : "device";
    if (!needs->device_type && !needs->vendor)
        return NULL;
    return arena_printf(job->arena, "a %s%s%s",
                        strcmp(type, "gpu") == 0   ? "GPU"
                        : strcmp(type, "cpu") == 0 ? "CPU"
                                                   : c_comment(job, type),
                        needs->vendor ? " of " : "",
                        needs->vendor ? c_comment(job, needs->vendor) : "");
}
