#include "gen/family/rules.h"

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
        return propose(propose(refuse(job, "%s needs whole warps of %d, and %s has %lld work-items",
                                      option_and_value(job, spec, OPTION_SUB_GROUPS, "nvidia"),
                                      SPEC_WARP, option_shape(job, spec, OPTION_WG), items),
                               OPTION_WG, "%lldx%lld", spec->wg.height / rows * rows, lanes),
                       OPTION_SUB_GROUPS, "emulated");
    }
    return NULL;
}

const struct refusal *refuse_images(struct job *job, const struct spec *spec, const char *why,
                                    const char *other)
{
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand)) {
        const enum option_id access = option_of(operand, OPTION_ACCESS_A);
        if (in_image(operand))
            return propose(propose(refuse(job, why, operand->name,
                                          option_and_value(job, spec, access, "image")),
                                   access, "buffer"),
                           OPTION_FAMILY, "%s", other);
    }
    return NULL;
}

const struct refusal *refuse_shift(struct job *job, const struct spec *spec, const char *why,
                                   const char *other)
{
    if (spec->edges != EDGES_SHIFT)
        return NULL;
    struct refusal *const refusal =
        propose(refuse(job, why, option_and_value(job, spec, OPTION_EDGES, "shift")), OPTION_EDGES,
                "guard");
    return other ? propose(refusal, OPTION_FAMILY, "%s", other) : refusal;
}
