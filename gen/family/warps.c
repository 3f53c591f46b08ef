/*
 * Rows of work-groups that exchange registers within NVIDIA's warps.
 */
#include "gen/family/warps.h"

const struct refusal *warp_against_group(struct job *job, const struct spec *spec)
{
    const long long lanes = spec->wg.width;
    const long long items = spec->wg.height * lanes;
    if (!is_power_of_two(lanes))
        return NULL; /* another rule refuses it */
    if (lanes > SPEC_WARP)
        return propose(propose(refuse(job, "%s exchanges within warps of %d, and %s is wider",
                                      option_and_value(job, spec, OPTION_SUB_GROUPS, "nvidia"),
                                      SPEC_WARP, option_side(job, spec, OPTION_WG, false)),
                               OPTION_WG, "%lldx%d", spec->wg.height, SPEC_WARP),
                       OPTION_SUB_GROUPS, "emulated");
    if (items > SPEC_WARP && items % SPEC_WARP) {
        const long long rows = SPEC_WARP / lanes;
        return propose(
            propose(
                refuse(job, "%s needs whole warps of %d, and %s has %lld work-items",
                       option_and_value(job, spec, OPTION_SUB_GROUPS, "nvidia"), SPEC_WARP,
                       option_and_value(job, spec, OPTION_WG, "%lldx%lld", spec->wg.height, lanes),
                       items),
                OPTION_WG, "%lldx%lld", spec->wg.height / rows * rows, lanes),
            OPTION_SUB_GROUPS, "emulated");
    }
    return NULL;
}
