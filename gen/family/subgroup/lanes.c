/*
 * What the lanes of a row of the subgroup family hold: see subgroup.c for the scheme.
 */
#include "gen/family/subgroup/subgroup.h"
#include "gen/rules/rules.h"

enum {
    /* Of a lane's elements, what stays in registers: 4 bytes in each of the 128 registers of a thread
     * of Intel's processors, 8 lanes each, without those that addresses take. */
    LANE_BYTES = 4 * 112
};

bool lines_can_be_wide(const struct spec *spec)
{
    return spec->share == SHARE_SHUFFLE && lies_along_k(&spec->a) && lies_across_k(&spec->b);
}

bool wide_lanes(const struct spec *spec)
{
    return lines_can_be_wide(spec) && (spec->a.vector > 1 || spec->b.vector > 1);
}

bool holds_b(const struct spec *spec)
{
    const struct shape tile = spec->tile;
    const long long operands =
        tile.height * spec->tile_k / spec->wg.width + spec->tile_k * tile.width;
    return spec->numbers.compute->bytes * operands +
               spec->numbers.accumulate->bytes * tile.height * tile.width <=
           LANE_BYTES;
}

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

long long lane_depth(const struct spec *spec)
{
    return spec->wg.width < 8 ? spec->wg.width : 8;
}

bool rows_in_lanes(const struct spec *spec)
{
    return lies_across_k(&spec->a);
}

const void *subgroup_plan(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct subgroup_plan *const own = arena_allocate(job->arena, sizeof *own);
    const long long height = spec->tile.height;
    const bool blocks = spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL;
    *own = (struct subgroup_plan){
        .lanes = spec->wg.width,
        .barrier = spec->values[OPTION_BARRIER].on,
        .turned = rows_in_lanes(spec),
        .wide = wide_lanes(spec),
        .holds_b = holds_b(spec),
        .fits_warps = !warp_against_group(job, spec),
        .lane_depth = lane_depth(spec),
    };
    /* Block reads from buffers take all lanes' places at once: none of them may lie outside. */
    own->main = main_loop_of(kernel, true, blocks && own->turned && kernel->guard_m,
                             blocks && lies_across_k(&spec->b) && kernel->guard_n);
    own->blocks = blocks && !own->main.idle;
    own->group =
        own->wide ? 1 : widest_vector(own->turned ? height / own->lanes : height, SUBGROUP_WIDEST);
    own->groups = height / own->group;
    own->depth = own->wide ? spec->a.vector : 1;
    own->columns = own->wide ? spec->b.vector : 1;
    return own;
}

void subgroup_show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct subgroup_plan *const own = kernel->own;
    value_set_integer(job, object, "lanes", own->lanes);
    main_loop_show(job, &own->main, object);
    value_set_bool(job, object, "block_reads", own->blocks);
    value_set_bool(job, object, "rows_in_lanes", own->turned);
    value_set_bool(job, object, "wide", own->wide);
    value_set_bool(job, object, "holds_b", own->holds_b);
    value_set_integer(job, object, "rows_of_group", own->group);
    value_set_integer(job, object, "groups", own->groups);
    value_set_integer(job, object, "depth_of_a", own->depth);
    value_set_integer(job, object, "depth_of_b", own->lane_depth);
    value_set_integer(job, object, "columns", own->columns);
}
