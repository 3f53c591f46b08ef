/*
 * Where a kernel finds its member of a batch.
 */
#include "gen/view/steps.h"

/* How many members there are: the name of the argument, or the number. */
static struct value *member_count(struct job *job, const struct kernel *kernel)
{
    const struct setting *const count = &kernel->problem.values[SYMBOL_BATCH];
    return count->how == GIVEN_AT_LAUNCH ? value_text(job, symbol_in_kernel(SYMBOL_BATCH))
                                         : value_integer(job, count->whole);
}

struct value *view_add_members(struct job *job, const struct kernel *kernel, bool multiplies,
                               struct value *view)
{
    if (kernel->problem.batch == BATCH_NONE) {
        value_set_bool(job, view, "members", false);
        return NULL;
    }
    struct value *const members = value_set_object(job, view, "members");
    const struct setting *const count = &kernel->problem.values[SYMBOL_BATCH];
    value_set_unless(job, members, "parts_of_member", multiplies ? kernel->split_k : 1, 1);
    const bool partial = multiplies && kernel->members > 1 &&
                         (count->how != FIXED || count->whole % kernel->members != 0);
    if (partial)
        value_set(value_set_object(job, members, "side_by_side"), "count",
                  member_count(job, kernel));
    else
        value_set_bool(job, members, "side_by_side", false);
    return value_set_list(job, members, "moves");
}

/* Whether members of an operand begin at different elements. */
static bool moves(const struct kernel *kernel, const struct operand *operand)
{
    const struct setting *const stride = &kernel->problem.values[operand->stride];
    return kernel->problem.batch == BATCH_OFFSETS || stride->how != FIXED || stride->whole != 0;
}

/* Members `start`, `list` and `stride` of an operand as the caller has it: where a member of it begins. */
static void add_start_of_caller(struct job *job, const struct kernel *kernel,
                                const struct operand *operand, struct value *move)
{
    const struct setting *const stride = &kernel->problem.values[operand->stride];
    const bool listed = kernel->problem.batch == BATCH_OFFSETS;
    value_set_text(job, move, "start", listed ? "start/listed" : "start/strided");
    value_set_text(job, move, "list",
                   listed ? arena_printf(job->arena, "offsets_%c", operand_letter(operand)) : NULL);
    value_set_text(job, move, "stride",
                   listed                 ? NULL
                   : stride->how == FIXED ? arena_printf(job->arena, "%lld", stride->whole)
                                          : symbol_in_kernel(operand->stride));
}

void view_add_member_start(struct job *job, const struct kernel *kernel,
                           const struct operand *operand, const struct buffer *buffer,
                           const char *ld, struct value *list)
{
    const bool own = buffer->role != ROLE_WORKSPACE;
    if (!list || (own && !moves(kernel, operand)))
        return;
    const struct extent *const lines = buffer_lines(buffer);
    const bool in_parts = buffer->extent_count > 3;
    struct value *move = view_add_pointers(job, operand, buffer->name, buffer->covers, list);
    for (struct value *each = move; each; each = each->next)
        value_set_unless(job, each, "parts_of_member", in_parts ? lines[-1].n.number : 1, 1);
    for (; own && move; move = move->next)
        add_start_of_caller(job, kernel, operand, move);
    if (own)
        return;
    value_set_bool(job, move, "list", false);
    value_set_bool(job, move, "stride", false);
    value_set_text(job, move, "start", "start/in_workspace");
    value_set_text(job, move, "ld", ld);
    view_set_extent(job, move, view_extent(job, kernel, lines->n.symbol, lines->rounded_to));
}

void view_add_residual_starts(struct job *job, const struct kernel *kernel, const struct plan *plan,
                              struct value *list)
{
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role == ROLE_RESIDUAL)
            view_add_member_start(job, kernel, &kernel->c, &plan->buffers[i], NULL, list);
}

/* An item of the head's list: where the members of an operand begin, which lies as one of A, B and C does. */
static void add_start(struct job *job, const struct kernel *kernel, const struct operand *operand,
                      const char *name, struct value *list)
{
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "name", name);
    add_start_of_caller(job, kernel, operand, item);
    value_set_bool(job, item, "moves", moves(kernel, operand));
}

void view_add_batch(struct job *job, const struct kernel *kernel, struct value *head)
{
    const struct problem *const problem = &kernel->problem;
    if (problem->batch == BATCH_NONE) {
        value_set_bool(job, head, "batch", false);
        return;
    }
    struct value *const batch = value_set_object(job, head, "batch");
    value_set(batch, "count", member_count(job, kernel));
    value_set_integer(job, batch, "most", PLAN_MOST_MEMBERS * kernel->members);
    value_set_unless(job, batch, "members_of_group", kernel->members, 1);
    value_set_unless(job, batch, "parts_of_member", kernel->split_k, 1);
    struct value *const starts = value_set_list(job, batch, "starts");
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = kernel_operand(kernel, role);
        add_start(job, kernel, operand, operand->name, starts);
    }
    for (size_t i = 0; i < problem->epilogue->count; i++)
        if (problem->epilogue->list[i].reads == READS_MATRIX)
            add_start(job, kernel, &kernel->c, problem->epilogue->list[i].operand, starts);
    value_mark_ends(job, starts);
}
