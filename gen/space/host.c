/*
 * The space of the kernels that a host launches as its own: values that no launch of it can have are left out, and those of
 * --tile and --wg follow from a launch of numbers.
 */
#include "gen/space/space.h"

#include <string.h>

#include "gen/request/interface.h"

static struct space_parameter *find(struct clgemm_space *space, enum option_id id)
{
    return space_has_parameter(space, id) ? space_parameter_of(space, id) : NULL;
}

static void keep(struct job *job, struct clgemm_space *space, enum option_id id, const char *list)
{
    struct space_parameter *const parameter = find(space, id);
    if (!parameter || !*list)
        return;
    *parameter = (struct space_parameter){.id = id};
    space_read_values(job, parameter, list, " ", "");
}

/* Adds a word to a list, once. */
static const char *with(struct job *job, const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return list;
    return arena_join(job->arena, list, " ", word);
}

static const char *with_shape(struct job *job, const char *list, long long height, long long width)
{
    return with(job, list, arena_printf(job->arena, "%lldx%lld", height, width));
}

static bool divides(const long long side[2], const long long extent[2])
{
    for (int i = 0; i < 2; i++)
        if (side[i] && extent[i] % side[i] != 0)
            return false;
    return true;
}

/* An extent over a side, or all of it where work-items share its sums. */
static long long side_of_tile(long long extent, long long side)
{
    return extent % side == 0 ? extent / side : extent;
}

/* The values of a parameter that divide an extent, behind those of a list. */
static const char *with_divisors(struct job *job, const char *list,
                                 const struct space_parameter *parameter, const long long extent[2])
{
    for (size_t v = 0; parameter && v < parameter->count; v++)
        if (parameter->values[v].text && divides(parameter->values[v].numbers, extent))
            list = with(job, list, parameter->values[v].text);
    return list;
}

/* The work-groups of a launch, the one of families whose work-item is alone among them; "": it leaves them open. Where there are more work-items than
 * elements these may lie in any shape, as they share sums of K. */
static const char *work_groups(struct job *job, struct clgemm_space *space,
                               const long long extent[2])
{
    const struct interface *const interface = space->interface;
    const char *list = "";
    long long wg[2];
    interface_local(interface, space->base, wg);
    const bool shares = !interface->flat && !divides(wg, extent);
    if (!interface->flat && wg[0] && wg[1] && !shares)
        return with_shape(job, with_shape(job, list, wg[0], wg[1]), 1, 1);
    const long long items = interface->flat ? interface->local[0].number : wg[0] * wg[1];
    for (wg[0] = 1; wg[0] <= items; wg[0]++) {
        wg[1] = items / wg[0];
        if (items % wg[0] == 0 && (shares || divides(wg, extent)))
            list = with_shape(job, list, wg[0], wg[1]);
    }
    if (items)
        return with_shape(job, list, 1, 1);
    const bool open = !extent[0] && !extent[1];
    return open ? list : with_divisors(job, list, find(space, OPTION_WG), extent);
}

/* A tile for each work-group, of which the work-items have one each; those of families where they have several are among the standard ones, and
 * as many of them fill the launch. */
static void keep_extent(struct job *job, struct clgemm_space *space)
{
    const char *tiles = "";
    long long extent[2];
    interface_extent(space->interface, space->base, extent);
    keep(job, space, OPTION_WG, work_groups(job, space, extent));
    if (!extent[0] || !extent[1])
        return;
    const struct space_parameter *const wg = find(space, OPTION_WG);
    for (size_t v = 0; wg && v < wg->count; v++) {
        const struct option_value *const value = &wg->values[v];
        if (value->text)
            tiles = with_shape(job, tiles, side_of_tile(extent[0], value->numbers[0]),
                               side_of_tile(extent[1], value->numbers[1]));
    }
    keep(job, space, OPTION_TILE, with_divisors(job, tiles, find(space, OPTION_TILE), extent));
    const struct space_parameter *const tile = find(space, OPTION_TILE);
    const char *several = "";
    for (size_t v = 0; tile && v < tile->count; v++)
        if (tile->values[v].text)
            several = with_shape(job, several, extent[0] / tile->values[v].numbers[0],
                                 extent[1] / tile->values[v].numbers[1]);
    keep(job, space, OPTION_BLOCK_TILES, several);
}

/* Whether all that is promised follows from macros, which the host defines as the kernel needs them. */
static bool follows(const struct interface *interface)
{
    bool all = true;
    for (int axis = 0; axis < 3; axis++)
        all &= interface->multiples[axis].macro != NULL;
    return all;
}

void space_keep_launch(struct job *job, struct clgemm_space *space)
{
    const struct interface *const interface = space->interface;
    static const struct {
        enum option_id id;
        const char *value;
    } kept[] = {
        {OPTION_PRETRANSPOSE, "none"}, {OPTION_DECODE, "none"},     {OPTION_PREPARED, "none"},
        {OPTION_PANELS, "none"},       {OPTION_ACCESS_A, "buffer"}, {OPTION_ACCESS_B, "buffer"},
        {OPTION_SPLIT_K, "1"},         {OPTION_PERSISTENT, "0"},    {OPTION_WG_MEMBERS, "1"},
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        keep(job, space, kept[i].id, kept[i].value);
    keep(job, space, OPTION_EDGES,
         !interface_promises(interface) ? "guard"
         : follows(interface)           ? "exact"
                                        : "exact guard");
    keep_extent(job, space);
}
