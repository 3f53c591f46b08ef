/*
 * NAME_launch.h of a dispatch: all of its kernels as one, with the functions that the launcher of one kernel has.
 */
#include "emit/joint.h"
#include "gen/plan/wording.h"

/* Whether another value is given for what a kernel fixes: "lda != 64"; NULL: it fixes nothing but sizes, by which it was picked. */
static const char *other_values(struct job *job, const struct plan *plan,
                                const struct joint_parameters *all,
                                const struct joint_parameters *own)
{
    const char *tests = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const enum symbol symbol = all->list[i].symbol;
        if (symbol <= SYMBOL_K || joint_place(own, all->list[i].name) < own->count ||
            plan->problem.values[symbol].how == GIVEN_AT_LAUNCH)
            continue;
        const struct count only = plan_known(plan, (struct count){.symbol = symbol});
        const char *const number = only.symbol ? launcher_symbol(only.symbol)
                                               : arena_printf(job->arena, "%lld", only.number);
        tests = arena_printf(job->arena, "%s%s%s != %s", tests ? tests : "", tests ? " || " : "",
                             all->list[i].name, number);
    }
    return tests;
}

static void view_kernels(struct job *job, const struct dispatch *dispatch, struct value *view,
                         const struct joint_parameters *all)
{
    struct value *const kernels = value_set_list(job, view, "kernels");
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const struct plan *const plan = dispatch->plans[i];
        const struct joint_parameters own = joint_own(job, dispatch, i, JOINT_ENQUEUE, ROLE_C);
        const char *const before =
            arena_printf(job->arena, "        return %s_enqueue(", plan->name);
        struct value *const item = value_add(kernels, value_object(job));
        value_set_integer(job, item, "number", (long long)i);
        value_set_text(job, item, "name", plan->name);
        value_set_text(job, item, "stem", plan->stem);
        value_set_text(job, item, "member", joint_member(job, dispatch, i));
        value_set_text(job, item, "other", other_values(job, plan, all, &own));
        value_set(item, "call", joint_call(job, dispatch, i, before, &own));
    }
}

const char *emit_dispatch_launcher(struct job *job, const struct clgemm_templates *templates,
                                   const struct dispatch *dispatch)
{
    struct value *const view = host_view(job, dispatch->name);
    const struct joint_parameters all = joint_all(job, dispatch, JOINT_ENQUEUE, ROLE_C);
    joint_check(job, dispatch, &all);
    host_view_head(job, view, dispatch->plans[0]);
    value_set_bool(job, view, "cache", dispatch->plans[0]->launcher.cache);
    view_kernels(job, dispatch, view, &all);
    joint_view_prepared(job, dispatch, view);
    launcher_view_head(job, value_set_object(job, view, "function"), dispatch->name, all.list,
                       all.count);
    return host_render(job, templates, "host/dispatch_launcher.h", view);
}
