/*
 * The plan of a kernel of attention: its arrays.
 */
#include "gen/family/attends.h"
#include "gen/family/attention/attention.h"
#include "gen/family/families.h"
#include "gen/plan/family.h"

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct attention_plan *const plan = arena_allocate(job->arena, sizeof *plan);
    (void)kernel;
    *plan = attention_plan_of(spec);
    return plan;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct attention_plan *const plan = kernel->own;
    value_set_bool(job, object, "shared", plan->shared);
    value_set_integer(job, object, "rows", plan->rows);
    value_set_integer(job, object, "keys", plan->keys);
    value_set_integer(job, object, "query_line", plan->query_line);
    value_set_integer(job, object, "score_line", plan->score_line);
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    attends_configure(job, spec, config);
    value_set(config, "block-tiles",
              value_printf(job, "%lldx%lld", spec->tiles.height, spec->tiles.width));
}

const struct family_plan family_attention_plan = {
    .derive = derive,
    .show = show,
    .configure = configure,
};
