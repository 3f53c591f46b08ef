/*
 * First kernels of a search, by the engine or the type of device that they are for.
 */
#include "gen/space/space.h"

static const struct start {
    const char *on, *options;
} starts[] = {
#define START(on, options) {on, options},
#include "gen/space/starts.def"
#undef START
};

const char *clgemm_space_start(size_t index, const char **on)
{
    if (index >= sizeof starts / sizeof *starts)
        return NULL;
    *on = starts[index].on;
    return starts[index].options;
}
