/*
 * The kernels that run before and after the multiplication.
 */
#include "gen/view/epilogue.h"
#include "gen/view/step.h"

/* Adds to the lists of the view the functions that a kernel calls which takes C from a workspace. */
static void add_c_functions(struct job *job, const struct kernel *kernel, struct value *view)
{
    view_add_update(job, kernel, kernel->c.given, 1, view);
    if (kernel->problem.epilogue->count)
        view_add_epilogue(job, kernel, 1, false, view);
}

/* Where such a kernel stands, and what fills its view. */
struct kind {
    const char *list;
    void (*show)(const struct step_view *s);
};

static struct kind kind_of(const struct operand *operand)
{
    if (in_image(operand))
        return (struct kind){"images", step_view_image};
    if (in_panels(operand))
        return (struct kind){"packings", step_view_packing};
    if (operand->decoded)
        return (struct kind){"decodings", step_view_decoding};
    if (operand->repacked)
        return (struct kind){"decodings", step_view_repacking};
    return (struct kind){"copies", step_view_rewrite};
}

static void add_step(struct job *job, const struct kernel *kernel, const struct plan *plan,
                     const struct step *step, struct value *view)
{
    const struct operand *const operand = kernel_operand(kernel, step->operand);
    const struct kind kind = kind_of(operand);
    struct value *const object = value_add(value_child(view, kind.list), value_object(job));
    const struct argument *const source = view_copied_argument(step);
    if (operand == &kernel->c)
        add_c_functions(job, kernel, view);
    view_add_signature(job, kernel, plan, step, object);
    value_set_text(job, object, "operand", operand->name);
    value_set_text(job, object, "ld", symbol_in_kernel(operand->ld));
    value_set_bool(job, object, "prepares", step->prepares);
    value_set_bool(job, object, "split", false);
    value_set_bool(job, object, "alpha_argument", false);
    const struct step_view s = {
        .job = job,
        .kernel = kernel,
        .plan = plan,
        .operand = operand,
        .step = step,
        .source = source,
        .from = &plan->buffers[source->buffer],
        .to = &plan->buffers[view_written_argument(plan, step)->buffer],
        .view = view,
        .object = object,
        .constants = value_set_list(job, object, "constants"),
        .offsets = value_set_list(job, object, "offsets"),
        .moves = view_add_members(job, kernel, false, object),
    };
    value_set_bool(job, object, "group_of_rows", false);
    value_set_bool(job, object, "part_of_group", false);
    value_set_bool(job, object, "tiles_of_groups", false);
    kind.show(&s);
}

void view_add_steps(struct job *job, const struct kernel *kernel, const struct plan *plan,
                    struct value *view)
{
    value_set_list(job, view, "images");
    value_set_list(job, view, "copies");
    value_set_list(job, view, "decodings");
    value_set_list(job, view, "packings");
    for (size_t i = 0; i < plan->step_count; i++)
        if (&plan->steps[i] != plan_main_step(plan))
            add_step(job, kernel, plan, &plan->steps[i], view);
}
