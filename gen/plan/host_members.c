/*
 * Which member of a batch an operand has in a host's launch, as data that a runner can count, and what it tries for that.
 */
#include "gen/plan/internal.h"

#include <string.h>

#include "gen/base/value.h"
#include "gen/request/interface.h"
#include "gen/request/sum.h"

const struct summand *plan_host_terms(struct job *job, const struct sum *sum)
{
    struct summand *const terms = arena_array(job->arena, sum->count + 1, sizeof *terms);
    memcpy(terms, sum->terms, sum->count * sizeof *terms);
    return terms;
}

/* The name that the manifest has for an argument; a name of none stands for itself: "member". */
static const char *name_in_manifest(const struct host *host, const char *name)
{
    const struct host_argument *const found =
        host ? interface_argument(host->interface, name) : NULL;
    return found ? host->arguments[found - host->interface->arguments].name : name;
}

struct value *plan_host_formula(struct job *job, const struct host *host,
                                const struct formula *formula)
{
    switch (formula->kind) {
    case FORMULA_NUMBER:
        return value_integer(job, formula->number);
    case FORMULA_NAME:
        return value_text(job, name_in_manifest(host, formula->text));
    case FORMULA_CAST:
        return plan_host_formula(job, host, formula->left);
    case FORMULA_UNARY:
    case FORMULA_BINARY:
    case FORMULA_CALL:
    case FORMULA_ELEMENT:
        break;
    }
    struct value *const list = value_list(job);
    if (formula->kind == FORMULA_ELEMENT) {
        value_add(list, value_text(job, "[]"));
        value_add(list, value_text(job, name_in_manifest(host, formula->text)));
        value_add(list, plan_host_formula(job, host, formula->left));
        return list;
    }
    value_add(list, value_text(job, formula->text));
    value_add(list, plan_host_formula(job, host, formula->left));
    if (formula->right)
        value_add(list, plan_host_formula(job, host, formula->right));
    return list;
}

/* The member that begins at an element. */
static struct value *member_that_begins(struct job *job, const struct host *host,
                                        const struct formula *begin, enum symbol stride)
{
    struct value *const list = value_list(job);
    value_add(list, value_text(job, "/"));
    value_add(list, plan_host_formula(job, host, begin));
    value_add(list, value_text(job, symbol_name(stride)));
    return list;
}

const struct value *plan_host_members(struct job *job, const struct host *host)
{
    static const char *const names[] = {"member_a", "member_b", "member_c"};
    struct value *const members = value_object(job);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const enum symbol stride = (enum symbol)(SYMBOL_STRIDE_A + i);
        const struct formula *const begin = interface_begin(host->interface, stride);
        const struct formula *const where =
            begin ? begin : interface_where(host->interface, names[i]);
        if (where && formula_is_counted(where))
            value_set(members, names[i] + strlen("member_"),
                      begin ? member_that_begins(job, host, begin, stride)
                            : plan_host_formula(job, host, where));
    }
    return members;
}

void plan_host_trials(struct job *job, struct host *host)
{
    const struct interface *const interface = host->interface;
    struct tried *const trials = arena_array(job->arena, interface->trial_count, sizeof *trials);
    for (size_t i = 0; i < interface->trial_count; i++) {
        const struct host_trial *const from = &interface->trials[i];
        const struct summand **const sums =
            arena_array(job->arena, from->value_count, sizeof *sums);
        struct sum sum;
        for (size_t j = 0; j < from->value_count; j++)
            if (sum_of_symbols(from->values[j], &sum))
                sums[j] = plan_host_terms(job, &sum);
        trials[i] =
            (struct tried){name_in_manifest(host, from->argument->name), sums, from->value_count};
    }
    host->trials = trials;
    host->trial_count = interface->trial_count;
}
