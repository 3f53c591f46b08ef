/*
 * The workspaces and images that a launcher's function makes: as large as its sizes ask, and none for a step that does not run.
 */
#include "emit/launcher.h"

#include "gen/plan/wording.h"

/* An extent of a workspace; of one that has a part for each tile of C, in tiles. */
static const char *extent_of(struct launcher *launcher, const struct buffer *buffer,
                             const struct extent *extent)
{
    struct arena *const arena = launcher->job->arena;
    const char *const elements = launcher_round_up(launcher, extent->n, extent->rounded_to);
    if (!buffer->notes && !buffer->counters)
        return elements;
    const char *const tiles = arena_printf(arena, "%s / %lld", elements, extent->rounded_to);
    return extent->more
               ? arena_printf(arena, "%s + %s", tiles,
                              launcher_blocks(launcher, (struct count){extent->more, 0}, 1, 1))
               : tiles;
}

/* Room for a workspace, which is dense: nothing lies between its lines. */
static void view_workspace(struct launcher *launcher, struct value *item, const char *when,
                           const struct buffer *buffer)
{
    struct arena *arena = launcher->job->arena;
    const struct extent *rows = &buffer_lines(buffer)[0], *columns = &buffer_lines(buffer)[1];
    const bool several = buffer->extent_count > 2; /* members, or parts */
    const long long parts = buffer->extent_count > 3 ? rows[-1].n.number : 1; /* of a member */
    const char *const bytes = arena_printf(arena, "%lld", buffer->element_bytes * parts);
    const char *const members = several ? launcher_count(launcher, buffer->extents[0].n) : "1";
    const struct host_item arguments[] = {
        {arena_printf(arena, "&self->%s", buffer->name), false},
        {"self->context", false},
        {extent_of(launcher, buffer, rows), false},
        {extent_of(launcher, buffer, columns), false},
        {buffer->counters ? members : bytes, false},
        {members, false},
    };
    launcher_set_call(launcher, item, when, "make",
                      buffer->counters ? "counters"
                      : several        ? "workspaces"
                                       : "workspace",
                      arguments, several && !buffer->counters ? 6 : 5);
    value_set_bool(launcher->job, item, "unread", false);
}

/* An image of a step that does not run is an argument of the product all the same. */
static void view_image(struct launcher *launcher, struct value *item, const char *when,
                       const struct buffer *buffer)
{
    struct job *const job = launcher->job;
    const struct extent *rows = &buffer->extents[0], *columns = &buffer->extents[1];
    const char *width = launcher_round_up(launcher, columns->n, plan_image_row(buffer));
    if (buffer->covers > 1)
        width = arena_printf(job->arena, "%s / %lld", width, buffer->covers);
    const struct host_item arguments[] = {
        {arena_printf(job->arena, "&self->%s", buffer->name), false},     {"self->context", false},
        {arena_printf(job->arena, "CL_%s", buffer->image->order), false}, {width, false},
        {launcher_round_up(launcher, rows->n, rows->rounded_to), false},
    };
    launcher_set_call(launcher, item, when, "make", "image", arguments, 5);
    value_set_text(job, item, "unread", when ? buffer->image->order : NULL);
}

/* The step that fills a workspace, without which nobody reads it; NULL: the product does. */
static const struct step *filling_step(const struct plan *plan, const struct buffer *buffer)
{
    for (size_t i = 0; i < plan->step_count && buffer->operand != ROLE_C; i++)
        if (launcher_step_takes(plan, &plan->steps[i], buffer))
            return &plan->steps[i];
    return NULL;
}

void launcher_view_allocations(struct launcher *launcher, struct value *function)
{
    struct job *const job = launcher->job;
    const struct plan *const plan = launcher->plan;
    struct value *const allocations = value_set_list(job, function, "allocations");
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        if (!launcher_makes(buffer) || !launcher_takes(plan, buffer))
            continue;
        const struct step *const filling = filling_step(plan, buffer);
        const char *const when = filling ? launcher_condition(launcher, filling, true) : NULL;
        struct value *const item = value_add(allocations, value_object(job));
        value_set_text(job, item, "buffer", buffer->name);
        if (buffer->image)
            view_image(launcher, item, when, buffer);
        else
            view_workspace(launcher, item, when, buffer);
    }
}
