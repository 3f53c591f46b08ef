/*
 * The plan of a kernel of attention on a matrix engine.
 */
#include "gen/family/attends.h"
#include "gen/family/families.h"
#include "gen/family/flash/flash.h"
#include "gen/plan/family.h"

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct flash_plan *const plan = arena_allocate(job->arena, sizeof *plan);
    (void)kernel;
    *plan = flash_plan_of(spec);
    return plan;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct flash_plan *const plan = kernel->own;
    value_set_text(job, object, "engine", plan->engine->name);
    value_set_bool(job, object, "emulated", plan->emulated);
    value_set_integer(job, object, "rows", plan->rows);
    value_set_integer(job, object, "keys", plan->keys);
    value_set_integer(job, object, "sub_groups", plan->sub_groups);
    value_set_integer(job, object, "stages", plan->stages);
    value_set_bool(job, object, "async", plan->async);
}

static long long stages(const struct kernel *kernel)
{
    const struct flash_plan *const plan = kernel->own;
    return plan->stages;
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    value_set_text(job, config, "engine", spec->values[OPTION_ENGINE].text);
    attends_configure(job, spec, config);
    value_set(config, "stages", value_printf(job, "%lld", flash_spec(spec)->stages));
    value_set_text(job, config, "copy", spec->values[OPTION_COPY].text);
    if (spec->problem.packed_heads > 1)
        value_set(config, "pack-heads", value_printf(job, "%lld", spec->problem.packed_heads));
}

const struct family_plan family_flash_plan = {
    .derive = derive,
    .show = show,
    .stages = stages,
    .configure = configure,
};
