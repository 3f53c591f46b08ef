#include "emit/emit.h"

#include <string.h>

#include "gen/plan/wording.h"
#include "emit/launcher.h"

/* Refuses what the emitted code has no words for. */
static void check_plan(struct job *job, const struct plan *plan)
{
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

static void add_file_comment(const struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    const char *const stem = c_comment(launcher->job, plan->stem);
    const char *prepares = "";
    for (enum role role = ROLE_A; role <= ROLE_B; role++)
        if (launcher_prepared(launcher->whole, role))
            prepares =
                c_text(launcher->job, &launcher->names,
                       "%s *     if (status == CL_SUCCESS) // once for the values of %s\n"
                       " *         status = @_prepare_%c(&product, queue, ..., 0, NULL, NULL);\n",
                       prepares, role == ROLE_A ? "A" : "B", role == ROLE_A ? 'a' : 'b');
    c_add(text, &launcher->names,
          "/*\n"
          " * %s_launch.h: %s, %s-major, %s, on an OpenCL device.\n"
          " * Made by clgemm %s: %s\n"
          " *\n"
          " * For one or several sources in C11. It includes %s.h, which has the kernel.\n"
          " *\n"
          " *     struct @ product;\n"
          " *     // @_create_cached keeps the program in a file for the next run\n"
          " *     cl_int status = @_create(&product, context, device);\n"
          "%s"
          " *     if (status == CL_SUCCESS)\n"
          " *         status = @_enqueue(&product, queue, ..., 0, NULL, NULL);\n"
          " *     @_release(&product);\n"
          " */\n",
          stem, plan_formula(launcher->job, plan), plan->problem.layout,
          plan_types(launcher->job, plan), plan->version,
          c_comment(launcher->job, plan->command), stem, prepares);
}

static void add_struct(const struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    if (launcher->workspaces)
        c_add(text, &launcher->names,
              "struct @_workspace {\n"
              "    cl_mem memory;\n"
              "    size_t bytes;\n"
              "};\n\n");
    if (launcher->images)
        c_add(text, &launcher->names,
              "struct @_image {\n"
              "    cl_mem memory;\n"
              "    size_t width, height; /* texels */\n"
              "};\n\n");
    text_puts(text, "/* The program, built for one device. A struct serves one thread and one "
                    "queue at a time: a\n"
                    " * kernel's arguments belong to it");
    text_puts(text, launcher->workspaces ? ", and the workspaces of the steps too. */\n"
                    : launcher->images   ? ", and the images of the operands too. */\n"
                                         : ". */\n");
    c_add(text, &launcher->names, "struct @ {\n");
    if (launcher->images || launcher->workspaces)
        text_puts(text, "    cl_context context;\n");
    if (plan_main_step(plan)->dimensions[0].per_unit)
        text_puts(text, "    size_t compute_units; /* of the device */\n");
    text_puts(text, "    cl_program program; /* has the build log if the build failed */\n");
    for (size_t i = 0; i < plan->step_count; i++)
        text_printf(text, "    cl_kernel %s;\n", plan->steps[i].name);
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (launcher_makes(&plan->buffers[i]))
            c_add(text, &launcher->names, "    struct @_%s %s;\n",
                  plan->buffers[i].image ? "image" : "workspace", plan->buffers[i].name);
    if (launcher->chained)
        text_printf(text,
                    "    /* Of the steps enqueued last, the last one first: runtimes may not bear "
                    "that one fails\n"
                    "     * whose event is released. */\n"
                    "    cl_event last[%zu];\n",
                    plan->step_count);
    text_puts(text, "};\n\n");
}

static void add_release_of(struct text *text, const char *function, const char *member)
{
    text_printf(text, "    if (self->%s)\n        %s(self->%s);\n", member, function, member);
}

static void add_release(const struct launcher *launcher, struct text *text)
{
    const struct plan *plan = launcher->plan;
    struct arena *arena = launcher->job->arena;
    static const char *const parameters[] = {"struct @ *self"};
    text_puts(text, "/* Releases everything; enqueued commands are still completed. */\n");
    c_add_head(text, &launcher->names, "void", "release", parameters, 1);
    text_puts(text, "{\n");
    if (launcher->chained)
        text_printf(text,
                    "    for (int i = 0; i < %zu; i++)\n"
                    "        if (self->last[i])\n"
                    "            clReleaseEvent(self->last[i]);\n",
                    plan->step_count);
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (launcher_makes(&plan->buffers[i]))
            add_release_of(text, "clReleaseMemObject",
                           arena_printf(arena, "%s.memory", plan->buffers[i].name));
    for (size_t i = 0; i < plan->step_count; i++)
        add_release_of(text, "clReleaseKernel", plan->steps[i].name);
    add_release_of(text, "clReleaseProgram", "program");
    text_puts(text, "    memset(self, 0, sizeof *self);\n}\n\n");
}

const char *emit_launcher(struct job *job, const struct plan *plan, const char *cl,
                          size_t cl_length)
{
    struct launcher launcher = {.job = job, .names = c_names_of(job, plan->name), .whole = plan};
    check_plan(job, plan);
    const struct plan reduced = without_idle_steps(&launcher, plan);
    launcher.plan = &reduced;
    launcher.dimensions = plan_main_step(plan)->dimension_count;
    for (size_t i = 0; i < reduced.buffer_count; i++)
        if (launcher_makes(&reduced.buffers[i]))
            *(reduced.buffers[i].image ? &launcher.images : &launcher.workspaces) = true;
    launcher.chained = launcher_chains(&reduced);

    struct text enqueue, text;
    text_init(&enqueue, job);
    launcher_add_enqueue(&launcher, &enqueue);

    text_init(&text, job);
    add_file_comment(&launcher, &text);
    c_add(&text, &launcher.names,
          "#ifndef $_LAUNCH_H\n"
          "#define $_LAUNCH_H\n\n"
          "#include <stddef.h>\n"
          "#include <stdio.h>\n"
          "#include <stdlib.h>\n"
          "#include <string.h>\n"
          "#include <time.h>\n\n"
          "%s"
          "#include <CL/cl.h>\n\n"
          "#include \"%s.h\"\n\n"
          "#if !defined $_SOURCE_HASH || $_SOURCE_HASH != 0x%08lx\n"
          "#error \"%s.h has another kernel than this file: emit both together\"\n"
          "#endif\n\n",
          launcher_tries_images(&launcher)
              ? "#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS\n"
                "#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue */\n"
                "#endif\n"
              : "",
          plan->stem, emit_short_hash(cl, cl_length), plan->stem);
    c_add_null(&text, &launcher.names);
    c_add_cast(&text, &launcher.names);
    add_struct(&launcher, &text);
    launcher_add_create(&launcher, &text);
    add_release(&launcher, &text);
    launcher_add_cache(&launcher, &text);
    launcher_add_helpers(&launcher, &text);
    text_puts(&text, text_string(&enqueue));
    text_puts(&text, "#endif\n");
    return text_string(&text);
}
