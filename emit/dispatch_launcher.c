/*
 * NAME_launch.h of a dispatch: all of its kernels as one, with the functions that the launcher of one kernel has.
 */
#include "emit/calibrate.h"
#include "emit/table.h"

/* The test for lines that begin at no multiples of 16 bytes, of what the function is given: leading dimensions, offsets, and sizes where
 * lines are tight. */
static const char *odd_lines(struct job *job, const struct plan *plan,
                             const struct joint_parameters *all)
{
    const char *tests = NULL;
    for (int operand = 0; operand < 2; operand++) {
        const struct line_rule rule = model_lines(plan, operand);
        const enum symbol given[] = {(enum symbol)(SYMBOL_LDA + operand),
                                     (enum symbol)(SYMBOL_OFFSET_A + operand),
                                     (enum symbol)(SYMBOL_STRIDE_A + operand)};
        if (rule.never)
            return "1";
        for (size_t i = 0; i < sizeof given / sizeof *given && rule.multiple > 1; i++) {
            const bool is_given = joint_place(all, launcher_symbol(given[i])) < all->count;
            const enum symbol symbol = is_given || i > 0 ? given[i] : rule.symbol;
            if (symbol != SYMBOL_NONE && (is_given || i == 0))
                tests = arena_join(job->arena, tests, " || ",
                                   arena_printf(job->arena, "%s %% %lld != 0",
                                                launcher_symbol(symbol), rule.multiple));
        }
    }
    return tests ? tests : "0";
}

/* How many members of a batch there are: a parameter, or a number. */
static const char *members(struct job *job, const struct dispatch *dispatch,
                           const struct joint_parameters *all)
{
    const struct setting *const count = &dispatch->plans[0]->problem.values[SYMBOL_BATCH];
    const char *const name = launcher_symbol(SYMBOL_BATCH);
    return joint_place(all, name) < all->count ? name
                                               : arena_printf(job->arena, "%lld", count->whole);
}

/* The axis of which groups have parts: the kernel is picked for those of all on average. */
static void view_parts(struct job *job, const struct dispatch *dispatch, struct value *view,
                       const struct joint_parameters *all)
{
    const struct problem *const problem = &dispatch->plans[0]->problem;
    const struct setting *const count = &problem->values[SYMBOL_BATCH];
    struct value *const parts = value_set_object_if(job, view, "parts",
                                                    problem->batch == BATCH_GROUPS &&
                                                        (count->how != FIXED || count->whole != 0));
    if (!parts)
        return;
    value_set_text(job, parts, "size", symbol_in_kernel(problem->ragged));
    value_set_text(job, parts, "axis",
                   problem->ragged == SYMBOL_M   ? "m"
                   : problem->ragged == SYMBOL_N ? "n"
                                                 : "k");
    value_set_text(job, parts, "count", members(job, dispatch, all));
}

/* What the kernel is picked by, where there are rates. */
static void view_model(struct job *job, const struct dispatch *dispatch, struct value *view,
                       const struct joint_parameters *all)
{
    struct value *const model =
        value_set_object_if(job, view, "model", dispatch_has_model(dispatch));
    if (!model)
        return;
    value_set_text(job, model, "odd_lines", odd_lines(job, dispatch->plans[0], all));
    value_set_text(job, model, "members", members(job, dispatch, all));
}

/* What a function passes on behind `before`, as a row: from the struct to the event what the caller has passed. */
static struct value *passed_on(struct job *job, const char *before,
                               const struct joint_parameters *all)
{
    struct host_item arguments[HOST_MOST_ITEMS + 6] = {
        {"kernel", false}, {"self", false}, {"queue", false}};
    size_t count = 3;
    for (size_t i = 0; i < all->count; i++)
        arguments[count++] = (struct host_item){all->list[i].name, false};
    arguments[count++] = (struct host_item){"num_events", false};
    arguments[count++] = (struct host_item){"events", false};
    arguments[count++] = (struct host_item){"event", false};
    return host_row(job, before, arguments, count);
}

/* NAME_enqueue_by and NAME_enqueue. */
static void view_function(struct job *job, const struct dispatch *dispatch, struct value *view,
                          const struct joint_parameters *all)
{
    struct value *const function = value_set_object(job, view, "function");
    joint_view_head(job, function, dispatch, all);
    value_set(
        function, "passed",
        passed_on(job, arena_printf(job->arena, "    return %s_enqueue_by(", dispatch->name), all));
}

const char *emit_dispatch_launcher(struct job *job, const struct clgemm_templates *templates,
                                   const struct dispatch *dispatch, const char *cl,
                                   size_t cl_length)
{
    struct value *const view = host_view(job, dispatch->name, dispatch->plans[0], cl, cl_length);
    const struct joint_parameters all = joint_all(job, dispatch, JOINT_ENQUEUE, ROLE_C);
    joint_check(job, dispatch, &all);
    joint_view_prepared(job, dispatch, view);
    table_view(job, dispatch, view);
    view_model(job, dispatch, view, &all);
    view_parts(job, dispatch, view, &all);
    calibrate_view(job, view, dispatch);
    view_function(job, dispatch, view, &all);
    return host_render(job, templates, "host/dispatch_launcher.h", view);
}
