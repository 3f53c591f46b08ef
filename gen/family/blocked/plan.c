/*
 * The plan of a blocked kernel: what is asked is all of it.
 */
#include "gen/family/blocked/blocked.h"
#include "gen/family/families.h"
#include "gen/plan/family.h"

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    (void)job;
    (void)kernel;
    return spec->own;
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    value_set(config, "block-tiles",
              value_printf(job, "%lldx%lld", spec->tiles.height, spec->tiles.width));
    value_set_text(job, config, "tile-order", spec->values[OPTION_TILE_ORDER].text);
    value_set_text(job, config, "panels", spec->values[OPTION_PANELS].text);
    value_set_text(job, config, "stage-a", spec->values[OPTION_STAGE_A].text);
    value_set_text(job, config, "stage-b", spec->values[OPTION_STAGE_B].text);
    value_set(config, "block-k", value_printf(job, "%lld", spec->block_k));
    value_set_text(job, config, "prefetch",
                   ((const struct blocked_own *)spec->own)->prefetch ? "yes" : "no");
}

const struct family_plan family_blocked_plan = {
    .derive = derive,
    .configure = configure,
};
