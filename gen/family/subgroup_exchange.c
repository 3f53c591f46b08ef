/*
 * How the lanes of a row exchange registers: by sub-group shuffles, within NVIDIA's warps or through
 * local memory, and the portable file that chooses.
 */
#include "gen/family/lanes.h"
#include "gen/family/shuffle.h"

/* The branches of the portable file that exchange registers: members `intel`, `khr` and `nvidia` (false where rows do
 * not fit into warps). */
static void add_branches(const struct lanes *d, long long width)
{
    struct job *const job = d->job;
    value_set_integer(job, d->view, "sg_size", d->kernel->sg_size);
    add_shuffle(job, d->kernel, value_set_object(job, d->view, "intel"), SPELLING_INTEL, d->lanes,
                width);
    add_shuffle(job, d->kernel, value_set_object(job, d->view, "khr"), SPELLING_KHR, d->lanes,
                width);
    if (!d->own->fits_warps)
        value_set_bool(job, d->view, "nvidia", false);
    else
        add_shuffle(job, d->kernel, value_set_object(job, d->view, "nvidia"), SPELLING_NVIDIA,
                    d->lanes, width);
}

/* What goes through local memory: `publish`, the registers; and the array in `slots` of as many. */
static void add_memory(const struct lanes *d, bool published)
{
    struct job *const job = d->job;
    struct value *const publish = value_set_list(job, d->view, "publish");
    value_set_integer(job, d->view, "slots", lanes_a_registers(d));
    value_set_integer(job, d->view, "items_m", d->kernel->wg.height);
    for (long long i = 0; i < lanes_a_registers(d) && published; i++) {
        struct value *const item = value_add(publish, value_object(job));
        value_set_text(job, item, "register", lanes_a_register(d, i));
        value_set_integer(job, item, "slot", i);
    }
}

void lanes_add_exchange(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    struct value *const view = d->view;
    const bool portable = kernel->spelling == SPELLING_AUTO;
    const bool emulated = kernel->spelling == SPELLING_EMULATED;
    const long long width = d->wide ? d->depth : d->group;
    view_add_sub_group(job, view, portable && kernel->exchanges,
                       kernel->exchanges && kernel->spelling == SPELLING_INTEL ? kernel->sg_size
                                                                               : 0);
    value_set_bool(job, view, "portable", portable);
    value_set_bool(job, view, "emulated", emulated);
    value_set_integer(job, view, "lanes", d->lanes);
    value_set_text(job, view, "exchanged", register_type(job, kernel, width));
    value_set_text(job, view, "exchange",
                   portable   ? "exchange/portable"
                   : emulated ? NULL
                              : "exchange/shuffle");
    value_set_text(job, view, "share",
                   portable   ? "exchange/by_macro"
                   : emulated ? "exchange/through_local"
                              : "exchange/native");
    if (portable || emulated)
        value_set_bool(job, view, "logical", false);
    else
        add_shuffle(job, kernel, view, kernel->spelling, d->lanes, width);
    if (portable)
        add_branches(d, width);
    add_memory(d, portable || emulated);
    value_set_bool(job, view, "names_own_k", !d->turned && !d->blocks && !d->wide);
    value_set_bool(job, view, "keeps_in_step", d->own->barrier && !emulated);
}

/* ---------------------------------------------------------------------- multiplication */

struct value *lanes_add_share(const struct lanes *d, struct value *group, long long holder,
                              long long lane, const char **shared)
{
    struct job *const job = d->job;
    struct value *const share = value_add(value_child(group, "shares"), value_object(job));
    const char *const name = lanes_a_register(d, holder);
    *shared = arena_printf(job->arena, "%s_of_%lld", name, lane);
    value_set_text(job, share, "register", name);
    value_set_text(job, share, "shared", *shared);
    value_set_integer(job, share, "slot", holder);
    value_set_integer(job, share, "lane", lane);
    value_set_list(job, share, "steps");
    return share;
}

struct value *lanes_add_group(const struct lanes *d, struct value *main, const char *about,
                              long long first, long long last)
{
    struct job *const job = d->job;
    struct value *const group = value_add(value_child(main, "groups"), value_object(job));
    value_set_text(job, group, "about", about);
    value_set_integer(job, group, "range_begin", first);
    value_set_unless(job, group, "range_end", last, first);
    value_set_text(job, group, "operand", d->kernel->b.name);
    value_set_list(job, group, "loads");
    value_set_list(job, group, "shares");
    return group;
}
