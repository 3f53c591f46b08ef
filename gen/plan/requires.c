/*
 * What a plan wants: of the sizes at launch, and of the device.
 */
#include "gen/plan/internal.h"

#include "gen/spec/family.h"
#include "gen/request/gatlas.h"

/* ------------------------------------------------------------------------- constraints */

enum {
    MOST_CONSTRAINTS = 12 /* two a size, one a leading dimension, one a matrix */
};

static void constrain(struct plan *plan, struct constraint constraint)
{
    ((struct constraint *)plan->constraints)[plan->constraint_count++] = constraint;
}

/* Kernels take leading dimensions as 32-bit numbers, whatever their indices are. */
static void constrain_leading_dimensions(struct job *job, const struct spec *spec,
                                         struct plan *plan)
{
    for (enum symbol ld = SYMBOL_LDA; ld <= SYMBOL_LDC; ld++)
        if (spec->problem.values[ld].how == GIVEN_AT_LAUNCH)
            constrain(plan,
                      (struct constraint){"leading-dimension-limit",
                                          arena_printf(job->arena, "%s must be at most 2147483647",
                                                       symbol_in_kernel(ld)),
                                          {ld},
                                          AT_MOST,
                                          {SYMBOL_NONE, 2147483647}});
}

void plan_constraints(struct job *job, const struct spec *spec, struct plan *plan)
{
    plan->constraints = arena_array(job->arena, MOST_CONSTRAINTS, sizeof *plan->constraints);

    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++) {
        if (spec_fixed(spec, axis) >= 0)
            continue;
        const char *const name = symbol_in_kernel(axis);
        const long long step = spec_axis_step(spec, axis);
        const bool squares = spec->index_bits == 32 && spec->edges == EDGES_PAD;
        const long long largest =
            squares ? SPEC_SQUARE_SIDE / step * step : spec_largest_size(spec, axis);
        const long long whole = common_multiple(step, gatlas_multiple(spec, axis));
        if (spec->edges == EDGES_EXACT && whole > 1)
            constrain(plan,
                      (struct constraint){
                          "exact-sizes",
                          arena_printf(job->arena, "%s must be a multiple of %lld", name, whole),
                          {axis},
                          MULTIPLE_OF,
                          {SYMBOL_NONE, whole}});
        if (spec->edges == EDGES_SHIFT && axis != SYMBOL_K && step > 1)
            constrain(plan, (struct constraint){
                                "shift-sizes",
                                arena_printf(job->arena, "%s must be at least %lld", name, step),
                                {axis},
                                AT_LEAST,
                                {SYMBOL_NONE, step}});
        const long long image = spec_largest_in_images(spec, axis);
        if (image < largest)
            constrain(plan, (struct constraint){
                                "image-size",
                                arena_printf(
                                    job->arena,
                                    "%s must be at most %lld: images have up to %lld texels a side",
                                    name, image, spec->profile->image_side),
                                {axis},
                                AT_MOST,
                                {SYMBOL_NONE, image}});
        else
            constrain(plan, (struct constraint){
                                "size-limit",
                                arena_printf(job->arena, "%s must be at most %lld", name, largest),
                                {axis},
                                AT_MOST,
                                {SYMBOL_NONE, largest}});
    }
    constrain_leading_dimensions(job, spec, plan);
    if (spec->index_bits == 64)
        return;
    const struct operand *const operands[] = {&spec->a, &spec->b, &spec->c};
    for (int i = 0; i < 3; i++) {
        const enum symbol lines = spec_line_axis(spec, operands[i]);
        const enum symbol ld = operands[i]->ld;
        if (spec_fixed(spec, lines) >= 0 && spec_fixed(spec, ld) >= 0)
            continue;
        constrain(plan, (struct constraint){
                            "index-width",
                            arena_printf(
                                job->arena,
                                "%s must have less than 2^31 elements: %s x %s at most 2147483647",
                                operands[i]->name, symbol_in_kernel(ld), symbol_in_kernel(lines)),
                            {ld, lines},
                            AT_MOST,
                            {SYMBOL_NONE, 2147483647}});
    }
}

/* ------------------------------------------------------------------------ requirements */

static void require(struct requirement *needs, const char *extension)
{
    size_t count = 0;
    while (needs->extensions[count])
        count++;
    if (extension)
        needs->extensions[count] = extension;
}

/* The extensions of the arithmetic, and of elements that pass through registers as what they are
 * stored as. */
static void require_types(const struct spec *spec, struct requirement *needs)
{
    const struct element *const element = &spec->element;
    const bool blocks =
        spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL && spec_exchanges(spec);
    if (element->compute->extension)
        require(needs, element->compute->extension);
    else if (blocks)
        require(needs, element->storage->extension);
    if (blocks)
        require(needs, element->storage->block_extension);
}

void plan_requirement(const struct spec *spec, struct plan *plan)
{
    struct requirement *const needs = &plan->requirement;
    const bool shares = spec_exchanges(spec);
    needs->opencl_c = "1.2";
    needs->images = spec->a.image || spec->b.image;
    needs->local_bytes = spec->family->local_bytes(spec);
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct launch_dimension *const sides = plan->steps[i].dimensions;
        const long long items = sides[0].local * sides[1].local;
        if (items > needs->work_group_size)
            needs->work_group_size = items;
        if (plan->steps[i].local_bytes > needs->local_bytes)
            needs->local_bytes = plan->steps[i].local_bytes;
    }
    plan->build_options = spec->profile->build_options;
    needs->device_type = spec->profile->built_type;
    needs->vendor = spec->profile->built_vendor;
    if (shares && spec->spelling == SPELLING_INTEL) {
        require(needs, "cl_intel_subgroups");
        require(needs, "cl_intel_required_subgroup_size");
    } else if (shares && spec->spelling == SPELLING_KHR) {
        require(needs, "cl_khr_subgroup_shuffle");
    } else if (shares && spec->spelling == SPELLING_NVIDIA) {
        /* NVIDIA's compilers alone, which take inline PTX, announce it. */
        require(needs, "cl_nv_compiler_options");
    }
    require_types(spec, needs);
}
