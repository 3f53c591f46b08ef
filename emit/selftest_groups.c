/*
 * What a self-test has of groups: lists, and which rows, columns or parts of K each is of.
 */
#include "emit/selftest.h"

size_t selftest_list(const struct plan *plan, enum role role)
{
    size_t before = 0;
    for (enum role other = ROLE_OFFSETS; other < role; other++)
        before += plan_buffer_of(plan, other) != NULL;
    return before;
}

void selftest_view_groups(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct problem *const problem = &test->plan->problem;
    const bool deals = problem->batch == BATCH_GROUPS;
    const enum symbol axis = problem->ragged;
    const bool of_k = deals && axis == SYMBOL_K;
    value_set_bool(job, view, "deals", deals);
    value_set_bool(job, view, "shares", problem_shares_c(problem));
    value_set_bool(job, view, "of_k", of_k);
    value_set_bool(job, view, "again", problem->batch != BATCH_NONE && !deals);
    value_set_bool(job, view, "experts", problem->experts);
    value_set_bool(job, view, "gathers", problem->gathers);
    value_set_bool(job, view, "scatters", problem->scatters);
    value_set_bool(job, view, "adds", problem->adds);
    value_set_text(job, view, "from_k", of_k ? "begin" : "0");
    value_set_text(job, view, "to_k", of_k ? "end" : "t->K");
    if (!deals)
        return;
    struct value *const lists = value_set_list(job, view, "lists");
    value_set_text(job, view, "axis", axis == SYMBOL_M ? "row" : axis == SYMBOL_N ? "column" : "k");
    value_set_text(job, view, "all", selftest_symbol(test, axis));
    selftest_symbol(test, SYMBOL_BATCH);
    for (enum role role = ROLE_OFFSETS; role <= ROLE_INDEX_C; role++)
        if (plan_buffer_of(test->plan, role))
            value_set_text(job, value_add(lists, value_object(job)), "name",
                           plan_buffer_of(test->plan, role)->name);
    value_set_integer(job, view, "list_count", (long long)lists->count);
    if (problem->experts)
        selftest_symbol(test, SYMBOL_MATRICES);
    if (problem->gathers)
        selftest_symbol(test, SYMBOL_ROWS_A);
    if (problem->scatters)
        selftest_symbol(test, SYMBOL_ROWS_C);
}
