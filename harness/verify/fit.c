#include "harness/verify/fit.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t covered(const struct step *step, enum symbol symbol)
{
    for (size_t i = 0; i < step->dimensions; i++)
        if (!step->global[i].persistent && step->global[i].dim.symbol == symbol)
            return step->global[i].per_group;
    return 0;
}

/* Where work-groups compute tiles in sequence, what other steps cover is a tile: those that pack panels. */
uint64_t fit_tile(const struct manifest *manifest, const struct launch *launch, enum symbol symbol)
{
    const struct step *step = launch_main_step(manifest, launch);
    uint64_t tile = step == NULL ? 0 : covered(step, symbol);

    for (size_t i = 0; i < manifest->step_count && step != NULL && tile == 0; i++)
        tile = covered(&manifest->steps[i], symbol);
    return tile;
}

bool fit_describe(const struct manifest *manifest, const struct launch *launch, char *text,
                  size_t room)
{
    static const char *const names[2] = {"M", "N"};
    size_t used = 0;

    for (int i = 0; i < 2; i++) {
        enum symbol symbol = (enum symbol)(SYMBOL_M + i);
        uint64_t size = launch->value[symbol], tile = fit_tile(manifest, launch, symbol);

        if (size == 0 || size >= tile || used >= room)
            continue;
        used +=
            (size_t)snprintf(text + used, room - used, "%s%s = %" PRIu64 " is less than %" PRIu64,
                             used == 0 ? "" : ", ", names[i], size, tile);
    }
    if (used > 0 && used < room)
        snprintf(text + used, room - used,
                 ", what a work-group of the kernel computes along it: a smaller tile wastes less");
    return used > 0;
}
