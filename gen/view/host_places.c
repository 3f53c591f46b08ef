/*
 * Where a work-item is, of a launch that a host makes as of the kernel's own.
 */
#include "gen/view/host.h"

#include <string.h>

#include "gen/request/interface.h"
#include "gen/spec/family.h"
#include "gen/view/steps.h"

/* Whether work-items lie in the host's dimensions as in the kernel's own. */
static bool lies_as_own(const struct host *host)
{
    return !host->flat && host->items[host->place[0]] == host->local[0] &&
           host->items[host->place[1]] == host->local[1];
}

/* Where a work-item is in its work-group along a dimension of the kernel's own. */
static const struct term *local_id(struct job *job, const struct kernel *kernel, int dimension)
{
    const struct host *const host = kernel->host;
    if (host->local[dimension] == 1)
        return term_number(job, 0);
    if (lies_as_own(host))
        return term_call(job, "get_local_id", term_number(job, host->place[dimension]));
    const struct term *const item = view_item(job, kernel, false);
    if (dimension > 0)
        return term_over(job, item, host->local[0]);
    return host->local[1] == 1 ? item : term_rest(job, item, host->local[0]);
}

/* How many tiles of a work-group there are along a dimension of the kernel's own. */
static const struct term *tiles_along(struct job *job, const struct kernel *kernel, int dimension)
{
    const bool along_m = dimension == 1;
    const long long side = shape_side(kernel->group, along_m) * shape_side(kernel->tiles, along_m);
    const struct term *const size =
        term_name(job, symbol_in_kernel(along_m ? kernel->m : kernel->n));
    return term_over(job, term_plus(job, size, side - 1), side);
}

/* The group of the host's along a dimension, or of the tile that a work-group has come to. */
static const struct term *group_id(struct job *job, const struct kernel *kernel, int dimension)
{
    if (!kernel->walks || dimension > 1)
        return term_call(job, "get_group_id", term_number(job, kernel->host->place[dimension]));
    const struct term *const across = term_name(job, "tiles_across");
    const struct term *const tile = term_name(job, "tile");
    return dimension ? term_div(job, tile, across) : term_mod(job, tile, across);
}

/* The number of a work-group among those of a member, "get_group_id", or how many these are, "get_num_groups": along dimension 0 first. */
static const struct term *number_of_groups(struct job *job, const struct kernel *kernel,
                                           const char *function)
{
    const struct interface *const interface = kernel->host->interface;
    const bool counts = strcmp(function, "get_num_groups") == 0;
    const struct term *number = NULL, *before = NULL;
    for (int i = 0; i < INTERFACE_DIMENSIONS; i++) {
        const struct formula *const count = interface->count[i];
        const bool one = !count || (count->kind == FORMULA_NUMBER && count->number == 1);
        if (one || interface->groups[i] == SYMBOL_BATCH)
            continue;
        const struct term *const groups = term_call(job, "get_num_groups", term_number(job, i));
        const struct term *const id = term_call(job, function, term_number(job, i));
        number = !before  ? id
                 : counts ? term_mul(job, number, id)
                          : term_add(job, number, term_mul(job, before, id));
        before = before ? term_mul(job, before, groups) : groups;
    }
    return number ? number : term_number(job, counts);
}

void view_add_walk(struct job *job, const struct kernel *kernel, struct value *view)
{
    struct value *const walk = value_set_object_if(job, view, "walk", kernel->walks);
    if (!walk)
        return;
    value_set_term(job, walk, "tiles_across", tiles_along(job, kernel, 0));
    value_set_term(job, walk, "tiles",
                   term_mul(job, term_cast(job, "long", term_name(job, "tiles_across")),
                            tiles_along(job, kernel, 1)));
    value_set_term(job, walk, "first_tile", number_of_groups(job, kernel, "get_group_id"));
    value_set_term(job, walk, "tiles_apart", number_of_groups(job, kernel, "get_num_groups"));
}

const struct term *view_id(struct job *job, const struct kernel *kernel, const char *function,
                           int dimension)
{
    const struct host *const host = kernel->host;
    const int own = dimension < 2 && kernel->h_first ? !dimension : dimension;
    const int place = host ? host->place[dimension] : own;
    const struct term *const there = term_number(job, place);
    const bool ragged = dimension < 2 && kernel_is_ragged(kernel, dimension == 1);
    if (ragged && strcmp(function, "get_local_id") != 0)
        return view_id_in_group(job, kernel, function, dimension);
    if (!host || (dimension > 1 ? !host->flat : !kernel->walks && lies_as_own(host)))
        return term_call(job, function, there);
    if (strcmp(function, "get_group_id") == 0)
        return group_id(job, kernel, dimension);
    const struct term *const local = local_id(job, kernel, dimension);
    if (strcmp(function, "get_local_id") == 0)
        return local;
    return term_add(job, term_times(job, group_id(job, kernel, dimension), host->local[dimension]),
                    local);
}

const struct term *view_item(struct job *job, const struct kernel *kernel, bool in_line)
{
    const struct host *const host = kernel->host;
    const struct shape wg = in_line ? (struct shape){1, 1} : kernel->wg;
    const long long own[DIMENSION_LIMIT] = {shape_side(wg, kernel->h_first),
                                            shape_side(wg, !kernel->h_first), 1};
    const long long *const items = host ? host->items : own;
    const struct term *number = NULL;
    for (int i = DIMENSION_LIMIT - 1; i >= 0; i--) {
        const struct term *const id = term_call(job, "get_local_id", term_number(job, i));
        if (items[i] > 1)
            number = number ? term_add(job, term_times(job, number, items[i]), id) : id;
    }
    return number ? number : term_call(job, "get_local_id", term_number(job, 0));
}

void view_add_idle_items(struct job *job, const struct kernel *kernel, struct value *view)
{
    long long items = 1;
    for (int i = 0; kernel->host && i < DIMENSION_LIMIT; i++)
        items *= kernel->host->items[i];
    value_set_term(job, view, "idle_items",
                   kernel->family->alone && items > 1 ? view_item(job, kernel, false) : NULL);
}
