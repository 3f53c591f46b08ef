/*
 * The plan of a naive kernel: its loops over K.
 */
#include "gen/family/families.h"
#include "gen/family/main_loop.h"
#include "gen/plan/family.h"

/* Single elements never lie across an edge. */
static const void *derive(struct job *job, const struct spec *spec, const struct kernel *kernel)
{
    struct main_loop *const main = arena_allocate(job->arena, sizeof *main);
    (void)spec;
    *main = main_loop_of(kernel, false, false, false);
    return main;
}

static void show(struct job *job, const struct kernel *kernel, struct value *object)
{
    main_loop_show(job, kernel->own, object);
}

const struct family_plan family_naive_plan = {
    .derive = derive,
    .show = show,
};
