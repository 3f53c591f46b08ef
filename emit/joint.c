/*
 * The parameters of a dispatch's functions: what those of its kernels take.
 */
#include "emit/joint.h"

#include <string.h>

struct joint_parameters joint_own(struct job *job, const struct dispatch *dispatch, size_t kernel,
                                  enum joint_function function, enum role operand)
{
    const struct plan *const plan = dispatch->plans[kernel];
    const struct buffer *const prepared =
        function == JOINT_ENQUEUE ? NULL : launcher_prepared(plan, operand);
    struct joint_parameters own;
    own.count = function == JOINT_PREPARED_BYTES
                    ? launcher_bytes_parameters(job, plan, prepared, own.list)
                    : launcher_parameters(job, plan, prepared, own.list);
    return own;
}

size_t joint_place(const struct joint_parameters *parameters, const char *name)
{
    size_t i = 0;
    while (i < parameters->count && strcmp(parameters->list[i].name, name) != 0)
        i++;
    return i;
}

/* All have the same order. */
void joint_add(struct joint_parameters *all, const struct joint_parameters *own)
{
    size_t next = 0;
    for (size_t i = 0; i < own->count; i++) {
        size_t place = joint_place(all, own->list[i].name);
        if (place == all->count) {
            place = next;
            memmove(&all->list[place + 1], &all->list[place],
                    (all->count++ - place) * sizeof *all->list);
            all->list[place] = own->list[i];
        }
        if (!all->list[place].meaning)
            all->list[place].meaning = own->list[i].meaning;
        next = place + 1;
    }
}

struct joint_parameters joint_all(struct job *job, const struct dispatch *dispatch,
                                  enum joint_function function, enum role operand)
{
    struct joint_parameters all = {.count = 0};
    for (enum symbol size = SYMBOL_M; size <= SYMBOL_K && function == JOINT_ENQUEUE; size++)
        all.list[all.count++] = (struct launcher_parameter){
            .symbol = size, .type = "size_t", .name = launcher_symbol(size)};
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const struct joint_parameters own = joint_own(job, dispatch, i, function, operand);
        joint_add(&all, &own);
    }
    return all;
}

void joint_check(struct job *job, const struct dispatch *dispatch,
                 const struct joint_parameters *all)
{
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const struct joint_parameters own = joint_own(job, dispatch, i, JOINT_ENQUEUE, ROLE_C);
        for (size_t j = 0; j < all->count; j++) {
            const struct launcher_parameter *const wanted = &all->list[j];
            const size_t place = joint_place(&own, wanted->name);
            const bool size = !wanted->buffer && !symbol_is_scalar(wanted->symbol);
            if (place < own.count ? strcmp(own.list[place].type, wanted->type) == 0 : size)
                continue;
            job_fail(job, CLGEMM_REFUSED, "emit",
                     "the launchers of kernel %s and of the others of the dispatch differ in the "
                     "argument %s, and one function calls them all; ask --emit without launcher",
                     dispatch->plans[i]->name, wanted->name);
        }
    }
}

void joint_view_head(struct job *job, struct value *function, const struct dispatch *dispatch,
                     const struct joint_parameters *all)
{
    struct value *const assigned = value_set_list(job, function, "assigned");
    launcher_view_head(job, function, dispatch->name, all->list, all->count);
    for (size_t i = 0; i < all->count; i++)
        value_set_text(job, value_add(assigned, value_object(job)), "parameter", all->list[i].name);
}

struct plan joint_plan(const struct dispatch *dispatch)
{
    struct plan plan = *dispatch->plans[0];
    plan.name = plan.stem = dispatch->name;
    for (size_t i = 1; i < dispatch->kernel_count; i++)
        for (enum symbol symbol = SYMBOL_M; symbol < SYMBOL_COUNT; symbol++) {
            struct setting *const one = &plan.problem.values[symbol];
            const struct setting *const other = &dispatch->plans[i]->problem.values[symbol];
            if (one->how != other->how || (one->how == FIXED && one->whole != other->whole))
                one->how = GIVEN_AT_LAUNCH;
        }
    return plan;
}
