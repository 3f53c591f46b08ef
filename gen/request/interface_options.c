/*
 * What an interface says of a request, and what is asked of its launch.
 */
#include "gen/request/interface.h"

#include <string.h>

#include "gen/request/product.h"

/* Whether H of --tile and --wg is along M: W is along C's contiguous axis. */
static bool is_row(const struct option_value *values)
{
    return values[OPTION_LAYOUT].text && strcmp(values[OPTION_LAYOUT].text, "row") == 0;
}

void interface_extent(const struct interface *interface, const struct option_value *values,
                      long long extent[2])
{
    const bool row = is_row(values);
    extent[0] = interface->extent[!row].number;
    extent[1] = interface->extent[row].number;
}

void interface_local(const struct interface *interface, const struct option_value *values,
                     long long local[2])
{
    const enum symbol width = is_row(values) ? SYMBOL_N : SYMBOL_M;
    for (int own = 0; own < 2; own++)
        local[!own] = interface->local[interface_place(interface, own, width)].number;
}

/* Work-items of a launch that has more than elements along an axis: most of them sum parts of K, and those of a line have at most so many elements
 * each. */
static void share_sums(const long long extent[2], long long wg[2])
{
    enum {
        MOST_OF_ITEM = 8
    };
    const bool along = extent[1] > extent[0];
    const long long items = wg[0] * wg[1];
    long long parts = 1;
    while (extent[along] / parts > MOST_OF_ITEM && extent[along] % (2 * parts) == 0 &&
           items % (2 * parts) == 0)
        parts *= 2;
    wg[along] = parts;
    wg[!along] = items / parts;
}

/* The tile and the work-group that launches of numbers want, where nobody says them. */
static void say_tile(struct job *job, const struct interface *interface,
                     struct option_value *values)
{
    long long extent[2], wg[2] = {1, 1};
    interface_extent(interface, values, extent);
    const bool open = !extent[0] || !extent[1];
    if (open && !interface_counts(interface))
        return;
    if (interface->flat)
        for (long long items = interface->local[0].number; items > 1 && items % 2 == 0; items /= 2)
            wg[wg[1] > wg[0] ? 0 : 1] *= 2;
    else
        interface_local(interface, values, wg);
    if (values[OPTION_WG].text)
        memcpy(wg, values[OPTION_WG].numbers, sizeof wg);
    if (!wg[0] || !wg[1])
        return;
    const bool shared =
        !open && !values[OPTION_WG].text && (extent[0] % wg[0] || extent[1] % wg[1]);
    if (shared)
        share_sums(extent, wg);
    if (values[OPTION_WG].voice < VOICE_YIELD)
        option_say(job, values, OPTION_WG, arena_printf(job->arena, "%lldx%lld", wg[0], wg[1]),
                   VOICE_PRESET);
    for (int i = 0; shared && i < 2; i++)
        if (extent[i] % wg[i])
            wg[i] = 1; /* they sum parts of K for the same elements */
    if (!open && values[OPTION_TILE].voice < VOICE_YIELD && extent[0] % wg[0] == 0 &&
        extent[1] % wg[1] == 0)
        option_say(job, values, OPTION_TILE,
                   arena_printf(job->arena, "%lldx%lld", extent[0] / wg[0], extent[1] / wg[1]),
                   VOICE_PRESET);
}

bool interface_fills_tile(const struct option_value *values)
{
    return values[OPTION_INTERFACE].text && !values[OPTION_SETTING].text &&
           values[OPTION_WG].voice == VOICE_PRESET && values[OPTION_TILE].voice <= VOICE_PRESET;
}

/* Says an option of the interface, which the request must not contradict. */
static void say(struct job *job, const struct interface *interface, struct option_value *values,
                enum option_id id, const struct option_value *says)
{
    if (values[id].voice > VOICE_PRESET && strcmp(values[id].text, says->text) != 0)
        job_fail(job, CLGEMM_REFUSED, option_rows[id].name,
                 "interface %s calls a kernel of --%s %s, not of --%s %s; leave out --%s",
                 interface->name, option_rows[id].name, says->text, option_rows[id].name,
                 values[id].text, option_rows[id].name);
    if (values[id].voice < VOICE_PRESET)
        values[id] = *says;
}

bool interface_is_none(const char *name)
{
    return strcmp(name, "none") == 0;
}

const struct interface *interface_say_problem(struct job *job, struct option_value *values,
                                              const struct interface *loaded)
{
    const char *const name = values[OPTION_INTERFACE].text;
    if (!name && values[OPTION_SETTING].text)
        job_fail(job, CLGEMM_USAGE, "setting",
                 "--setting has macros of a host; ask --interface for one");
    if (!name || interface_is_none(name))
        return NULL;
    const bool is_loaded = loaded && strcmp(loaded->name, name) == 0;
    const struct interface *const unbound = is_loaded ? loaded : interface_load(job, name);
    const struct interface *const interface =
        is_loaded ? loaded
                  : interface_bind(job, unbound, values[OPTION_SETTING].text,
                                   values[OPTION_VARIANTS].text != NULL);
    struct option_value *const says = arena_array(job->arena, OPTION_COUNT, sizeof *says);
    if (!values[OPTION_INTERFACE].card)
        values[OPTION_INTERFACE].card = interface_known(job, unbound);
    option_say_line(job, says, interface->problem, VOICE_PRESET);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (says[id].text)
            say(job, interface, values, (enum option_id)id, &says[id]);
    return interface;
}

bool interface_promises(const struct interface *interface)
{
    bool promised = true;
    for (int axis = 0; axis < 3; axis++)
        promised &= interface->multiples[axis].macro || interface->multiples[axis].number;
    return promised;
}

const struct option_value *interface_say(struct job *job, const struct option_value *asked,
                                         const struct interface **said)
{
    const struct option_value *const of_product = product_say(job, asked);
    struct option_value *const values = option_copy(job, of_product);
    const struct interface *const interface = *said = interface_say_problem(job, values, *said);
    if (!interface)
        return of_product;
    if (!values[OPTION_VARIANTS].text)
        option_say(job, values, OPTION_KERNEL_NAME, interface->entry, VOICE_PRESET);
    if (interface_is_bound(interface))
        option_say(job, values, OPTION_SETTING,
                   interface_setting_with(job, "", interface->setting->defines,
                                          interface->setting->define_count),
                   VOICE_PRESET);
    if (interface_promises(interface))
        option_say(job, values, OPTION_EDGES, "exact", VOICE_PROFILE);
    say_tile(job, interface, values);
    return values;
}
