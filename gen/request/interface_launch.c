/*
 * Reading the launch of an interface: its work-groups, or how many there are, and its work-items.
 */
#include <string.h>

#include "gen/request/interface_read.h"

static struct host_number read_number(const struct interface_place *place,
                                      const struct value *value)
{
    if (value->kind == VALUE_INTEGER && value->integer >= 1 && value->integer <= INTERFACE_NUMBER)
        return (struct host_number){.number = value->integer};
    if (value->kind != VALUE_TEXT)
        interface_fail(place, value,
                       "must be a number from 1 to %d, the name of a macro or a formula",
                       (int)INTERFACE_NUMBER);
    if (interface_is_name(value->text))
        return (struct host_number){.macro = value->text};
    return (struct host_number){.formula = interface_condition(place, value)};
}

/* Which of these three a member's name is: m, n, k. */
static int axis_of(const struct interface_place *place, const struct value *member, int axes)
{
    int axis = 0;
    while (axis < axes && strcmp(member->name, symbol_name((enum symbol)(SYMBOL_M + axis))) != 0)
        axis++;
    if (axis == axes)
        interface_fail(place, member, "%s",
                       axes == 2 ? "is neither m nor n" : "is none of m, n and k");
    return axis;
}

void interface_read_axes(const struct interface_place *place, const struct value *object, int axes,
                         struct host_number *numbers)
{
    for (const struct value *member = object ? object->first : NULL; member; member = member->next)
        numbers[axis_of(place, member, axes)] = read_number(place, member);
    for (int axis = 0; axis < 3 && axes == 3; axis++)
        if (numbers[axis].formula)
            interface_fail(place, object, "has numbers and names of macros, no formulas");
}

bool interface_is_along(const struct interface *interface, enum symbol symbol)
{
    const enum symbol *const groups = interface->groups;
    return groups[0] == symbol || groups[1] == symbol || groups[2] == symbol;
}

/* A list with an item for each dimension. */
static const struct value *read_dimensions(const struct interface_place *place,
                                           const struct value *launch, const char *name)
{
    const struct value *const list = interface_member(place, launch, name, VALUE_LIST, true);
    if (!list->count || list->count > INTERFACE_DIMENSIONS)
        interface_fail(place, list, "has one to three dimensions");
    return list;
}

/* Along what the work-groups of each dimension lie. */
static void read_groups(const struct interface_place *place, struct interface *interface,
                        const struct value *launch)
{
    const struct value *const groups = read_dimensions(place, launch, "groups");
    int dimension = 0;
    for (const struct value *item = groups->first; item; item = item->next) {
        const char *const word = item->kind == VALUE_TEXT ? item->text : "";
        const enum symbol symbol = strcmp(word, "m") == 0        ? SYMBOL_M
                                   : strcmp(word, "n") == 0      ? SYMBOL_N
                                   : strcmp(word, "member") == 0 ? SYMBOL_BATCH
                                                                 : SYMBOL_NONE;
        for (int i = 0; i < dimension || symbol == SYMBOL_NONE; i++)
            if (symbol == SYMBOL_NONE || interface->groups[i] == symbol)
                interface_fail(place, item, "must be m, n or member, each once");
        interface->groups[dimension++] = symbol;
    }
    if (!interface_is_along(interface, SYMBOL_M) || !interface_is_along(interface, SYMBOL_N))
        interface_fail(place, groups, "must have both m and n");
    interface_read_axes(place, interface_member(place, launch, "extent", VALUE_OBJECT, false), 2,
                        interface->extent);
}

static bool is_size(const void *self, const char *name)
{
    (void)self;
    return symbol_find(name) != SYMBOL_NONE && symbol_find(name) <= SYMBOL_K;
}

/* How many work-groups a dimension has: of members `batch`, of others a formula of the sizes. */
static void read_count(const struct interface_place *place, struct interface *interface,
                       const struct value *launch)
{
    const struct value *const list = read_dimensions(place, launch, "count");
    int dimension = 0;
    for (const struct value *item = list->first; item; item = item->next, dimension++) {
        const struct formula *const count = interface_count(place, item, 1);
        interface->count[dimension] = count;
        if (formula_symbol(count) == SYMBOL_BATCH && !interface_is_along(interface, SYMBOL_BATCH)) {
            interface->groups[dimension] = SYMBOL_BATCH;
            continue;
        }
        interface_check_names(place, item, count, is_size, NULL,
                              "size, m, n or k, nor `batch` alone and once");
        if (!formula_is_counted(count) || formula_element(count, NULL))
            interface_fail(place, item, "must be of m, n, k and numbers");
    }
}

void interface_read_launch(const struct interface_place *place, struct interface *interface)
{
    static const char *const names[] = {"groups", "extent", "local", "flat", NULL};
    static const char *const counted[] = {"count", "local", "flat", NULL};
    const struct value *const launch =
        interface_member(place, place->root, "launch", VALUE_OBJECT, true);
    const bool counts = value_get(launch, "count") != NULL;
    if (counts && (value_get(launch, "groups") || value_get(launch, "extent")))
        interface_fail(place, value_get(launch, "count"),
                       "stands in place of `groups` and `extent`, not beside them");
    interface_allow(place, launch, counts ? counted : names);
    (counts ? read_count : read_groups)(place, interface, launch);
    const struct value *const local = read_dimensions(place, launch, "local");
    const struct value *const flat = interface_member(place, launch, "flat", VALUE_BOOL, false);
    int dimension = 0;
    for (const struct value *item = local->first; item; item = item->next)
        interface->local[dimension++] = read_number(place, item);
    for (; dimension < INTERFACE_DIMENSIONS; dimension++)
        interface->local[dimension].number = 1;
    interface->flat = flat && flat->truth;
}
