/*
 * The kernel that a profile inherits for the sizes that its own kernels do not serve.
 */
#include <string.h>

#include "gen/base/c_text.h"
#include "gen/plan/wording.h"
#include "library/picks.h"

unsigned picks_narrowing(const struct option_value *asked)
{
    static const struct {
        enum option_id option;
        enum narrowing narrowing;
    } rows[] = {{OPTION_EDGES, NARROW_EDGES},     {OPTION_FIXED, NARROW_FIXED},
                {OPTION_INDEX, NARROW_INDEX},     {OPTION_ACCESS, NARROW_IMAGES},
                {OPTION_ACCESS_A, NARROW_IMAGES}, {OPTION_ACCESS_B, NARROW_IMAGES}};
    unsigned kinds = NARROW_ALL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (asked[rows[i].option].voice > VOICE_YIELD)
            kinds &= ~(unsigned)rows[i].narrowing;
    return kinds;
}

bool picks_serve_all(struct job *job, const struct picks *picks)
{
    const unsigned narrowing = picks_narrowing(picks->of.asked);
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        if (picks->plans[i] && !plan_narrowed(job, picks->plans[i], narrowing))
            return true;
    return false;
}

/* What an option says of the product, or how the caller passes it; sizes are not among these. */
static bool is_of_product(enum option_id id)
{
    return (id < OPTION_EDGES && id != OPTION_FIXED) || id == OPTION_PREPARED;
}

/* Says what all kernels of the profile say of the product, beside the request: the one that is inherited is for the same. */
static void say_product(const struct picks *picks, struct option_value *values)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *const first = &picks->specs[0]->values[id];
        bool all = is_of_product((enum option_id)id) && first->voice >= VOICE_PROFILE;
        for (size_t i = 1; i < picks->table.kernel_count && all; i++) {
            const struct option_value *const value = &picks->specs[i]->values[id];
            all = value->text && strcmp(value->text, first->text) == 0;
        }
        if (!all || picks->of.asked[id].text)
            continue;
        values[id] = *first;
        values[id].voice = VOICE_USER;
    }
}

/* A name that no other kernel has: functions and macros are made of it. */
static const char *free_name(struct job *job, const struct picks *picks, const char *name)
{
    const char *const capitals = c_capitals(job, name);
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        if (strcmp(c_capitals(job, picks->tuned->kernels[i].name), capitals) == 0)
            return free_name(job, picks, arena_printf(job->arena, "inherited_%s", name));
    return name;
}

/* Adds the kernel of a profile (as it is named), where it serves all sizes. */
static bool take(struct job *job, struct picks *picks, const char *profile,
                 const struct tuned_kernel *kernel, const char *name)
{
    struct option_value *const values = option_copy(job, kernel->values);
    say_product(picks, values);
    if (!spec_names_kernel(values))
        option_say(job, values, OPTION_FAMILY, spec_family_of(values), VOICE_USER);
    const struct tuned_kernel own = {
        .name = free_name(job, picks, name), .options = kernel->options, .values = values};
    if (!picks_add(job, picks, &own, picks_narrowing(picks->of.asked)))
        return false;
    picks->table.inherited = profile;
    return true;
}

/* A search for the kernel, from a profile on. */
struct search {
    struct picks *picks;
    const struct profile_source *from;
    const struct option_value *asked; /* of the product, as all kernels have it */
    const struct profile_part *part;
    const struct tuned *tuned; /* what stands there */
};

static void read(struct job *job, void *self)
{
    struct search *const search = self;
    search->tuned = tuned_read(job, search->from, search->part, search->asked);
}

/* Of the kernels for shapes of the nearest profile, then of those behind it. */
static bool take_for_shapes(struct job *job, struct search search)
{
    while (search.from) {
        const struct profile_part part = spec_kernels_for_shapes(job, search.asked, search.from);
        struct clgemm_error error;
        if (!part.value)
            return false;
        search.part = &part;
        if (job_try(job, read, &search, &error) == 0) {
            for (size_t i = 0; i < search.tuned->kernel_count; i++) {
                const struct tuned_kernel *const kernel = &search.tuned->kernels[i];
                if (take(job, search.picks, part.profile, kernel, kernel->name))
                    return true;
            }
        } else if (error.code != CLGEMM_REFUSED) {
            job_fail_with(job, &error);
        }
        search.from = profile_behind(job, search.from, part.profile);
    }
    return false;
}

/* The kernel of a profile's options for what is asked. */
static bool take_own(struct job *job, const struct search *search, const struct profile_source *of)
{
    const char *kinds[SPEC_KINDS];
    spec_kinds(job, search->asked, of, kinds);
    for (int i = 0; i < SPEC_KINDS; i++) {
        const struct tuned_kernel *const own = tuned_own(job, of, kinds[i], search->asked);
        if (own &&
            take(job, search->picks, profile_kernel(job, of, kinds[i]).profile, own, "inherited"))
            return true;
    }
    return false;
}

/* The one that the family has by itself. */
static void take_any(struct job *job, const struct search *search, const char *profile)
{
    struct option_value *const values = arena_array(job->arena, OPTION_COUNT, sizeof *values);
    const struct tuned_kernel any = {.options = "", .values = values};
    option_say(job, values, OPTION_FAMILY, spec_family_of(search->asked), VOICE_USER);
    take(job, search->picks, profile, &any, "inherited");
}

void picks_inherit(struct job *job, struct picks *picks)
{
    const struct picking *const of = &picks->of;
    struct option_value *const asked = option_copy(job, of->asked);
    const struct search search = {picks, profile_behind(job, of->source, of->dispatch.profile),
                                  asked, NULL, NULL};
    /* A host has kernels of its own for other sizes, or makes these fit. */
    if (!search.from || picks->specs[0]->interface || picks_serve_all(job, picks))
        return;
    say_product(picks, asked);
    /* Beside kernels of a type the profile's own one is for all sizes, if it can be. */
    if ((of->dispatch.type && take_own(job, &search, of->source)) || take_for_shapes(job, search) ||
        take_own(job, &search, search.from))
        return;
    take_any(job, &search, of->dispatch.inherits);
}

struct picks *picks_open(struct job *job, const struct profile_source *source,
                         const struct profile_part *dispatch, const struct option_value *asked)
{
    struct option_value *const open = option_copy(job, asked);
    /* Of a product the names stay, whose constants its text has no meaning without. */
    open[OPTION_FIXED] =
        (struct option_value){.voice = VOICE_NONE, .card = asked[OPTION_FIXED].card};
    const struct picking picking = {source, *dispatch, open, tuned_say_of_profile, NULL};
    struct picks *const picks = picks_make(job, &picking);
    picks_inherit(job, picks);
    return picks;
}
