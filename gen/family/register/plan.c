/*
 * The plan of a register kernel: its loops over K.
 */
#include "gen/family/families.h"
#include "gen/family/main_loop.h"
#include "gen/plan/family.h"

/* Whether the main loop loads vectors of the operand along the tile, where they could cross an edge. */
static bool crosses(const struct kernel *kernel, const struct operand *operand)
{
    return kernel_guards(kernel, is_a(operand)) && operand->vector > 1 && lies_across_k(operand);
}

static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct main_loop *const main = arena_allocate(job->arena, sizeof *main);
    (void)spec;
    *main = main_loop_of(kernel, false, crosses(kernel, &kernel->a), crosses(kernel, &kernel->b));
    return main;
}

static void configure(struct job *job, const struct spec *spec, struct value *config)
{
    if (spec->h_first)
        value_set_text(job, config, "tile-order", "wh");
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    main_loop_show(job, kernel->own, object);
}

const struct family_plan family_register_plan = {
    .derive = derive,
    .configure = configure,
    .show = show,
};
