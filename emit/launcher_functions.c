/*
 * NAME_enqueue, and NAME_prepare_b where B is prepared: the same function of other steps.
 */
#include "emit/launcher.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/plan/wording.h"

/* "int_M": a size in the type that the kernel takes. */
static const char *converted(struct launcher *launcher, const struct argument *argument)
{
    return arena_printf(launcher->job->arena, "%s_%s",
                        strcmp(argument->type, "i64") == 0 ? "long" : "int",
                        launcher_symbol(argument->symbol));
}

static const char *converted_size(struct launcher *launcher, const struct argument *argument)
{
    return arena_printf(launcher->job->arena, "%s_%s",
                        strcmp(argument->type, "i64") == 0 ? "long" : "int", argument->name);
}

static void view_sizes(struct launcher *launcher, struct value *list)
{
    struct job *const job = launcher->job;
    const struct step *const step = plan_main_step(launcher->plan);
    for (size_t i = 0; i < step->argument_count; i++) {
        const struct argument *const argument = &step->arguments[i];
        if (argument->kind != ARGUMENT_SIZE)
            continue;
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "type", launcher_type(job, argument->type));
        value_set_text(job, item, "converted", converted_size(launcher, argument));
        value_set_text(job, item, "value", argument->name);
    }
}

static void view_conversions(struct launcher *launcher, struct value *function)
{
    static const char *const types[] = {"i32", "i64"};
    struct job *const job = launcher->job;
    struct value *const list = value_set_list(job, function, "conversions");
    for (int i = SYMBOL_M; i < SYMBOL_COUNT; i++)
        for (int j = 0; j < 2 && !symbol_is_scalar((enum symbol)i); j++) {
            const struct argument argument = {.symbol = (enum symbol)i, .type = types[j]};
            if (!plan_passing(launcher->plan, (enum symbol)i, types[j]))
                continue;
            struct value *const item = value_add(list, value_object(job));
            value_set_text(job, item, "type", launcher_type(job, types[j]));
            value_set_text(job, item, "converted", converted(launcher, &argument));
            value_set_text(job, item, "value",
                           launcher_count(launcher, (struct count){.symbol = argument.symbol}));
        }
    view_sizes(launcher, list);
}

/* What NAME_enqueue has of an argument: its type, and where its value is. */
static const char *place_of(struct launcher *launcher, const struct argument *argument,
                            const char **type)
{
    *type = "cl_mem";
    if (argument->kind == ARGUMENT_BUFFER) {
        const struct buffer *const buffer = &launcher->plan->buffers[argument->buffer];
        return launcher_memory(launcher, buffer);
    }
    *type = launcher_type(launcher->job, argument->type);
    if (argument->kind == ARGUMENT_SIZE)
        return converted_size(launcher, argument);
    return symbol_is_scalar(argument->symbol)
               ? launcher_count(launcher, (struct count){argument->symbol, 0})
               : converted(launcher, argument);
}

static size_t width_of(const struct value *value)
{
    return strlen(value_get(value, "type")->text) + strlen(value_get(value, "value")->text);
}

void launcher_align(struct job *job, struct value *values)
{
    size_t widest = 0;
    for (const struct value *value = values->first; value; value = value->next)
        widest = width_of(value) > widest ? width_of(value) : widest;
    for (struct value *value = values->first; value; value = value->next)
        value_set_text(job, value, "blanks",
                       arena_printf(job->arena, "%*s", (int)(widest - width_of(value)), ""));
}

static void view_arguments(struct launcher *launcher, struct value *item, const struct step *step)
{
    struct job *const job = launcher->job;
    struct value *const values = value_set_list(job, item, "values");
    for (size_t i = 0; i < step->argument_count; i++) {
        struct value *const value = value_add(values, value_object(job));
        const char *type, *const place = place_of(launcher, &step->arguments[i], &type);
        value_set_text(job, value, "type", type);
        value_set_text(job, value, "value", place);
        value_set_text(job, value, "argument", step->arguments[i].name);
    }
    if (!launcher->table)
        launcher_align(job, values);
    value_set_integer(job, item, "count", (long long)step->argument_count);
}

struct launcher_items launcher_items(const struct launcher *launcher, const struct step *step,
                                     const struct launch_dimension *dimension)
{
    const long long rounded_to = dimension->rounded_to, per_group = dimension->per_group;
    const long long local = dimension->local, times = dimension->times ? dimension->times : 1;
    struct launcher_items items = {plan_known(launcher->plan, dimension->dim),
                                   .rounded_to = 1,
                                   .block = per_group,
                                   .items = local * times,
                                   .more = dimension->more,
                                   .local = local};
    if (dimension->per_unit || dimension->in_sequence) {
        items.of_units = dimension->per_unit > 0;
        items.size = (struct count){SYMBOL_NONE, 1};
        items.block = 1;
        items.items = items.of_units ? dimension->per_unit * local : local;
    } else if (rounded_to > 1) {
        /* Rounded up to a multiple of what a group covers: whole groups, so count the multiples. */
        const bool whole = rounded_to % per_group == 0 &&
                           (launcher_all_steps_need(launcher, dimension->dim.symbol) ||
                            launcher_step_needs(step, dimension->dim.symbol));
        items.rounded_to = whole ? 1 : rounded_to;
        items.block = whole ? rounded_to : per_group;
        items.items = whole ? rounded_to / per_group * local : local;
    }
    return items;
}

/* Work-items along one dimension. */
static const char *work_items(struct launcher *launcher, const struct step *step,
                              const struct launch_dimension *dimension)
{
    struct arena *const arena = launcher->job->arena;
    const struct launcher_items items = launcher_items(launcher, step, dimension);
    const char *text;
    if (items.of_units) {
        text = arena_printf(arena, "self->compute_units * %lld", items.items);
    } else if (items.rounded_to > 1) {
        launcher->uses_blocks = true;
        text = arena_printf(arena, "%s_blocks(%s, %lld) * %lld", launcher->shared,
                            launcher_round_up(launcher, items.size, items.rounded_to), items.block,
                            items.items);
    } else {
        text = launcher_blocks(launcher, items.size, items.block, items.items);
    }
    return !items.more ? text
                       : arena_printf(arena, "%s + %s", text,
                                      launcher_blocks(launcher, (struct count){items.more, 0}, 1,
                                                      items.local));
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
        value_set(item, "handle", value_printf(job, "self->%s", step->name));
        value_set_text(job, item, "number", step_number(launcher, step));
        value_set_text(job, item, "its", its);
        view_arguments(launcher, item, step);
        view_geometry(launcher, item, step, its);
        if (launcher->chained && !launcher->table)
            view_call(launcher, item, step, its, i == 0);
    }
}

void launcher_view_body(struct launcher *launcher, struct value *function)
{
    if (launcher->table && launcher->plan->by_names)
        job_fail(
            launcher->job, CLGEMM_REFUSED, "emit",
            "a dispatch picks by M, N and K, and this kernel takes sizes of --product by their "
            "names; ask --emit cl,json,launcher");
    launcher_view_checks(launcher, function);
    launcher_view_allocations(launcher, function);
    view_conversions(launcher, function);
    view_steps(launcher, function);
}

struct plan launcher_steps_of(struct job *job, const struct plan *plan,
                              const struct buffer *prepared)
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
    const struct plan all = launcher_steps_of(job, plan, prepared);
    struct launcher whole = {.job = job,
                             .plan = &all,
                             .shared = plan->name,
                             .of = "",
                             .chained = launcher_chains(plan),
                             .dimensions = launcher_dimensions(plan)};
    launcher_view_body(&whole, value_object(job));
    return launcher_list_parameters(&whole, list);
}

/* NAME_enqueue, or the function that fills `prepared`. */
static void view_function(struct launcher *launcher, struct value *function,
                          const struct buffer *prepared)
{
    struct job *const job = launcher->job;
    struct launcher_parameter list[HOST_MOST_ITEMS];
    const struct plan some = launcher_steps_of(job, launcher->plan, prepared);
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
        launcher_view_body(&own, function);
    launcher_view_derived(&own, function);
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
