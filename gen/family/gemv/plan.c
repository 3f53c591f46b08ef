/*
 * The plan of a gemv kernel: its loops over K, and how sums are made.
 */
#include "gen/family/aligned.h"
#include "gen/family/families.h"
#include "gen/family/gemv/gemv.h"
#include "gen/plan/family.h"

/* Whether an operand leaves room for a loop of aligned loads. */
static bool is_no_obstacle(const struct kernel *kernel, const struct operand *operand)
{
    return !gemv_reads_vectors(operand) || tests_alignment(kernel, operand);
}

/* Elements of an iteration, one behind another, that share a scale. A sum of products is as good as products only where it is what products
 * are, and what scales are. */
static long long run_of(const struct spec *spec)
{
    const struct operand *const large = large_operand(spec);
    const struct number *const sums = spec->numbers.accumulate;
    return in_blocks(large) && large->vector > 1 && spec->numbers.compute == sums &&
                   large->element->read == sums
               ? widest_vector(spec->tile_k, large->element->run)
               : 0;
}

/* Whether to multiply sums of a run, a vector of them for each place of the thin side, takes no more than to multiply its elements. */
static bool sums_runs(const struct spec *spec)
{
    return thin_side(spec, spec->tile) * gemv_sum_vector(spec) <= run_of(spec);
}

/* Vectors along the places of the large operand may cross the edge of C. */
static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct gemv_plan *const own = arena_allocate(job->arena, sizeof *own);
    const struct operand *const large = large_operand(spec);
    const bool along_k = lies_along_k(large);
    const bool guards = spec_thin_m(spec) ? kernel->guard_n : kernel->guard_m;
    const bool crosses = guards && !along_k && large->vector > 1;
    struct shape cells = kernel->tile;
    if (!along_k)
        *(spec_thin_m(spec) ? &cells.width : &cells.height) /= large->vector;
    *own = (struct gemv_plan){
        .main = main_loop_of(kernel, false, crosses && is_a(large), crosses && !is_a(large)),
        .thin_m = spec_thin_m(spec),
        .along_k = along_k,
        .crosses = crosses,
        .tiles = long_side(spec, spec->tiles),
        .run = run_of(spec),
        .sums_runs = sums_runs(spec),
        .vector = large->vector,
        .sum_vector = gemv_sum_vector(spec),
        .cells = cells,
    };
    own->aligned = !own->main.idle &&
                   (gemv_reads_vectors(large) || gemv_reads_vectors(thin_operand(spec))) &&
                   is_no_obstacle(kernel, large) && is_no_obstacle(kernel, thin_operand(spec));
    return own;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct gemv_plan *const own = kernel->own;
    main_loop_show(job, &own->main, object);
    value_set_bool(job, object, "aligned", own->aligned);
    value_set_bool(job, object, "along_k", own->along_k);
    value_set_shape(job, object, "cells", own->cells);
    value_set_integer(job, object, "tiles", own->tiles);
    value_set_integer(job, object, "run", own->run);
    value_set_bool(job, object, "sums_runs", own->sums_runs);
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    value_set_text(job, config, "thin", thin_word(spec));
    value_set_integer(job, config, "sum-vec", spec->values[OPTION_SUM_VEC].numbers[0]);
    value_set(config, "block-tiles",
              value_printf(job, "%lldx%lld", spec->tiles.height, spec->tiles.width));
}

const struct family_plan family_gemv_plan = {
    .derive = derive,
    .show = show,
    .configure = configure,
};
