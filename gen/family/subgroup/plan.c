/*
 * The plan of a subgroup kernel: its loops over K, and the vectors of its tile.
 */
#include "gen/family/families.h"
#include "gen/family/subgroup/subgroup.h"
#include "gen/family/rules.h"
#include "gen/plan/family.h"

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
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
    own->vector =
        own->wide
            ? (struct shape){1, spec->b.vector}
            : (struct shape){
                  widest_vector(own->turned ? height / own->lanes : height, SUBGROUP_WIDEST), 1};
    own->vectors =
        (struct shape){height / own->vector.height, spec->tile.width / own->vector.width};
    own->depth = own->wide ? spec->a.vector : 1;
    return own;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct subgroup_plan *const own = kernel->own;
    value_set_integer(job, object, "lanes", own->lanes);
    main_loop_show(job, &own->main, object);
    value_set_bool(job, object, "block_reads", own->blocks);
    value_set_bool(job, object, "rows_in_lanes", own->turned);
    value_set_bool(job, object, "wide", own->wide);
    value_set_bool(job, object, "holds_b", own->holds_b);
    value_set_shape(job, object, "vector", own->vector);
    value_set_shape(job, object, "vectors", own->vectors);
    value_set_integer(job, object, "depth_of_a", own->depth);
    value_set_integer(job, object, "depth_of_b", own->lane_depth);
}

const struct family_plan family_subgroup_plan = {
    .derive = derive,
    .show = show,
};
