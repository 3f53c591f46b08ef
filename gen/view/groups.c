/*
 * Where a kernel finds its group: rows of A and C that have a B of their own, or a part of K that has a C of its own.
 */
#include <string.h>

#include "gen/view/host.h"
#include "gen/view/steps.h"

/* Rows or columns that a work-group covers. */
static long long tile_of(const struct kernel *kernel)
{
    const bool along_m = kernel_is_ragged(kernel, true);
    return shape_side(kernel->group, along_m) * shape_side(kernel->tiles, along_m);
}

const struct term *view_id_in_group(struct job *job, const struct kernel *kernel,
                                    const char *function, int dimension)
{
    const struct term *const tile = term_name(job, "tile_of_group");
    if (strcmp(function, "get_group_id") == 0)
        return tile;
    return term_add(job, term_times(job, tile, shape_side(kernel->wg, dimension == 1)),
                    term_call(job, "get_local_id", term_number(job, dimension)));
}

const struct term *view_count_of_groups(struct job *job, const struct kernel *kernel)
{
    const struct setting *const count = &kernel->problem.values[SYMBOL_BATCH];
    return count->how == FIXED ? term_number(job, count->whole)
                               : term_cast(job, "int", term_name(job, "batch_count"));
}

const struct term *view_count_of_matrices(struct job *job, const struct kernel *kernel)
{
    return kernel->problem.experts ? term_name(job, symbol_in_kernel(SYMBOL_MATRICES))
                                   : view_count_of_groups(job, kernel);
}

const struct term *view_matrix_of_group(struct job *job, const struct kernel *kernel)
{
    const struct term *const group = term_name(job, "group");
    if (!kernel->problem.experts)
        return group;
    const struct term *const last = term_plus(job, view_count_of_matrices(job, kernel), -1);
    return term_max(job, term_min(job, term_at(job, term_name(job, "experts"), group), last),
                    term_number(job, 0));
}

void view_add_group(struct job *job, const struct kernel *kernel, struct value *view)
{
    value_set_bool(job, view, "tiles_of_groups", kernel_steps_through_groups(kernel));
    const bool walks = kernel_steps_through_groups(kernel) && kernel->per_unit > 0;
    value_set_bool(job, view, "walks", walks);
    value_set_bool(job, view, "searches", !walks);
    value_set_bool(job, view, "part_of_group", problem_is_ragged(&kernel->problem, SYMBOL_K));
    struct value *const group =
        value_set_object_if(job, view, "group_of_rows", problem_shares_c(&kernel->problem));
    if (!group)
        return;
    const struct term *const rows = term_name(job, symbol_in_kernel(kernel->problem.ragged));
    const long long tile = tile_of(kernel);
    value_set_text(job, view, "size_of_group", symbol_in_kernel(kernel->problem.ragged));
    value_set_term(job, group, "count", view_count_of_groups(job, kernel));
    value_set_term(job, group, "own",
                   kernel->numbered
                       ? term_div(job, term_name(job, "tile"), term_name(job, "tiles_across"))
                       : term_cast(job, "int",
                                   term_call(job, "get_group_id",
                                             term_number(job, kernel_is_ragged(kernel, true)))));
    value_set_unless(job, group, "tile", tile, 1);
    value_set_term(job, group, "tiles", term_over(job, term_plus(job, rows, tile - 1), tile));
}

void view_add_index(struct job *job, const struct kernel *kernel, const struct operand *operand,
                    struct value *object)
{
    const enum symbol rows = kernel_listed_rows(kernel, operand);
    struct value *const index = value_set_object_if(job, object, "index", rows != SYMBOL_NONE);
    if (!index)
        return;
    value_set_text(job, index, "list", kernel_index(operand));
    value_set_text(job, index, "rows", symbol_in_kernel(rows));
}

void view_add_group_start(struct job *job, const struct kernel *kernel,
                          const struct operand *operand, const char *memory, const char *ld,
                          long long covers, struct value *list)
{
    const struct term *const first = term_name(job, "first_of_group");
    if (kernel_listed_rows(kernel, operand))
        view_add_pointer(job, list, kernel_index(operand), first, 1);
    else
        view_add_pointers(job, operand, memory, covers,
                          operand->form.axes.along == kernel->problem.ragged
                              ? first
                              : view_lines(job, kernel, first, ld),
                          list);
}
