#include "library/launched.h"

#include "gen/request/product.h"
#include "gen/request/request.h"
#include "gen/spec/family.h"

static const long long NO_ENGINE = 1LL << 60; /* more than a sub-group reads */

/* Asks for a shape of the work-items, and the tile that each has then. */
static void say_shape(struct job *job, struct option_value *values, const struct launched *launched)
{
    const struct shape *const wg = &launched->shape;
    option_say(job, values, OPTION_WG, arena_printf(job->arena, "%lldx%lld", wg->height, wg->width),
               VOICE_USER);
    option_say(job, values, OPTION_TILE,
               arena_printf(job->arena, "%lldx%lld", launched->extent[0] / wg->height,
                            launched->extent[1] / wg->width),
               VOICE_USER);
}

void launched_serve(struct job *job, const struct option_value *asked, struct launched *launched)
{
    struct option_value *const values = option_copy(job, asked);
    launched->interface = NULL;
    if (launched->shape.height)
        say_shape(job, values, launched);
    const struct option_value *const said = interface_say(job, values, &launched->interface);
    launched->items = launched->interface != NULL;
    for (int i = 0; launched->interface && i < INTERFACE_DIMENSIONS; i++)
        launched->items *= launched->interface->local[i].number;
    if (launched->interface)
        interface_extent(launched->interface, said, launched->extent);
    launched->spec = serve(job, said, &launched->pick);
}

/* A shape that is tried. */
struct trying {
    const struct option_value *asked;
    struct launched *launched;
};

static void try_serve(struct job *job, void *self)
{
    const struct trying *const trying = self;
    launched_serve(job, trying->asked, trying->launched);
}

/* Tries the work-items in another shape. */
static bool try_shape(struct job *job, struct trying *trying, long long height)
{
    struct launched *const launched = trying->launched;
    struct clgemm_error unused;
    const long long width = launched->items / height;
    launched->shape = (struct shape){height, width};
    return launched->items % height == 0 && launched->extent[0] % height == 0 &&
           launched->extent[1] % width == 0 && job_try(job, try_serve, trying, &unused) == 0;
}

/* Whether the launch has numbers, which the work-items may share out in several shapes. */
static bool has_shapes(const struct launched *launched)
{
    return launched->interface && launched->extent[0] && launched->extent[1];
}

/* What a sub-group reads where an engine is wished: a kernel that does not tell is the last choice. 0: any kernel will do. */
static long long reads_of(const struct launched *launched, bool engine)
{
    const long long reads = spec_engine(launched->spec).reads;
    return !engine ? 0 : reads ? reads : NO_ENGINE;
}

int launched_choose(struct job *job, const struct option_value *asked, bool engine,
                    struct launched *launched, struct clgemm_error *error)
{
    struct trying trying = {asked, launched};
    const bool served = job_try(job, try_serve, &trying, error) == 0;
    if (!served && error->code != CLGEMM_REFUSED)
        return -1;
    struct launched best = *launched;
    long long least = served ? reads_of(launched, engine) : NO_ENGINE + 1;
    for (long long height = 1; has_shapes(&best) && height <= best.items && least > 0;
         height *= 2) {
        if (!try_shape(job, &trying, height) || reads_of(launched, engine) >= least)
            continue;
        least = reads_of(launched, engine);
        best = *launched;
    }
    *launched = best;
    return least <= NO_ENGINE ? 0 : -1;
}

/* Where no host has a say: whether the profile's kernel for the problem uses an engine. */
static void find_engine(struct job *job, void *self)
{
    const struct trying *const trying = self;
    struct option_value *const values = option_copy(job, product_say(job, trying->asked));
    interface_say_problem(job, values, NULL);
    values[OPTION_INTERFACE] = values[OPTION_SETTING] = (struct option_value){.voice = VOICE_NONE};
    trying->launched->spec = serve(job, values, &trying->launched->pick);
}

static bool wants_engine(struct job *job, const struct option_value *asked)
{
    struct launched alone;
    struct clgemm_error unused;
    struct trying trying = {asked, &alone};
    return !asked[OPTION_FAMILY].text && job_try(job, find_engine, &trying, &unused) == 0 &&
           family_has_engine(alone.spec->family);
}

/* A note where a tile or a work-group that is asked for a host loses the engine that the profile's kernel has; NULL: it does not. */
static const char *lost_engine(struct job *job, const struct option_value *asked,
                               const struct launched *launched)
{
    const bool shaped = asked[OPTION_WG].text || asked[OPTION_TILE].text;
    struct option_value *const values = option_copy(job, asked);
    values[OPTION_WG] = values[OPTION_TILE] = (struct option_value){.voice = VOICE_NONE};
    if (!shaped || !launched->interface || family_has_engine(launched->spec->family) ||
        !wants_engine(job, values))
        return NULL;
    return arena_printf(job->arena,
                        "this is no kernel of a matrix engine, which profile %s has for the "
                        "problem; --family matrix says what it would take",
                        launched->spec->profile->name);
}

const struct spec *launched_spec(struct job *job, const struct option_value *asked,
                                 struct pick *pick)
{
    struct launched launched = {.spec = NULL};
    struct clgemm_error error;
    if (!asked[OPTION_INTERFACE].text || interface_is_none(asked[OPTION_INTERFACE].text) ||
        asked[OPTION_WG].text || asked[OPTION_TILE].text)
        launched_serve(job, asked, &launched);
    else if (launched_choose(job, asked, wants_engine(job, asked), &launched, &error))
        job_fail_with(job, &error);
    *pick = launched.pick;
    if (!pick->note)
        pick->note = lost_engine(job, asked, &launched);
    return launched.spec;
}
