#include "emit/launcher.h"

#include <string.h>

#include "gen/plan/wording.h"

/* An extent of a workspace; of one of which each work-group has a part, in tiles. */
static const char *extent_of(struct launcher *launcher, const struct buffer *buffer,
                             const struct extent *extent)
{
    const char *const elements = launcher_round_up(launcher, extent->n, extent->rounded_to);
    return buffer->notes
               ? arena_printf(launcher->job->arena, "%s / %lld", elements, extent->rounded_to)
               : elements;
}

/* The condition under which a step runs, given that the call did not return early; false: none. */
static bool add_step_condition(struct launcher *launcher, struct text *text,
                               const struct step *step, bool first)
{
    const char *items[LAUNCHER_MOST_ITEMS];
    size_t count = 0;
    if (!first)
        items[count++] = "status == CL_SUCCESS";
    for (int i = 0; i < NONZERO_LIMIT && step->nonzero[i] != SYMBOL_NONE; i++)
        if (launcher_given(launcher, step->nonzero[i]) &&
            !launcher_all_steps_need(launcher, step->nonzero[i]))
            items[count++] = launcher_comparison(launcher, step->nonzero[i], "!=");
    if (count > 0)
        c_add_if(text, " &&", items, count);
    return count > 0;
}

/* Room for a workspace, which is dense: nothing lies between its lines. */
static void add_workspace(struct launcher *launcher, struct text *text, const struct buffer *buffer,
                          int indent)
{
    struct arena *arena = launcher->job->arena;
    const struct extent *rows = &buffer_lines(buffer)[0], *columns = &buffer_lines(buffer)[1];
    const bool several = buffer->extent_count > 2; /* members, or parts */
    const long long parts = buffer->extent_count > 3 ? rows[-1].n.number : 1; /* of a member */
    const long long bytes = buffer->notes ? rows->rounded_to * columns->rounded_to / buffer->covers
                                          : buffer->element_bytes;
    const char *const call = c_text(launcher->job, &launcher->names, "%*sstatus = @_make_%s(",
                                    indent, "", several ? "workspaces" : "workspace");
    const char *const arguments[] = {
        arena_printf(arena, "&self->%s", buffer->name),
        "self->context",
        extent_of(launcher, buffer, rows),
        extent_of(launcher, buffer, columns),
        arena_printf(arena, "%lld", bytes * parts),
        several ? launcher_count(launcher, buffer->extents[0].n) : NULL,
    };
    c_add_row(text, call, arguments, several ? 6 : 5, ");");
}

static void add_image(struct launcher *launcher, struct text *text, const struct buffer *buffer,
                      int indent)
{
    const char *const call =
        c_text(launcher->job, &launcher->names, "%*sstatus = @_make_image(", indent, "");
    const struct extent *rows = &buffer->extents[0], *columns = &buffer->extents[1];
    /* A row is a multiple of the pitch, which is a power of two, and of whole texels. */
    long long multiple = columns->rounded_to;
    const long long pitch = buffer->image->pitch_bytes / buffer->element_bytes * buffer->covers;
    while (pitch > 0 && multiple % pitch != 0)
        multiple *= 2;
    const char *width = launcher_round_up(launcher, columns->n, multiple);
    if (buffer->covers > 1)
        width = arena_printf(launcher->job->arena, "%s / %lld", width, buffer->covers);
    const char *const arguments[] = {
        arena_printf(launcher->job->arena, "&self->%s", buffer->name),
        "self->context",
        arena_printf(launcher->job->arena, "CL_%s", buffer->image->order),
        width,
        launcher_round_up(launcher, rows->n, rows->rounded_to),
    };
    c_add_row(text, call, arguments, 5, ");");
    if (indent > 4)
        c_add(text, &launcher->names,
              "    else if (!self->%s.memory) /* an argument, though not read */\n"
              "        status = @_make_image(&self->%s, self->context, CL_%s, 1, 1);\n",
              buffer->name, buffer->name, buffer->image->order);
}

/* The step that fills a workspace, without which nobody reads it; NULL: the product does. */
static const struct step *filling_step(const struct plan *plan, const struct buffer *buffer)
{
    for (size_t i = 0; i < plan->step_count && buffer->operand != ROLE_C; i++)
        if (launcher_step_takes(plan, &plan->steps[i], buffer))
            return &plan->steps[i];
    return NULL;
}

/* Workspaces and images, of which a step that does not run needs none. */
static void add_workspaces(struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *buffer = &plan->buffers[i];
        if (!launcher_makes(buffer) || !launcher_takes(plan, buffer))
            continue;
        const struct step *const filling = filling_step(plan, buffer);
        const int indent = filling && add_step_condition(launcher, text, filling, true) ? 8 : 4;
        if (buffer->image)
            add_image(launcher, text, buffer, indent);
        else
            add_workspace(launcher, text, buffer, indent);
        text_puts(text, "    if (status != CL_SUCCESS)\n        return status;\n");
    }
}

/* "int_M": a size in the type that the kernel takes. */
static const char *converted(struct launcher *launcher, const struct argument *argument)
{
    return arena_printf(launcher->job->arena, "%s_%s",
                        strcmp(argument->type, "i64") == 0 ? "long" : "int",
                        launcher_symbol(argument->symbol));
}

static void add_conversions(struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    static const char *const types[] = {"i32", "i64"};
    for (int i = SYMBOL_M; i < SYMBOL_COUNT; i++)
        for (int j = 0; j < 2 && !symbol_is_scalar((enum symbol)i); j++)
            if (launcher_passed_as(plan, (enum symbol)i, types[j])) {
                const char *c = launcher_type(launcher->job, types[j]);
                const struct argument argument = {.symbol = (enum symbol)i, .type = types[j]};
                c_add(text, &launcher->names, "    const %s %s = $_CAST(%s, %s);\n", c,
                      converted(launcher, &argument), c,
                      launcher_count(launcher, (struct count){.symbol = argument.symbol}));
            }
}

static const char *argument_text(struct launcher *launcher, const struct argument *argument)
{
    struct arena *arena = launcher->job->arena;
    const struct plan *plan = launcher->plan;
    if (argument->kind == ARGUMENT_BUFFER) {
        const struct buffer *buffer = &plan->buffers[argument->buffer];
        if (launcher_makes(buffer))
            return arena_printf(arena, "{sizeof(cl_mem), &self->%s.memory}", buffer->name);
        return arena_printf(arena, "{sizeof(cl_mem), &%s}", buffer->name);
    }
    const char *value = launcher_symbol(argument->symbol);
    if (symbol_is_scalar(argument->symbol))
        launcher->used[argument->symbol] = true;
    else
        value = converted(launcher, argument);
    return arena_printf(arena, "{sizeof(%s), &%s}", launcher_type(launcher->job, argument->type),
                        value);
}

/* "copy_a_global" where there are several steps, else "global". */
static const char *local_name(struct launcher *launcher, const struct step *step, const char *what)
{
    return launcher->chained ? arena_printf(launcher->job->arena, "%s_%s", step->name, what) : what;
}

static void add_arguments(struct launcher *launcher, struct text *text, const struct step *step)
{
    const char *rows[LAUNCHER_MOST_ITEMS];
    size_t width = 0;
    for (size_t i = 0; i < step->argument_count; i++) {
        rows[i] = argument_text(launcher, &step->arguments[i]);
        if (strlen(rows[i]) > width)
            width = strlen(rows[i]);
    }
    c_add(text, &launcher->names, "    const struct @_argument %s[] = {\n",
          local_name(launcher, step, "arguments"));
    for (size_t i = 0; i < step->argument_count; i++)
        text_printf(text, "        %s,%*s /* %s */\n", rows[i], (int)(width - strlen(rows[i])), "",
                    step->arguments[i].name);
    text_puts(text, "    };\n");
}

/* Work-items along one dimension. */
static const char *work_items(struct launcher *launcher, const struct step *step,
                              const struct launch_dimension *dimension)
{
    const long long rounded_to = dimension->rounded_to, per_group = dimension->per_group;
    if (dimension->per_unit)
        return arena_printf(launcher->job->arena, "self->compute_units * %lld",
                            dimension->per_unit * dimension->local);
    if (dimension->in_sequence)
        return arena_printf(launcher->job->arena, "%lld", dimension->local);
    /* Rounded up to a multiple of what a group covers: whole groups, so count the multiples. */
    if (rounded_to > 1 && rounded_to % per_group == 0 &&
        (launcher_all_steps_need(launcher, dimension->dim.symbol) ||
         launcher_step_needs(step, dimension->dim.symbol)))
        return launcher_blocks(launcher, dimension->dim, rounded_to,
                               rounded_to / per_group * dimension->local);
    if (rounded_to > 1) {
        const char *rounded = launcher_round_up(launcher, dimension->dim, rounded_to);
        launcher->uses_blocks = true;
        return c_text(launcher->job, &launcher->names, "@_blocks(%s, %lld) * %lld", rounded,
                      per_group, dimension->local);
    }
    return launcher_blocks(launcher, dimension->dim, per_group,
                           dimension->local * (dimension->times ? dimension->times : 1));
}

static void add_geometry(struct launcher *launcher, struct text *text, const struct step *step)
{
    /* All steps are launched with as many dimensions as the product. */
    const size_t count = launcher->dimensions;
    const char *global[DIMENSION_LIMIT], *local[DIMENSION_LIMIT];
    for (size_t i = step->dimension_count; i < count; i++)
        global[i] = local[i] = "1";
    for (size_t i = 0; i < step->dimension_count; i++) {
        global[i] = work_items(launcher, step, &step->dimensions[i]);
        local[i] = arena_printf(launcher->job->arena, "%lld", step->dimensions[i].local);
    }
    c_add_row(text,
              arena_printf(launcher->job->arena, "    const size_t %s[%zu] = {",
                           local_name(launcher, step, "global"), count),
              global, count, "};");
    c_add_row(text,
              arena_printf(launcher->job->arena, "    const size_t %s[%zu] = {",
                           local_name(launcher, step, "local"), count),
              local, count, "};");
}

static void add_set(struct launcher *launcher, struct text *text, const struct step *step)
{
    c_add(text, &launcher->names,
          "    status = @_set_arguments(self->%s, %s, %zu);\n"
          "    if (status != CL_SUCCESS)\n"
          "        return status;\n",
          step->name, local_name(launcher, step, "arguments"), step->argument_count);
}

/* One step: its own event chain is the caller's. */
static void add_single_launch(struct launcher *launcher, struct text *text)
{
    if (launcher->plan->problem.batch != BATCH_NONE) {
        c_add(text, &launcher->names,
              "    return @_launch(queue, self->%s, global, local, num_events, events, event);\n",
              launcher->plan->steps[0].name);
        return;
    }
    c_add(text, &launcher->names,
          "    return clEnqueueNDRangeKernel(queue, self->%s, %zu, $_NULL, global, local, "
          "num_events,\n"
          "                                  events, event);\n",
          launcher->plan->steps[0].name, launcher->plan->steps[0].dimension_count);
}

static void add_chain(struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    c_add(text, &launcher->names,
          "\n    /* A queue may execute out of order, so each step waits for the previous one. The "
          "first\n"
          "     * waits for the caller's events, and for the previous call, which may still use "
          "the\n"
          "     * workspaces. */\n"
          "    status = @_begin(self, num_events, events, &before);\n"
          "    if (status != CL_SUCCESS)\n"
          "        return status;\n");
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *step = &plan->steps[i];
        const int indent = add_step_condition(launcher, text, step, i == 0) ? 8 : 4;
        const char *call =
            c_text(launcher->job, &launcher->names, "%*sstatus = @_step(", indent, "");
        const char *const arguments[] = {
            "self",
            "queue",
            arena_printf(launcher->job->arena, "self->%s", step->name),
            local_name(launcher, step, "global"),
            local_name(launcher, step, "local"),
            "before",
            "&num_events",
        };
        c_add_row(text, call, arguments, 7, ");");
    }
    text_puts(text, "    free(before);\n"
                    "    if (status != CL_SUCCESS || !event)\n"
                    "        return status;\n"
                    "    status = clRetainEvent(self->last[0]);\n"
                    "    if (status == CL_SUCCESS)\n"
                    "        *event = self->last[0];\n"
                    "    return status;\n");
}

/* `prepared`: what the function fills; NULL: it multiplies. */
static void add_comment(const struct launcher *launcher, struct text *text,
                        const struct buffer *prepared, const char *parameters)
{
    if (prepared)
        c_add(
            text, &launcher->names,
            "/* Enqueues what fills %s, which @_enqueue reads in place of %s: once for the values "
            "of\n"
            " * %s, for any number of products. Sizes are in elements.\n *\n%s",
            prepared->name, launcher_operand(prepared), launcher_operand(prepared), parameters);
    else
        text_printf(text, "/* Enqueues %s. Sizes are in elements.\n *\n%s",
                    plan_formula(launcher->job, launcher->plan), parameters);
    text_printf(
        text,
        " * num_events, events: events to wait for; event: NULL, or receives the event of the "
        "%s\n"
        " *\n"
        " * Errors, besides those of OpenCL: CL_INVALID_VALUE if the kernel does not support a "
        "value, or\n"
        " * a leading dimension is too small; CL_INVALID_BUFFER_SIZE if a buffer is too small%s. "
        "Nothing\n"
        " * is enqueued then. */\n",
        prepared ? "last step" : "product",
        launcher->images ? ";\n * CL_INVALID_IMAGE_SIZE if an image is too small for a size" : "");
}

/* Where nothing is ever launched. */
static void add_idle_body(struct text *text, const struct buffer *prepared)
{
    text_printf(text,
                "    (void)self;\n"
                "    /* %s; `event` completes after the events before it. */\n"
                "    return event ? clEnqueueMarkerWithWaitList(queue, num_events, events, event)\n"
                "                 : CL_SUCCESS;\n",
                prepared ? "There is nothing to prepare" : "C has no elements");
}

static void add_body(struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    text_puts(text, "    cl_int status = CL_SUCCESS;\n");
    if (launcher->chained)
        text_puts(text, "    cl_event *before;\n");
    text_puts(text, "\n");
    launcher_add_checks(launcher, text);
    add_workspaces(launcher, text);
    text_puts(text, "\n");
    add_conversions(launcher, text);
    for (size_t i = 0; i < plan->step_count; i++) {
        add_arguments(launcher, text, &plan->steps[i]);
        add_geometry(launcher, text, &plan->steps[i]);
    }
    for (size_t i = 0; i < plan->step_count; i++)
        add_set(launcher, text, &plan->steps[i]);
    if (launcher->chained)
        add_chain(launcher, text);
    else
        add_single_launch(launcher, text);
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
                             .names = c_names_of(job, plan->name),
                             .chained = launcher_chains(plan),
                             .dimensions = plan_main_step(plan)->dimension_count};
    struct text unread;
    text_init(&unread, job);
    add_body(&whole, &unread);
    return launcher_list_parameters(&whole, list);
}

/* NAME_enqueue, or the function that fills `prepared`. */
static void add_function(struct launcher *launcher, struct text *text,
                         const struct buffer *prepared)
{
    struct job *const job = launcher->job;
    struct launcher_parameter list[LAUNCHER_MOST_ITEMS];
    const char *parameters[LAUNCHER_MOST_ITEMS] = {"struct @ *self", "cl_command_queue queue"};
    size_t count = 2;
    struct text body, comment, unused;
    text_init(&body, job);
    text_init(&comment, job);
    text_init(&unused, job);
    const struct plan some = steps_of(job, launcher->plan, prepared);
    struct launcher own = *launcher;
    own.plan = &some;
    own.idle = launcher->idle || some.step_count == 0;
    if (own.idle)
        add_idle_body(&body, prepared);
    else
        add_body(&own, &body);
    launcher->uses_blocks |= own.uses_blocks;
    launcher->uses_round_up |= own.uses_round_up;

    const size_t listed = launcher_parameters(job, launcher->whole, prepared, list);
    for (size_t i = 0; i < listed; i++) {
        parameters[count++] = arena_printf(job->arena, "%s %s", list[i].type, list[i].name);
        if (list[i].meaning)
            text_printf(&comment, " * %-10s %s\n", list[i].name, list[i].meaning);
        if (own.idle || !launcher_uses(&own, &list[i]))
            text_printf(&unused, "    (void)%s;\n", list[i].name);
    }
    parameters[count++] = "cl_uint num_events";
    parameters[count++] = "const cl_event *events";
    parameters[count++] = "cl_event *event";

    add_comment(&own, text, prepared, text_string(&comment));
    c_add_head(text, &launcher->names, "cl_int",
               prepared ? arena_printf(job->arena, "prepare_%c", launcher_letter(prepared))
                        : "enqueue",
               parameters, count);
    text_printf(text, "{\n%s%s}\n\n", text_string(&unused), text_string(&body));
}

void launcher_add_enqueue(struct launcher *launcher, struct text *text)
{
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct buffer *const prepared = launcher_prepared(launcher->whole, role);
        if (!prepared)
            continue;
        launcher_add_prepared_bytes(launcher, text, prepared);
        add_function(launcher, text, prepared);
    }
    add_function(launcher, text, NULL);
}
