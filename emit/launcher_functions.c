/*
 * NAME_enqueue, and NAME_prepare_b where B is prepared: the same function of other steps.
 */
#include "emit/launcher.h"

#include <string.h>

#include "gen/base/c_text.h"

/* "int_M": a size in the type that the kernel takes. */
static const char *converted(struct launcher *launcher, const struct argument *argument)
{
    return arena_printf(launcher->job->arena, "%s_%s",
                        strcmp(argument->type, "i64") == 0 ? "long" : "int",
                        launcher_symbol(argument->symbol));
}

static void view_conversions(struct launcher *launcher, struct value *function)
{
    static const char *const types[] = {"i32", "i64"};
    struct job *const job = launcher->job;
    struct value *const list = value_set_list(job, function, "conversions");
    for (int i = SYMBOL_M; i < SYMBOL_COUNT; i++)
        for (int j = 0; j < 2 && !symbol_is_scalar((enum symbol)i); j++) {
            const struct argument argument = {.symbol = (enum symbol)i, .type = types[j]};
            if (!launcher_passed_as(launcher->plan, (enum symbol)i, types[j]))
                continue;
            struct value *const item = value_add(list, value_object(job));
            value_set_text(job, item, "type", launcher_type(job, types[j]));
            value_set_text(job, item, "converted", converted(launcher, &argument));
            value_set_text(job, item, "value",
                           launcher_count(launcher, (struct count){.symbol = argument.symbol}));
        }
}

/* What NAME_enqueue has of an argument: its type, and where its value is. */
static const char *place_of(struct launcher *launcher, const struct argument *argument,
                            const char **type)
{
    *type = "cl_mem";
    if (argument->kind == ARGUMENT_BUFFER) {
        const struct buffer *const buffer = &launcher->plan->buffers[argument->buffer];
        return launcher_makes(buffer)
                   ? arena_printf(launcher->job->arena, "self->%s.memory", buffer->name)
                   : buffer->name;
    }
    *type = launcher_type(launcher->job, argument->type);
    if (!symbol_is_scalar(argument->symbol))
        return converted(launcher, argument);
    launcher->used[argument->symbol] = true;
    return launcher_symbol(argument->symbol);
}

static void view_arguments(struct launcher *launcher, struct value *item, const struct step *step)
{
    struct job *const job = launcher->job;
    struct value *const values = value_set_list(job, item, "values");
    size_t widths[HOST_MOST_ITEMS], widest = 0;
    for (size_t i = 0; i < step->argument_count; i++) {
        struct value *const value = value_add(values, value_object(job));
        const char *type, *const place = place_of(launcher, &step->arguments[i], &type);
        value_set_text(job, value, "type", type);
        value_set_text(job, value, "value", place);
        value_set_text(job, value, "argument", step->arguments[i].name);
        widths[i] = strlen(type) + strlen(place);
        if (widths[i] > widest)
            widest = widths[i];
    }
    size_t i = 0;
    for (struct value *value = values->first; value; value = value->next, i++)
        value_set_text(job, value, "blanks",
                       arena_printf(job->arena, "%*s", (int)(widest - widths[i]), ""));
    value_set_integer(job, item, "count", (long long)step->argument_count);
}

/* Work-items along one dimension, of the work-groups that its size has. */
static const char *items_of_size(struct launcher *launcher, const struct step *step,
                                 const struct launch_dimension *dimension)
{
    struct arena *const arena = launcher->job->arena;
    const long long rounded_to = dimension->rounded_to, per_group = dimension->per_group;
    if (dimension->per_unit)
        return arena_printf(arena, "self->compute_units * %lld",
                            dimension->per_unit * dimension->local);
    if (dimension->in_sequence)
        return arena_printf(arena, "%lld", dimension->local);
    /* Rounded up to a multiple of what a group covers: whole groups, so count the multiples. */
    if (rounded_to > 1 && rounded_to % per_group == 0 &&
        (launcher_all_steps_need(launcher, dimension->dim.symbol) ||
         launcher_step_needs(step, dimension->dim.symbol)))
        return launcher_blocks(launcher, dimension->dim, rounded_to,
                               rounded_to / per_group * dimension->local);
    if (rounded_to > 1) {
        const char *rounded = launcher_round_up(launcher, dimension->dim, rounded_to);
        launcher->uses_blocks = true;
        return arena_printf(arena, "%s_blocks(%s, %lld) * %lld", launcher->shared, rounded,
                            per_group, dimension->local);
    }
    return launcher_blocks(launcher, dimension->dim, per_group,
                           dimension->local * (dimension->times ? dimension->times : 1));
}

/* Work-items along one dimension. */
static const char *work_items(struct launcher *launcher, const struct step *step,
                              const struct launch_dimension *dimension)
{
    const char *const items = items_of_size(launcher, step, dimension);
    return !dimension->more
               ? items
               : arena_printf(launcher->job->arena, "%s + %s", items,
                              launcher_blocks(launcher, (struct count){dimension->more, 0}, 1,
                                              dimension->local));
}

/* All steps are launched with as many dimensions as that of most. */
static void view_geometry(struct launcher *launcher, struct value *item, const struct step *step,
                          const char *its)
{
    struct job *const job = launcher->job;
    const size_t count = launcher->dimensions;
    struct host_item global[DIMENSION_LIMIT], local[DIMENSION_LIMIT];
    for (size_t i = step->dimension_count; i < count; i++)
        global[i] = local[i] = (struct host_item){"1", false};
    for (size_t i = 0; i < step->dimension_count; i++) {
        global[i] = (struct host_item){work_items(launcher, step, &step->dimensions[i]), false};
        local[i] =
            (struct host_item){arena_printf(job->arena, "%lld", step->dimensions[i].local), false};
    }
    const char *const before =
        arena_printf(job->arena, "    const size_t %sglobal[%zu] = {", its, count);
    value_set(item, "global", host_row(job, before, global, count));
    value_set(item, "local", host_row(job, before, local, count));
}

/* "GEMM_STEP_COPY_A". */
static const char *step_number(const struct launcher *launcher, const struct step *step)
{
    struct job *const job = launcher->job;
    return arena_printf(job->arena, "%s_STEP_%s", c_capitals(job, launcher->plan->name),
                        c_capitals(job, step->name));
}

/* The call of NAME_step. */
static void view_call(struct launcher *launcher, struct value *item, const struct step *step,
                      const char *its, bool first)
{
    struct job *const job = launcher->job;
    const char *const when = launcher_condition(launcher, step, first);
    const char *const before =
        arena_printf(job->arena, "%*sstatus = %s_step(", when ? 8 : 4, "", launcher->plan->name);
    const struct host_item arguments[] = {
        {"self", false},
        {"queue", false},
        {arena_printf(job->arena, "self->%s", step->name), false},
        {arena_printf(job->arena, "%sglobal", its), false},
        {arena_printf(job->arena, "%slocal", its), false},
        {"before", false},
        {"&num_events", false},
        {step_number(launcher, step), false}, /* where events are asked for */
    };
    value_set_text(job, item, "when", when);
    host_set_list(job, item, strlen(before), arguments, launcher->plan->launcher.events ? 8 : 7);
}

static void view_steps(struct launcher *launcher, struct value *function)
{
    struct job *const job = launcher->job;
    const struct plan *const plan = launcher->plan;
    struct value *const steps = value_set_list(job, function, "steps");
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *const step = &plan->steps[i];
        /* "copy_a_" where there may be several, else nothing, before "global". */
        const char *const its =
            launcher->chained ? arena_printf(job->arena, "%s_", step->name) : "";
        struct value *const item = value_add(steps, value_object(job));
        value_set_text(job, item, "step", step->name);
        value_set_text(job, item, "STEP", c_capitals(job, step->name));
        value_set_text(job, item, "its", its);
        view_arguments(launcher, item, step);
        view_geometry(launcher, item, step, its);
        if (launcher->chained)
            view_call(launcher, item, step, its, i == 0);
    }
}

static void view_body(struct launcher *launcher, struct value *function)
{
    launcher_view_checks(launcher, function);
    launcher_view_allocations(launcher, function);
    view_conversions(launcher, function);
    view_steps(launcher, function);
}

/* The plan with the steps that fill `prepared`, or, where it is NULL, with those of the product. */
static struct plan steps_of(struct job *job, const struct plan *plan, const struct buffer *prepared)
{
    struct plan part = *plan;
    struct step *const steps = arena_array(job->arena, plan->step_count, sizeof *steps);
    part.steps = steps;
    part.step_count = part.main_step = 0;
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *const step = &plan->steps[i];
        if (prepared ? !step->prepares || step->operand != prepared->operand : step->prepares)
            continue;
        if (i == plan->main_step || prepared)
            part.main_step = part.step_count;
        steps[part.step_count++] = *step;
    }
    return part;
}

/* The body of the whole plan tells them: steps that a size of 0 leaves out take theirs in those of other sizes. */
size_t launcher_parameters(struct job *job, const struct plan *plan, const struct buffer *prepared,
                           struct launcher_parameter *list)
{
    const struct plan all = steps_of(job, plan, prepared);
    struct launcher whole = {.job = job,
                             .plan = &all,
                             .shared = plan->name,
                             .chained = launcher_chains(plan),
                             .dimensions = launcher_dimensions(plan)};
    view_body(&whole, value_object(job));
    return launcher_list_parameters(&whole, list);
}

/* NAME_enqueue, or the function that fills `prepared`. */
static void view_function(struct launcher *launcher, struct value *function,
                          const struct buffer *prepared)
{
    struct job *const job = launcher->job;
    struct launcher_parameter list[HOST_MOST_ITEMS];
    const struct plan some = steps_of(job, launcher->plan, prepared);
    struct launcher own = *launcher;
    own.plan = &some;
    own.idle = launcher->idle || some.step_count == 0;
    value_set_text(job, function, "name",
                   prepared ? arena_printf(job->arena, "prepare_%c", launcher_letter(prepared))
                            : "enqueue");
    value_set_bool(job, function, "launches", !own.idle);
    value_set_bool(job, function, "chained", own.chained);
    value_set_bool(job, function, "fills", prepared != NULL);
    if (!own.idle)
        view_body(&own, function);
    launcher->uses_blocks |= own.uses_blocks;
    launcher->uses_round_up |= own.uses_round_up;

    const size_t count = launcher_parameters(job, launcher->whole, prepared, list);
    struct value *const unused = value_set_list(job, function, "unused");
    for (size_t i = 0; i < count; i++)
        if (own.idle || !launcher_uses(&own, &list[i]))
            value_set_text(job, value_add(unused, value_object(job)), "parameter", list[i].name);
    launcher_view_head(job, function, launcher->plan->name, list, count);
}

void launcher_view_functions(struct launcher *launcher, struct value *view)
{
    struct job *const job = launcher->job;
    struct value *const list = value_set_list(job, view, "prepared");
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct buffer *const prepared = launcher_prepared(launcher->whole, role);
        if (!prepared)
            continue;
        struct value *const item = value_add(list, value_object(job));
        launcher_view_prepared_bytes(launcher, item, prepared);
        view_function(launcher, value_set_object(job, item, "function"), prepared);
    }
    view_function(launcher, value_set_object(job, view, "function"), NULL);
}
