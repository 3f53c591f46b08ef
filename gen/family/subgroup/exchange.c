/*
 * How the lanes of a row exchange registers: by sub-group shuffles, within NVIDIA's warps or through
 * local memory, and the portable file that chooses.
 */
#include "gen/family/subgroup/lanes.h"
#include "gen/family/shuffle.h"

/* The branches of the portable file that exchange registers: members `intel`, `khr` and `nvidia` (false where rows do
 * not fit into warps). */
static void add_branches(const struct lanes *d, long long width)
{
    static const struct {
        const char *name;
        enum spelling spelling;
    } branches[] = {{"intel", SPELLING_INTEL}, {"khr", SPELLING_KHR}, {"nvidia", SPELLING_NVIDIA}};
    struct job *const job = d->page->job;
    struct value *const view = d->page->view;
    value_set_integer(job, view, "sg_size", d->page->kernel->sg_size);
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) {
        if (branches[i].spelling == SPELLING_NVIDIA && !d->own->fits_warps)
            value_set_bool(job, view, branches[i].name, false);
        else
            add_shuffle(job, d->page->kernel, value_set_object(job, view, branches[i].name),
                        branches[i].spelling, d->own->lanes, width);
    }
}

/* What goes through local memory: `publish`, the registers; and the array, of as many `slots`, and of `items_m` such arrays where the
 * work-group is `tall`. */
static void add_memory(const struct lanes *d, bool published)
{
    struct job *const job = d->page->job;
    struct value *const view = d->page->view;
    struct value *const publish = value_set_list(job, view, "publish");
    value_set_bool(job, view, "tall", d->page->kernel->wg.height > 1);
    value_set_integer(job, view, "slots", lanes_a_registers(d));
    value_set_integer(job, view, "items_m", d->page->kernel->wg.height);
    for (long long i = 0; i < lanes_a_registers(d) && published; i++) {
        struct value *const item = value_add(publish, value_object(job));
        value_set_text(job, item, "register", lanes_a_register(d, i));
        value_set_integer(job, item, "slot", i);
    }
}

void lanes_add_exchange(const struct lanes *d)
{
    struct job *const job = d->page->job;
    const struct kernel *const kernel = d->page->kernel;
    struct value *const view = d->page->view;
    const bool portable = kernel->spelling == SPELLING_AUTO;
    const bool emulated = kernel->spelling == SPELLING_EMULATED;
    const long long width = d->own->wide ? d->own->depth : d->own->vector.height;
    value_set_bool(job, view, "portable", portable);
    value_set_bool(job, view, "emulated", emulated);
    value_set_integer(job, view, "lanes", d->own->lanes);
    value_set_text(job, view, "exchanged", register_type(job, kernel, width));
    value_set_bool(job, view, "native", !portable && !emulated);
    value_set_text(job, view, "share",
                   portable   ? "exchange/by_macro"
                   : emulated ? "exchange/through_local"
                              : "exchange/native");
    if (portable || emulated)
        value_set_bool(job, view, "logical", false);
    else
        add_shuffle(job, kernel, view, kernel->spelling, d->own->lanes, width);
    if (portable)
        add_branches(d, width);
    add_memory(d, portable || emulated);
    value_set_bool(job, view, "keeps_in_step", d->own->barrier && !emulated);
}
