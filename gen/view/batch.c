/*
 * Where a kernel finds its member of a batch.
 */

#include "gen/view/host.h"
#include "gen/view/steps.h"

/* How many members there are: the name of the argument, or the number. */
static struct value *member_count(struct job *job, const struct kernel *kernel)
{
    const struct setting *const count = &kernel->problem.values[SYMBOL_BATCH];
    return count->how == GIVEN_AT_LAUNCH ? value_text(job, symbol_in_kernel(SYMBOL_BATCH))
                                         : value_integer(job, count->whole);
}

const struct term *view_group_of_batch(struct job *job, const struct kernel *kernel)
{
    return view_id(job, kernel, "get_global_id", 2);
}

struct value *view_add_members(struct job *job, const struct kernel *kernel, bool multiplies,
                               struct value *view)
{
    struct value *const moves = value_set_list(job, view, "moves");
    struct value *const members =
        value_set_object_if(job, view, "members", kernel->problem.batch != BATCH_NONE);
    if (!members)
        return NULL;
    const struct setting *const count = &kernel->problem.values[SYMBOL_BATCH];
    const bool group = multiplies && problem_shares_c(&kernel->problem);
    value_set_term(
        job, members, "number",
        group ? view_matrix_of_group(job, kernel)
              : term_over(job, view_group_of_batch(job, kernel), multiplies ? kernel->split_k : 1));
    view_add_members_of_operands(job, kernel, members);
    value_set_unless(job, members, "parts_of_member", multiplies ? kernel->split_k : 1, 1);
    const bool partial = multiplies && kernel->members > 1 &&
                         (count->how != FIXED || count->whole % kernel->members != 0);
    struct value *const object = value_set_object_if(job, members, "side_by_side", partial);
    if (object)
        value_set(object, "count", member_count(job, kernel));
    return moves;
}

/* Whether members of an operand begin at different elements. */
static bool members_differ(const struct kernel *kernel, const struct operand *operand)
{
    const struct setting *const stride = &kernel->problem.values[operand->stride];
    return kernel->problem.batch == BATCH_OFFSETS || stride->how != FIXED || stride->whole != 0;
}

/* Finds where a member of an operand as the caller has it begins, in elements: "member * stride_a", "offsets_a[member]". */
static const struct term *start_of_caller(struct job *job, const struct kernel *kernel,
                                          const struct operand *operand, const struct term *number)
{
    const struct setting *const stride = &kernel->problem.values[operand->stride];
    if (!members_differ(kernel, operand))
        return term_number(job, 0);
    if (view_has_begin(kernel, operand))
        return term_name(job, view_member_of(job, kernel, operand));
    if (kernel->problem.batch == BATCH_OFFSETS)
        return term_at(
            job, term_name(job, arena_printf(job->arena, "offsets_%c", operand_letter(operand))),
            number);
    return term_mul(job, number,
                    stride->how == FIXED ? term_number(job, stride->whole)
                                         : term_name(job, symbol_in_kernel(operand->stride)));
}

const struct term *view_members_apart(struct job *job, const struct kernel *kernel,
                                      const struct operand *operand)
{
    const struct setting *const stride = &kernel->problem.values[operand->stride];
    if (in_workspace(operand))
        return view_lines(
            job, kernel,
            view_extent(job, kernel, operand->form.axes.lines, operand->form.multiple.height),
            symbol_in_kernel(operand->ld));
    return stride->how == FIXED ? term_number(job, stride->whole)
                                : term_name(job, symbol_in_kernel(operand->stride));
}

/* Finds the same of a workspace, which has `ld` elements a line: "member * M * stride". */
static const struct term *start_in_workspace(struct job *job, const struct kernel *kernel,
                                             const struct buffer *buffer, const char *ld)
{
    const struct extent *const lines = buffer_lines(buffer);
    const long long parts = buffer->extent_count > 3 ? lines[-1].n.number : 1;
    const struct term *const first = term_times(job, term_name(job, "member"), parts);
    return term_mul(
        job, term_mul(job, first, view_extent(job, kernel, lines->n.symbol, lines->rounded_to)),
        term_name(job, ld));
}

void view_add_member_start(struct job *job, const struct kernel *kernel,
                           const struct operand *operand, const struct buffer *buffer,
                           const char *ld, struct value *list)
{
    const bool own = buffer->role != ROLE_WORKSPACE;
    if (list && kernel->problem.batch == BATCH_GROUPS &&
        !problem_has_stride(&kernel->problem, operand->role)) {
        view_add_group_start(job, kernel, operand, buffer->name, ld, buffer->covers, list);
        return;
    }
    if (!list || (own && !members_differ(kernel, operand)))
        return;
    view_add_pointers(job, operand, buffer->name, buffer->covers,
                      own ? start_of_caller(job, kernel, operand,
                                            term_name(job, view_member_of(job, kernel, operand)))
                          : start_in_workspace(job, kernel, buffer, ld),
                      list);
}

void view_add_epilogue_starts(struct job *job, const struct kernel *kernel, const struct plan *plan,
                              struct value *list)
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    const enum reads in_parts = problem_is_ragged(&kernel->problem, SYMBOL_M)   ? READS_PER_ROW
                                : problem_is_ragged(&kernel->problem, SYMBOL_N) ? READS_PER_COLUMN
                                                                                : READS_NOTHING;
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        if (operation->reads == READS_MATRIX)
            view_add_member_start(job, kernel, &kernel->c, plan_buffer(plan, operation->operand),
                                  symbol_in_kernel(operation->symbol), list);
        else if (operation->reads == in_parts && operation_has_buffer(operation))
            view_add_pointer(job, list, operation->operand, term_name(job, "first_of_group"), 1);
        else if (operation->many)
            view_add_pointer(
                job, list, operation->operand,
                term_mul(job, term_name(job, "member"), view_extent(job, kernel, SYMBOL_N, 1)), 1);
    }
}

/* An item of the head's list: where the members of an operand begin, which lies as one of A, B and C does. */
static void add_start(struct job *job, const struct kernel *kernel, const struct operand *operand,
                      const char *name, struct value *list)
{
    struct value *const item = value_add(list, value_object(job));
    const char *const member = view_has_own_member(job, kernel, operand)
                                   ? view_member_of(job, kernel, operand)
                                   : "i"; /* the head speaks of member i */
    value_set_text(job, item, "name", name);
    value_set_term(job, item, "begins",
                   start_of_caller(job, kernel, operand, term_name(job, member)));
}

static void add_groups(struct job *job, const struct kernel *kernel, struct value *groups)
{
    value_set(groups, "count", member_count(job, kernel));
    const struct term *const i = term_name(job, "i");
    const bool rows = problem_is_ragged(&kernel->problem, SYMBOL_M);
    value_set_text(job, groups, "lines", rows ? "rows" : "columns");
    value_set_text(job, groups, "common", rows ? "A" : "B");
    value_set_text(job, groups, "own", rows ? "B" : "A");
    value_set_text(job, groups, "second_own", kernel->problem.gate ? kernel->d.name : NULL);
    value_set_text(job, groups, "size", symbol_in_kernel(kernel->problem.ragged));
    value_set_term(
        job, groups, "begins",
        start_of_caller(job, kernel, kernel_operand(kernel, rows ? ROLE_B : ROLE_A),
                        kernel->problem.experts ? term_at(job, term_name(job, "experts"), i) : i));
    value_set_bool(job, groups, "experts", kernel->problem.experts);
    struct value *const indices = value_set_list(job, groups, "indices");
    for (enum role role = ROLE_A; role <= ROLE_C; role++) {
        const struct operand *const operand = kernel_operand(kernel, role);
        if (kernel_listed_rows(kernel, operand) == SYMBOL_NONE)
            continue;
        struct value *const item = value_add(indices, value_object(job));
        value_set_text(job, item, "name", operand->name);
        value_set_text(job, item, "list", kernel_index(operand));
    }
}

/* Of members in one launch. */
static void add_most(struct job *job, const struct kernel *kernel, struct value *object)
{
    value_set_unless(job, object, "most", kernel->host ? 0 : PLAN_MOST_MEMBERS * kernel->members,
                     0);
}

static void add_parts(struct job *job, const struct kernel *kernel, struct value *parts)
{
    value_set(parts, "count", member_count(job, kernel));
    add_most(job, kernel, parts);
    value_set_term(job, parts, "begins",
                   start_of_caller(job, kernel, &kernel->c, term_name(job, "i")));
}

void view_add_batch(struct job *job, const struct kernel *kernel, struct value *head)
{
    const struct problem *const problem = &kernel->problem;
    struct value *const groups =
        value_set_object_if(job, head, "groups_of_rows", problem_shares_c(problem));
    if (groups)
        add_groups(job, kernel, groups);
    struct value *const parts =
        value_set_object_if(job, head, "parts_of_groups", problem_is_ragged(problem, SYMBOL_K));
    if (parts)
        add_parts(job, kernel, parts);
    struct value *const batch = value_set_object_if(
        job, head, "batch", problem->batch == BATCH_STRIDED || problem->batch == BATCH_OFFSETS);
    if (!batch)
        return;
    value_set(batch, "count", member_count(job, kernel));
    add_most(job, kernel, batch);
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
