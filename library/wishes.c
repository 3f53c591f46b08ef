#include "library/wishes.h"

#include <string.h>

#include "gen/request/request.h"
#include "gen/spec/family.h"
#include "library/launched.h"
#include "library/serve.h"

enum {
    LARGE = 1024 /* a side of the product that stands for an interface without shapes */
};

/* A shape of an interface, and the kernel that the profile has for it: that for so many times the rows as a batch has members, which makes as many work-groups. */
struct wishing {
    const struct clgemm_request *request;
    const struct interface *interface;
    struct host_shape shape;
    size_t build;
    struct launch_wish wish;
    bool engine;
};

static void ask_wish(struct job *job, void *self)
{
    struct wishing *const wishing = self;
    const struct interface *const interface = wishing->interface;
    struct option_value *const values = option_copy(job, wishing->request->values);
    struct pick pick;
    const long long rows = wishing->shape.m * wishing->shape.members;
    const enum option_id dropped[] = {OPTION_INTERFACE, OPTION_VARIANTS, OPTION_SETTING};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        values[dropped[i]] = (struct option_value){.voice = VOICE_NONE};
    option_say_line(job, values, interface->problem, VOICE_USER);
    if (interface->build_count && interface->builds[wishing->build].problem)
        option_say_line(job, values, interface->builds[wishing->build].problem, VOICE_USER);
    option_say(job, values, OPTION_FIXED,
               arena_printf(job->arena, "%lldx%lldx%lld", rows, wishing->shape.n, wishing->shape.k),
               VOICE_USER);
    const struct spec *const spec = serve(job, values, &pick);
    const struct shape tile = spec_launch_tile(spec);
    wishing->engine = family_has_engine(spec->family);
    wishing->wish.items = 1;
    while (wishing->wish.items * 2 <= (double)(spec->wg.height * spec->wg.width))
        wishing->wish.items *= 2; /* without the sub-group that copies for a ring */
    for (int axis = 0; axis < 2; axis++)
        wishing->wish.extent[axis] =
            (double)((enum symbol)(SYMBOL_M + axis) == spec->m ? tile.height : tile.width);
}

/* The launch that the profile's kernel for the interface has where nobody says a setting; that of no build has no work-items. */
static void ask_own(struct job *job, void *self)
{
    struct wishing *const wishing = self;
    const struct interface *const interface = wishing->interface;
    struct option_value *const values = option_copy(job, wishing->request->values);
    struct launched launched = {.spec = NULL};
    values[OPTION_VARIANTS] = (struct option_value){.voice = VOICE_NONE};
    if (interface->build_count)
        option_say(job, values, OPTION_SETTING,
                   interface_setting_with(job, "", interface->builds[wishing->build].defines,
                                          interface->builds[wishing->build].define_count),
                   VOICE_USER);
    launched_serve(job, values, &launched);
    const char *const type = launched.spec->profile->device_type;
    if (!type || strcmp(type, "cpu") != 0)
        return;
    wishing->wish.items = 1;
    for (int i = 0; i < 2; i++) {
        wishing->wish.extent[i] =
            (double)spec_host_extent(launched.spec, (enum symbol)(SYMBOL_M + i));
        wishing->wish.local[i] = (double)spec_host_local(launched.spec, i);
        wishing->wish.items *= wishing->wish.local[i];
    }
}

/* Whether the launch follows from macros that are numbers of it: a formula has numbers with a setting alone. */
static bool is_open(const struct interface *interface)
{
    bool open = true;
    for (int i = 0; i < LAUNCH_NUMBERS; i++)
        open &= !interface_number(interface, i)->formula;
    return open;
}

static void add_wish(struct launch_wish *wishes, size_t *count, const struct launch_wish *wish)
{
    for (size_t i = 0; i < *count; i++)
        if (memcmp(&wishes[i], wish, sizeof *wish) == 0)
            return;
    wishes[(*count)++] = *wish;
}

struct launch_wish *wishes_make(struct job *job, const struct clgemm_request *request,
                                const struct interface *interface, size_t builds, bool *engines,
                                size_t *count)
{
    static const struct host_shape large = {LARGE, LARGE, LARGE, 1};
    const size_t shapes = interface->shape_count;
    struct launch_wish *const wishes =
        arena_array(job->arena, (shapes + 2) * builds, sizeof *wishes);
    *count = 0;
    for (size_t build = 0; is_open(interface) && build < builds; build++) {
        struct clgemm_error error;
        struct wishing wishing = {request, interface, large, build, {.items = 0}, false};
        if (job_try(job, ask_own, &wishing, &error) == 0 && wishing.wish.items > 0)
            add_wish(wishes, count, &wishing.wish);
    }
    for (size_t i = 0; i < shapes + !shapes; i++)
        for (size_t build = 0; build < builds; build++) {
            struct clgemm_error error;
            struct wishing wishing = {request, interface,    shapes ? interface->shapes[i] : large,
                                      build,   {.items = 0}, false};
            if (job_try(job, ask_wish, &wishing, &error))
                continue;
            engines[build] |= wishing.engine;
            add_wish(wishes, count, &wishing.wish);
        }
    *count += *count == 0;
    return wishes;
}
