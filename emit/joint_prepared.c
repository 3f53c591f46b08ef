/*
 * Operands that one kernel of a dispatch prepares for all of them.
 */
#include "emit/joint.h"

#include <string.h>

/* "panels of 24, in blocks of 256 along K", "multiples of 64 x 32". */
static const char *form_of(struct job *job, const struct buffer *prepared)
{
    const struct extent *const sides = buffer_lines(prepared);
    const char *const rounded = arena_printf(job->arena, "multiples of %lld x %lld",
                                             sides[0].rounded_to, sides[1].rounded_to);
    if (prepared->panel == 0)
        return rounded;
    const char *const reader =
        prepared->reader ? arena_printf(job->arena, " for %s", prepared->reader) : "";
    return arena_printf(job->arena, "panels of %lld, in blocks of %lld along K%s, %s",
                        prepared->panel, prepared->block, reader, rounded);
}

static bool same_form(const struct buffer *a, const struct buffer *b)
{
    bool same = strcmp(a->name, b->name) == 0 && strcmp(a->element_type, b->element_type) == 0 &&
                a->covers == b->covers && a->extent_count == b->extent_count &&
                a->panel == b->panel && a->block == b->block && !a->reader == !b->reader &&
                (!a->reader || strcmp(a->reader, b->reader) == 0);
    for (size_t i = 0; i < a->extent_count && same; i++)
        same = a->extents[i].n.symbol == b->extents[i].n.symbol &&
               a->extents[i].rounded_to == b->extents[i].rounded_to;
    return same;
}

bool dispatch_prepares_alike(const struct plan *one, const struct plan *other)
{
    for (enum role operand = ROLE_A; operand <= ROLE_B; operand++) {
        const struct buffer *const first = launcher_prepared(one, operand);
        const struct buffer *const second = launcher_prepared(other, operand);
        if (!first != !second || (first && !same_form(first, second)))
            return false;
    }
    return true;
}

/* The memory of an operand that is prepared serves all kernels. */
static void check_prepared(struct job *job, const struct dispatch *dispatch, enum role operand)
{
    const struct buffer *const first = launcher_prepared(dispatch->plans[0], operand);
    for (size_t i = 1; i < dispatch->kernel_count && first; i++) {
        const struct buffer *const other = launcher_prepared(dispatch->plans[i], operand);
        if (!same_form(first, other))
            job_fail(job, CLGEMM_REFUSED, "prepared",
                     "kernel %s multiplies %s (%s) and kernel %s multiplies %s (%s), and what is "
                     "prepared once serves every kernel of a dispatch; ask --prepared none, or a "
                     "profile whose kernels read one form",
                     dispatch->plans[0]->name, first->name, form_of(job, first),
                     dispatch->plans[i]->name, other->name, form_of(job, other));
    }
}

/* One kernel prepares for all of them: the first one. */
static void view_prepared(struct job *job, const struct dispatch *dispatch,
                          const struct buffer *prepared, struct value *item)
{
    const enum role operand = prepared->operand;
    const struct joint_parameters sizes = joint_all(job, dispatch, JOINT_PREPARED_BYTES, operand);
    const struct joint_parameters all = joint_all(job, dispatch, JOINT_PREPARE, operand);
    const struct joint_parameters own = joint_own(job, dispatch, 0, JOINT_PREPARE, operand);
    const struct joint_parameters own_sizes =
        joint_own(job, dispatch, 0, JOINT_PREPARED_BYTES, operand);
    if (own.count != all.count || own_sizes.count != sizes.count)
        job_fail(job, CLGEMM_REFUSED, "fixed",
                 "kernel %s fixes a size of %s, and what is prepared once serves every kernel of a "
                 "dispatch; ask --prepared none, or a profile whose kernels are for any sizes",
                 dispatch->plans[0]->name, launcher_operand(prepared));
    joint_view_head(job, value_set_object(job, item, "function"), dispatch, &all);
}

void joint_view_prepared(struct job *job, const struct dispatch *dispatch, struct value *view)
{
    struct value *const list = value_set_list(job, view, "prepared");
    for (enum role operand = ROLE_A; operand <= ROLE_B; operand++) {
        const struct buffer *const prepared = launcher_prepared(dispatch->plans[0], operand);
        if (!prepared)
            continue;
        check_prepared(job, dispatch, operand);
        view_prepared(job, dispatch, prepared, value_add(list, value_object(job)));
    }
    value_set_bool(job, view, "prepares", list->count > 0);
}
