/*
 * The plan of a kernel of attention with a ring.
 */
#include "gen/family/attends.h"
#include "gen/family/families.h"
#include "gen/family/ring/attention_ring.h"
#include "gen/plan/family.h"

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct ring_plan *const plan = arena_allocate(job->arena, sizeof *plan);
    (void)kernel;
    *plan = ring_plan_of(spec);
    return plan;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct ring_plan *const plan = kernel->own;
    value_set_text(job, object, "engine", plan->engine->name);
    value_set_bool(job, object, "emulated", plan->emulated);
    value_set_integer(job, object, "rows", plan->rows);
    value_set_integer(job, object, "keys", plan->keys);
    value_set_integer(job, object, "sub_groups", plan->sub_groups);
    value_set_integer(job, object, "stages", plan->stages);
    value_set_integer(job, object, "span", plan->q.span);
    value_set_unless(job, object, "registers_kept", plan->kept, 0);
    value_set_unless(job, object, "registers_taken", plan->taken, 0);
}

static long long stages(const struct kernel *kernel)
{
    const struct ring_plan *const plan = kernel->own;
    return plan->stages;
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    const struct ring_spec *const own = ring_spec(spec);
    value_set_text(job, config, "engine", spec->values[OPTION_ENGINE].text);
    attends_configure(job, spec, config);
    value_set(config, "stages", value_printf(job, "%lld", own->stages));
    value_set(config, "persistent", value_printf(job, "%lld", own->per_unit));
    value_set_text(job, config, "take-turns", own->in_turns ? "yes" : "no");
}

const struct family_plan family_ring_plan = {
    .derive = derive,
    .show = show,
    .stages = stages,
    .configure = configure,
};
