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
    struct arena *const arena = launcher->job->arena;
    const char *text = NULL;
    for (size_t i = 0; i < step->dimension_count; i++)
        text =
            arena_join(arena, text, ", ", arena_printf(arena, "%lld", step->dimensions[i].local));
    return text;
}

/* Intel's drivers know this query under its extension name only, and a host may be linked with an
 * OpenCL 1.2 loader, so the emitted code asks for it at run time. */
static void view_sub_groups(const struct launcher *launcher, struct value *view)
{
    struct job *const job = launcher->job;
    const struct step *const step = plan_main_step(launcher->plan);
    struct value *const sub_groups =
        value_set_object_if(job, view, "sub_groups", step->sub_group_size != 0);
    if (!sub_groups)
        return;
    value_set_integer(job, sub_groups, "equal", step->sub_group_equal);
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
    struct value *const object = value_set_object_if(job, view, "finalize", finalize != NULL);
    if (!finalize)
        return;
    if (strncmp(finalize, ptx, strlen(ptx)) != 0 || strlen(finalize) <= strlen(ptx) + 1)
        job_fail(job, CLGEMM_REFUSED, "emit", "a launcher cannot finalise by `%s`", finalize);
    const char *const target = finalize + strlen(ptx);
    const size_t base = strlen(target) - 1;
    value_set_text(job, object, "target", target);
    value_set_text(job, object, "base", arena_text(job->arena, target, base));
    value_set_text(job, object, "letter", target + base);
}

/* Whether an item of the list has this text as a member. */
static bool has(const struct value *list, const char *member, const char *text)
{
    for (const struct value *item = list->first; item; item = item->next)
        if (strcmp(value_get(item, member)->text, text) == 0)
            return true;
    return false;
}

void launcher_add_made(struct job *job, struct value *made, const struct plan *plan)
{
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        if (!launcher_makes(buffer) || has(made, "buffer", buffer->name))
            continue;
        struct value *const item = value_add(made, value_object(job));
        value_set_text(job, item, "what", buffer->image ? "image" : "workspace");
        value_set_text(job, item, "buffer", buffer->name);
    }
}

void launcher_add_orders(struct job *job, struct value *orders, const struct plan *plan)
{
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].image && !has(orders, "order", plan->buffers[i].image->order))
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
    value_set(view, "source", value_printf(job, "%s_source", plan->name));
    value_set(view, "source_count",
              value_printf(job, "%s_SOURCE_COUNT", c_capitals(job, plan->name)));
    value_set(view, "source_options",
              value_printf(job, "%s_BUILD_OPTIONS", c_capitals(job, plan->name)));
    value_set_bool(job, view, "counts_units", counts_units);
    view_sub_groups(launcher, view);
    value_set_bool(job, view, "finalizes", false); /* but always */
    value_set_bool(job, view, "finalize", plan_main_step(plan)->engine.finalize != NULL);
    launcher_add_orders(job, value_set_list(job, view, "orders"), plan);
    struct value *const steps = value_set_list(job, view, "steps");
    for (size_t i = 0; i < plan->step_count; i++) {
        struct value *const step = value_add(steps, value_object(job));
        value_set_text(job, step, "step", plan->steps[i].name);
        value_set_text(job, step, "STEP", c_capitals(job, plan->steps[i].name));
        value_set_text(job, step, "entry", plan->steps[i].entry);
        value_set_bool(job, step, "goes_on", i + 1 < plan->step_count || checks);
    }
}
