#include "harness/verify/fit.h"

#include <inttypes.h>
#include <stdio.h>

#include "harness/base/text.h"

uint64_t fit_tile(const struct manifest *manifest, const struct launch *launch, enum symbol symbol)
{
    const struct step *step = launch_main_step(manifest, launch);

    for (size_t i = 0; step != NULL && i < step->dimensions; i++) {
        const struct global_size *global = &step->global[i];

        if (global->per_tile != 0 && global->in_sequence.symbol == symbol)
            return global->per_tile;
        if (!global->persistent && global->dim.symbol == symbol)
            return global->per_group;
    }
    return 0;
}

bool fit_describe(const struct manifest *manifest, const struct launch *launch, char *text,
                  size_t room)
{
    static const char *const names[2] = {"M", "N"};

    *text = '\0';
    for (int i = 0; i < 2; i++) {
        enum symbol symbol = (enum symbol)(SYMBOL_M + i);
        uint64_t size = launch->value[symbol], tile = fit_tile(manifest, launch, symbol);

        if (size > 0 && size < tile)
            text_add(text, room, "%s%s = %" PRIu64 " is less than %" PRIu64,
                     *text == '\0' ? "" : ", ", names[i], size, tile);
    }
    if (*text == '\0')
        return false;
    text_add(text, room,
             ", what a work-group of the kernel computes along it: a smaller tile wastes less");
    return true;
}
