/*
 * The sizes that a kernel serves, as tests of m, n and k.
 */
#include "emit/serves.h"

#include <stdint.h>

#include "emit/dispatch.h"
#include "gen/plan/wording.h"

enum test {
    TEST_MULTIPLE_OF,
    TEST_AT_LEAST,
    TEST_AT_MOST,
    TEST_EQUAL,
    TEST_PRODUCT /* at most */
};

/* What a kernel wants of one of m, n and k, or of two. */
struct condition {
    enum symbol size;
    enum test test;
    long long number;
    enum symbol other; /* TEST_PRODUCT: the second factor */
};

enum {
    MOST_CONDITIONS = 32
};

/* A constraint on sizes alone: on one of them by a number, or on two whose product has an upper
 * bound. There a leading dimension counts as the least that it can be; all else that is asked of
 * these is for the launch to test. */
static bool condition_of(const struct plan *plan, const struct constraint *constraint,
                         struct condition *condition)
{
    const bool at_most = constraint->operator== AT_MOST;
    enum symbol sizes[2] = {SYMBOL_NONE, SYMBOL_NONE};
    int count = 0;
    long long factor = 1;
    for (int i = 0; i < 2 && constraint->left[i] != SYMBOL_NONE; i++) {
        const enum symbol symbol = constraint->left[i];
        const struct count left =
            at_most ? plan_least(plan, symbol) : plan_known(plan, (struct count){.symbol = symbol});
        if (left.symbol == SYMBOL_NONE)
            factor *= left.number;
        else if (left.symbol <= SYMBOL_K)
            sizes[count++] = left.symbol;
        else
            return false;
    }
    if (count == 0 || factor == 0)
        return false;
    *condition = (struct condition){sizes[0],
                                    count == 2                           ? TEST_PRODUCT
                                    : constraint->operator== MULTIPLE_OF ? TEST_MULTIPLE_OF
                                    : constraint->operator== AT_LEAST    ? TEST_AT_LEAST
                                                                         : TEST_AT_MOST,
                                    constraint->right / factor, sizes[1]};
    return true;
}

/* Whether one of the conditions says as much already: sizes have limits, and so have the leading
 * dimensions that are as large at least. */
static bool is_implied(const struct condition *conditions, size_t count,
                       const struct condition *condition)
{
    for (size_t i = 0; i < count; i++)
        if (conditions[i].size == condition->size && conditions[i].test == TEST_AT_MOST &&
            condition->test == TEST_AT_MOST && conditions[i].number <= condition->number)
            return true;
    return false;
}

static size_t list_conditions(const struct plan *plan, struct condition *conditions)
{
    size_t count = 0;
    for (enum symbol size = SYMBOL_M; size <= SYMBOL_K; size++)
        if (plan->problem.values[size].how == FIXED)
            conditions[count++] =
                (struct condition){size, TEST_EQUAL, plan->problem.values[size].whole, SYMBOL_NONE};
    for (size_t i = 0; i < plan->constraint_count && count < MOST_CONDITIONS; i++)
        if (condition_of(plan, &plan->constraints[i], &conditions[count]) &&
            !is_implied(conditions, count, &conditions[count]))
            count++;
    return count;
}

static bool holds(const struct condition *condition, const long long *sizes)
{
    const long long size = sizes[condition->size - SYMBOL_M];
    switch (condition->test) {
    case TEST_MULTIPLE_OF:
        return size % condition->number == 0;
    case TEST_AT_LEAST:
        return size >= condition->number;
    case TEST_AT_MOST:
        return size <= condition->number;
    case TEST_EQUAL:
        return size == condition->number;
    case TEST_PRODUCT: /* divided, not multiplied: no sizes overflow it */
        return size < 1 || sizes[condition->other - SYMBOL_M] <= condition->number / size;
    }
    return false;
}

static const char *condition_text(struct job *job, const struct condition *condition)
{
    static const char *const forms[] = {[TEST_MULTIPLE_OF] = "%s %% %lld == 0",
                                        [TEST_AT_LEAST] = "%s >= %lld",
                                        [TEST_AT_MOST] = "%s <= %lld",
                                        [TEST_EQUAL] = "%s == %lld"};
    const char *const size = symbol_name(condition->size);
    if (condition->test == TEST_PRODUCT)
        return arena_printf(job->arena, "(%s < 1 || %s <= %lld / %s)", size,
                            symbol_name(condition->other), condition->number, size);
    return arena_printf(job->arena, forms[condition->test], size, condition->number);
}

/* The first condition that sizes do not hold; false: they hold all, or the kernel cannot be made. */
static bool find_unheld(const struct plan *plan, const long long *sizes,
                        struct condition *condition)
{
    struct condition conditions[MOST_CONDITIONS];
    const size_t count = plan ? list_conditions(plan, conditions) : 0;
    for (size_t i = 0; i < count; i++)
        if (!holds(&conditions[i], sizes)) {
            *condition = conditions[i];
            return true;
        }
    return false;
}

const char *const *serves_conditions(struct job *job, const struct plan *plan)
{
    struct condition conditions[MOST_CONDITIONS];
    const size_t count = list_conditions(plan, conditions);
    const char **const texts = arena_array(job->arena, count + 1, sizeof *texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = condition_text(job, &conditions[i]);
    return texts;
}

const char *serves_unheld(struct job *job, const struct plan *plan, const long long *sizes)
{
    struct condition unheld;
    return find_unheld(plan, sizes, &unheld) ? condition_text(job, &unheld) : NULL;
}

size_t dispatch_unserved(struct job *job, const struct dispatch *dispatch, const char **wants)
{
    struct condition condition = {.size = SYMBOL_M};
    for (size_t i = dispatch->shape_count; i-- > 0;) {
        const struct dispatch_shape *const shape = &dispatch->shapes[i];
        if (!find_unheld(dispatch->plans[shape->kernel], shape->sizes, &condition))
            return SIZE_MAX;
    }
    if (dispatch->shape_count == 0)
        return SIZE_MAX;
    *wants = condition_text(job, &condition);
    return 0;
}

bool dispatch_serves(const struct dispatch *dispatch, size_t kernel, const long long *sizes)
{
    struct condition unheld;
    return !find_unheld(dispatch->plans[kernel], sizes, &unheld);
}
