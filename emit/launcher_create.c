/*
 * What NAME_build does beside building the program: what it asks of the device, and how it finalises.
 */
#include "emit/launcher.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/plan/wording.h"

/* "8, 1": work-items of a work-group along each dimension. */
static const char *local_items(const struct launcher *launcher, const struct step *step)
{
    const char *text = arena_printf(launcher->job->arena, "%lld", step->dimensions[0].local);
    for (size_t i = 1; i < step->dimension_count; i++)
        text = arena_printf(launcher->job->arena, "%s, %lld", text, step->dimensions[i].local);
    return text;
}

/* Intel's drivers know this query under its extension name only, and a host may be linked with an
 * OpenCL 1.2 loader, so the emitted code asks for it at run time. */
static void view_sub_groups(const struct launcher *launcher, struct value *view)
{
    struct job *const job = launcher->job;
    const struct step *const step = plan_main_step(launcher->plan);
    if (step->sub_group_size == 0) {
        value_set_bool(job, view, "sub_groups", false);
        return;
    }
    struct value *const sub_groups = value_set_object(job, view, "sub_groups");
    value_set_bool(job, sub_groups, "equal", step->sub_group_equal);
    value_set_integer(job, sub_groups, "size", step->sub_group_size);
    value_set_integer(job, sub_groups, "local_dimensions", (long long)step->dimension_count);
    value_set_text(job, sub_groups, "local_items", local_items(launcher, step));
    value_set_text(job, sub_groups, "of", step->name);
}

/* The instructions of some engines NVIDIA's OpenCL compiler does not take: "ptx:sm_90a" is all that a plan may ask for so far. Fails the
 * job for anything else. */
void launcher_view_finalize(struct job *job, struct value *view, const char *finalize)
{
    static const char ptx[] = "ptx:";
    if (!finalize) {
        value_set_bool(job, view, "finalize", false);
        return;
    }
    if (strncmp(finalize, ptx, strlen(ptx)) != 0 || strlen(finalize) <= strlen(ptx) + 1)
        job_fail(job, CLGEMM_REFUSED, "emit", "a launcher cannot finalise by `%s`", finalize);
    const char *const target = finalize + strlen(ptx);
    const size_t base = strlen(target) - 1;
    struct value *const object = value_set_object(job, view, "finalize");
    value_set_text(job, object, "target", target);
    value_set_text(job, object, "base", arena_text(job->arena, target, base));
    value_set_text(job, object, "letter", target + base);
}

/* Whether an image before this one has texels of the same order. */
static bool asked_before(const struct plan *plan, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (plan->buffers[i].image &&
            strcmp(plan->buffers[i].image->order, plan->buffers[index].image->order) == 0)
            return true;
    return false;
}

static void view_images(const struct launcher *launcher, struct value *view)
{
    struct job *const job = launcher->job;
    const struct plan *const plan = launcher->plan;
    struct value *const orders = value_set_list(job, view, "orders");
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].image && !asked_before(plan, i))
            value_set_text(job, value_add(orders, value_object(job)), "order",
                           plan->buffers[i].image->order);
}

void launcher_view_create(const struct launcher *launcher, struct value *view)
{
    struct job *const job = launcher->job;
    const struct plan *const plan = launcher->plan;
    const bool counts_units = plan_main_step(plan)->dimensions[0].per_unit > 0;
    const bool checks = plan_main_step(plan)->sub_group_size != 0;
    value_set_text(job, view, "made_for", plan_device(job, plan));
    value_set_bool(job, view, "counts_units", counts_units);
    view_sub_groups(launcher, view);
    value_set_bool(job, view, "finalize", plan_main_step(plan)->engine.finalize != NULL);
    view_images(launcher, view);
    struct value *const steps = value_set_list(job, view, "steps");
    for (size_t i = 0; i < plan->step_count; i++) {
        struct value *const step = value_add(steps, value_object(job));
        value_set_text(job, step, "step", plan->steps[i].name);
        value_set_text(job, step, "STEP", c_capitals(job, plan->steps[i].name));
        value_set_text(job, step, "entry", plan->steps[i].entry);
        value_set_bool(job, step, "goes_on", i + 1 < plan->step_count || checks);
    }
}
