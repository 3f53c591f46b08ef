#include "emit/emit.h"

#include <string.h>

#include "emit/launcher.h"
#include "gen/plan/wording.h"

/* Refuses what the emitted code has no words for. */
static void check_plan(struct job *job, const struct plan *plan)
{
    if (plan->host)
        job_fail(job, CLGEMM_REFUSED, "emit",
                 "the host of interface %s launches the kernel itself: there is no launcher for "
                 "it; ask --emit cl,json",
                 plan->host->name);
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *buffer = &plan->buffers[i];
        if (buffer->image && buffer->role != ROLE_WORKSPACE)
            job_fail(job, CLGEMM_REFUSED, "emit",
                     "a launcher takes buffers from its caller, and %s is an image", buffer->name);
        const char *const channel = launcher_channel(plan);
        if (buffer->image && strcmp(buffer->image->type, channel) != 0)
            job_fail(job, CLGEMM_REFUSED, "emit",
                     "a launcher makes images of one type only, not of %s and %s", channel,
                     buffer->image->type);
    }
    if (strpbrk(plan->stem, "\"\\\n"))
        job_fail(job, CLGEMM_USAGE, "output",
                 "%s.h cannot be included: quotes, backslashes and line "
                 "breaks have no place in the name of a header",
                 plan->stem);
}

static bool never_runs(const struct plan *plan, const struct step *step)
{
    for (int i = 0; i < NONZERO_LIMIT && step->nonzero[i] != SYMBOL_NONE; i++)
        if (launcher_fixed_at_zero(plan, step->nonzero[i]))
            return true;
    return false;
}

/* The plan without the steps that a size or alpha fixed at 0 leaves out. Where none remains, the
 * product itself stays, to be built and never launched. NAME_enqueue takes what that of another
 * size takes: a caller need not treat such a launcher differently. */
static struct plan without_idle_steps(struct launcher *launcher, const struct plan *plan)
{
    struct plan reduced = *plan;
    struct step *steps = arena_array(launcher->job->arena, plan->step_count, sizeof *steps);
    reduced.steps = steps;
    reduced.step_count = reduced.main_step = 0;
    for (size_t i = 0; i < plan->step_count; i++) {
        if (never_runs(plan, &plan->steps[i]) ||
            (plan->steps[i].prepares && never_runs(plan, plan_main_step(plan))))
            continue;
        if (i == plan->main_step)
            reduced.main_step = reduced.step_count;
        steps[reduced.step_count++] = plan->steps[i];
    }
    launcher->idle = reduced.step_count == 0;
    if (launcher->idle) {
        steps[reduced.step_count++] = *plan_main_step(plan);
        reduced.buffer_count = 0;
    }
    return reduced;
}

/* What is emitted because it was asked for. */
static void view_parts(struct job *job, struct value *view, struct launcher_parts parts)
{
    value_set_bool(job, view, "cache", parts.cache);
    value_set_bool(job, view, "events", parts.events);
    value_set_bool(job, view, "log", parts.log);
}

void launcher_view_chain(struct job *job, struct value *view, long long steps)
{
    struct value *const chain = value_set_object_if(job, view, "chain", steps > 0);
    if (!chain)
        return;
    value_set_integer(job, chain, "count", steps);
    value_set_integer(job, chain, "oldest", steps - 1);
    value_set_unless(job, chain, "moved", steps - 1, 0);
}

/* What the struct holds. */
static void view_struct(const struct launcher *launcher, struct value *view)
{
    struct job *const job = launcher->job;
    const struct plan *const plan = launcher->plan;
    value_set_bool(job, view, "images", launcher_makes_some(plan, true));
    launcher_add_made(job, value_set_list(job, view, "made"), plan);
    launcher_view_chain(job, view, launcher->chained ? (long long)plan->step_count : 0);
}

/* Whether a workspace holds several matrices: the members of a batch, or the parts of a product. */
static bool makes_several(const struct plan *plan)
{
    bool several = false;
    for (size_t i = 0; i < plan->buffer_count; i++)
        several |= launcher_makes(&plan->buffers[i]) && !plan->buffers[i].counters &&
                   plan->buffers[i].extent_count > 2;
    return several;
}

/* Whether dimension 2 of its launches has the members of a batch: that of groups has them where a step has them one by one. */
static bool launches_members(const struct launcher *launcher)
{
    const struct problem *const problem = &launcher->plan->problem;
    return (problem->batch != BATCH_NONE || problem->attends) && launcher->dimensions > 2;
}

void launcher_add_uses(const struct launcher *launcher, struct launcher_shared *uses)
{
    const struct plan *const plan = launcher->plan;
    const enum batch batch = plan->problem.batch;
    const bool prepares = launcher_prepared(plan, ROLE_A) || launcher_prepared(plan, ROLE_B);
    const char *const channel = launcher_channel(plan);
    const char *const finalize = plan_main_step(plan)->engine.finalize;
    if (channel && uses->channel && strcmp(channel, uses->channel) != 0)
        job_fail(launcher->job, CLGEMM_REFUSED, "emit",
                 "a launcher makes images of one type only, not of %s and %s", uses->channel,
                 channel);
    uses->launches |= !launcher->idle;
    uses->chains |= launcher->chained;
    uses->batch |= launches_members(launcher);
    uses->blocks |= launcher->uses_blocks;
    uses->round_up |= launcher->uses_round_up;
    uses->sub_groups |= plan_main_step(plan)->sub_group_size != 0;
    uses->check_members |=
        batch == BATCH_STRIDED || batch == BATCH_GROUPS || (batch != BATCH_NONE && prepares);
    uses->several |= makes_several(plan);
    uses->asks_order |= launches_members(launcher) || launcher->chained;
    for (size_t i = 0; i < plan->buffer_count; i++)
        uses->counters |= plan->buffers[i].counters && launcher_takes(plan, &plan->buffers[i]);
    uses->workspaces |= launcher_makes_some(plan, false);
    uses->of_sizes |= plan->by_names;
    uses->channel = channel ? channel : uses->channel;
    uses->finalize = finalize ? finalize : uses->finalize;
    uses->parts = plan->launcher;
}

struct launcher launcher_of(struct job *job, const struct plan *plan, const char *shared)
{
    struct launcher launcher = {.job = job, .shared = shared, .of = "", .whole = plan};
    struct plan *const reduced = arena_array(job->arena, 1, sizeof *reduced);
    check_plan(job, plan);
    *reduced = without_idle_steps(&launcher, plan);
    launcher.plan = reduced;
    launcher.dimensions = launcher_dimensions(plan);
    launcher.chained = launcher_chains(reduced);
    return launcher;
}

/* Its view, for host/own; adds the functions that it calls to *uses. */
static void view_own(struct job *job, struct value *view, const struct plan *plan,
                     struct launcher_shared *uses)
{
    struct launcher launcher = launcher_of(job, plan, plan->name);
    host_set_names(job, view, plan->name);
    value_set_text(job, view, "formula", plan_formula(job, plan));
    view_parts(job, view, plan->launcher);
    view_struct(&launcher, view);
    launcher_view_create(&launcher, view);
    launcher_view_functions(&launcher, view);
    value_set_bool(job, view, "launches", !launcher.idle);
    value_set_bool(job, view, "batch", launches_members(&launcher));
    value_set_integer(job, view, "dimensions", (long long)launcher.dimensions);
    launcher_add_uses(&launcher, uses);
}

/* Images of halves are tried too: PoCL 3.1 lists CL_R with CL_HALF_FLOAT and reads bytes. Host functions do not show it. */
void launcher_view_shared(struct job *job, struct value *view, const struct launcher_shared *uses)
{
    view_parts(job, view, uses->parts);
    value_set_bool(job, view, "prints", uses->parts.cache || uses->parts.calibrate);
    value_set_bool(job, view, "allocates",
                   uses->parts.cache || uses->parts.calibrate || uses->parts.log || uses->chains ||
                       uses->finalize);
    value_set_bool(job, view, "launches", uses->launches);
    value_set_bool(job, view, "chains", uses->chains);
    value_set_bool(job, view, "batch", uses->batch);
    value_set_bool(job, view, "blocks", uses->blocks);
    value_set_bool(job, view, "round_up", uses->round_up);
    value_set_bool(job, view, "check_members", uses->check_members);
    value_set_bool(job, view, "sub_groups", uses->sub_groups);
    value_set_bool(job, view, "several", uses->several);
    value_set_bool(job, view, "asks_order", uses->asks_order);
    value_set_bool(job, view, "workspaces", uses->workspaces);
    value_set_bool(job, view, "counters", uses->counters);
    value_set_bool(job, view, "takes_sizes", uses->of_sizes);
    value_set_bool(job, view, "images", uses->channel != NULL);
    value_set_text(job, view, "channel", uses->channel);
    value_set_bool(job, view, "halves", uses->channel && strcmp(uses->channel, "HALF_FLOAT") == 0);
    value_set_integer(job, view, "most", PLAN_MOST_MEMBERS);
    launcher_view_finalize(job, view, uses->finalize);
}

const char *emit_launcher(struct job *job, const struct clgemm_templates *templates,
                          const struct plan *plan, const char *cl, size_t cl_length)
{
    struct launcher_shared uses = {.channel = NULL};
    struct value *const view = host_view(job, plan->name, plan, cl, cl_length);
    if (plan->launcher.calibrate)
        job_fail(job, CLGEMM_REFUSED, "launcher",
                 "calibrate measures which of several kernels is the fastest, and this is one; ask "
                 "--emit dispatch,launcher, or --launcher without it");
    view_own(job, value_set_object(job, view, "own"), plan, &uses);
    launcher_view_shared(job, view, &uses);
    return host_render(job, templates, "host/launcher.h", view);
}
