/*
 * NAME_launch.h of a dispatch: all of its kernels as one, with the functions that the launcher of one kernel has.
 */
#include "emit/dispatch.h"

#include "gen/plan/wording.h"
#include "emit/joint.h"

static const char *prepared_operands(const struct joint *joint)
{
    const char *lines = "";
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct buffer *const prepared = launcher_prepared(joint->dispatch->plans[0], role);
        if (prepared)
            lines =
                c_text(joint->job, &joint->names,
                       "%s *     if (status == CL_SUCCESS) // once for the values of %s\n"
                       " *         status = @_prepare_%c(&product, queue, ..., 0, NULL, NULL);\n",
                       lines, launcher_operand(prepared), launcher_letter(prepared));
    }
    return lines;
}

static void add_file_comment(const struct joint *joint, struct text *text)
{
    const struct plan *const first = joint->dispatch->plans[0];
    c_add(
        text, &joint->names,
        "/*\n"
        " * @_launch.h: the fastest kernel for each shape, on an OpenCL device.\n"
        " * %s, %s-major, %s.\n"
        " * Made by clgemm %s.\n"
        " *\n"
        " * For one or several sources in C11. It includes @_dispatch.h, and the launchers of the\n"
        " * kernels.\n"
        " *\n"
        " *     struct @ product;\n"
        " *     // @_create_cached keeps programs in files for the next run\n"
        " *     cl_int status = @_create(&product, context, device);\n"
        "%s"
        " *     if (status == CL_SUCCESS)\n"
        " *         status = @_enqueue(&product, queue, ..., 0, NULL, NULL);\n"
        " *     @_release(&product);\n"
        " *\n"
        " * A kernel is built by the first call that needs it; @_build builds it before.\n"
        " *\n"
        " * A struct serves one thread and one queue at a time: the arguments and the workspaces "
        "of "
        "the\n"
        " * kernels belong to it. Threads that multiply at the same time, or queues that are to "
        "run "
        "at the\n"
        " * same time, have a struct each. A queue may execute out of order: steps of a product "
        "wait "
        "for\n"
        " * each other, and products that share buffers wait as the caller says by events.\n"
        " */\n",
        plan_formula(joint->job, first), first->problem.layout,
        plan_types(joint->job, first), first->version, prepared_operands(joint));
    c_add(text, &joint->names, "#ifndef $_LAUNCH_H\n#define $_LAUNCH_H\n\n");
    text_puts(text, "#include <string.h>\n\n#include <CL/cl.h>\n\n");
    c_add(text, &joint->names, "#include \"@_dispatch.h\"\n");
    for (size_t i = 0; i < joint->dispatch->kernel_count; i++)
        text_printf(text, "#include \"%s_launch.h\"\n", joint->dispatch->plans[i]->stem);
    text_puts(text, "\n");
    c_add_null(text, &joint->names);
}

static bool prepares(const struct joint *joint)
{
    const struct plan *const first = joint->dispatch->plans[0];
    return launcher_prepared(first, ROLE_A) || launcher_prepared(first, ROLE_B);
}

static void add_struct(const struct joint *joint, struct text *text)
{
    const struct dispatch *const dispatch = joint->dispatch;
    c_add(text, &joint->names,
          "/* The kernels, for one device. */\n"
          "struct @ {\n"
          "    cl_context context;\n"
          "    cl_device_id device;\n"
          "    const char *folder; /* of the cache, or a null pointer */\n"
          "    int built[$_KERNEL_COUNT];\n"
          "    cl_int status[$_KERNEL_COUNT]; /* of the build */\n");
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(text, "    struct %s %s;\n", dispatch->plans[i]->name, joint_member(joint, i));
    if (prepares(joint))
        text_puts(text,
                  "    /* Behind what was prepared last: runtimes may not bear that one fails "
                  "whose event is\n"
                  "     * released. */\n"
                  "    cl_event barrier;\n");
    text_puts(text, "};\n\n");
}

static void add_create(const struct joint *joint, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "cl_context context",
                                             "cl_device_id device", "const char *folder"};
    c_add_function(text, &joint->names,
                   "/* Gets ready for a device; no kernel is built yet. Call @_release afterwards, "
                   "also on an\n"
                   " * error. */\n",
                   "cl_int", "create", parameters, 3,
                   "{\n"
                   "    cl_int status;\n"
                   "    memset(self, 0, sizeof *self);\n"
                   "    status = clRetainContext(context);\n"
                   "    if (status != CL_SUCCESS)\n"
                   "        return status;\n"
                   "    self->context = context;\n"
                   "    self->device = device;\n"
                   "    return CL_SUCCESS;\n"
                   "}\n\n");
    c_add_function(
        text, &joint->names,
        "/* The same with a cache: programs are kept in files of `folder`, if it is there, see "
        "the\n"
        " * functions *_create_cached of the kernels. The string is read until @_release. */\n",
        "cl_int", "create_cached", parameters, 4,
        "{\n"
        "    const cl_int status = @_create(self, context, device);\n"
        "    self->folder = folder;\n"
        "    return status;\n"
        "}\n\n");
}

static void add_build(const struct joint *joint, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "int kernel"};
    const struct dispatch *const dispatch = joint->dispatch;
    text_puts(text, "/* Builds a kernel, unless an earlier call has; returns what that returned. "
                    "After an error the\n"
                    " * kernel's struct has the program with the build log. CL_INVALID_VALUE if "
                    "there is no such\n"
                    " * kernel. */\n");
    c_add_head(text, &joint->names, "cl_int", "build", parameters, 2);
    c_add(text, &joint->names,
          "{\n"
          "    if (kernel < 0 || kernel >= $_KERNEL_COUNT)\n"
          "        return CL_INVALID_VALUE;\n"
          "    if (self->built[kernel])\n"
          "        return self->status[kernel];\n"
          "    switch (kernel) {\n");
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const char *const arguments[] = {
            arena_printf(joint->job->arena, "&self->%s", joint_member(joint, i)),
            "self->context",
            "self->device",
            "self->folder",
        };
        text_printf(text, "    case %zu:\n        self->status[kernel] =\n", i);
        c_add_row(text,
                  arena_printf(joint->job->arena, "            %s_create_cached(",
                               dispatch->plans[i]->name),
                  arguments, 4, ");");
        text_puts(text, "        break;\n");
    }
    text_puts(text, "    }\n"
                    "    self->built[kernel] = 1;\n"
                    "    return self->status[kernel];\n"
                    "}\n\n");
}

static void add_release(const struct joint *joint, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self"};
    const struct dispatch *const dispatch = joint->dispatch;
    text_puts(text, "/* Releases everything; enqueued commands are still completed. */\n");
    c_add_head(text, &joint->names, "void", "release", parameters, 1);
    text_puts(text, "{\n");
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(text, "    %s_release(&self->%s);\n", dispatch->plans[i]->name,
                    joint_member(joint, i));
    if (prepares(joint))
        text_puts(text, "    if (self->barrier)\n"
                        "        clReleaseEvent(self->barrier);\n");
    text_puts(text, "    if (self->context)\n"
                    "        clReleaseContext(self->context);\n"
                    "    memset(self, 0, sizeof *self);\n"
                    "}\n\n");
}

/* Tests what a kernel fixes of that which the others are given. */
static void add_fixed(const struct joint *joint, struct text *text, const struct plan *plan,
                      const struct joint_parameters *all, const struct joint_parameters *own)
{
    const char *items[LAUNCHER_MOST_ITEMS];
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const enum symbol symbol = all->list[i].symbol;
        if (symbol <= SYMBOL_K || joint_place(own, all->list[i].name) < own->count ||
            plan->problem.values[symbol].how == GIVEN_AT_LAUNCH)
            continue;
        const struct count only = plan_known(plan, (struct count){.symbol = symbol});
        const char *const number = only.symbol
                                       ? launcher_symbol(only.symbol)
                                       : arena_printf(joint->job->arena, "%lld", only.number);
        items[count++] = arena_printf(joint->job->arena, "%s != %s", all->list[i].name, number);
    }
    if (count == 0)
        return;
    text_puts(text, "        if (");
    c_add_list(text, 12, 12, " ||", items, count);
    text_puts(text, ")\n            return CL_INVALID_VALUE;\n");
}

static void add_enqueue(const struct joint *joint, struct text *text)
{
    const struct dispatch *const dispatch = joint->dispatch;
    const struct joint_parameters all = joint_all(joint, JOINT_ENQUEUE, ROLE_C);
    joint_check(joint, &all);
    c_add(text, &joint->names,
          "/* Enqueues %s by the kernel that @_pick picks. Sizes are in\n"
          " * elements.\n",
          plan_formula(joint->job, dispatch->plans[0]));
    joint_add_meanings(joint, text, &all);
    joint_add_head(joint, text, "enqueue", &all);
    c_add(text, &joint->names,
          "{\n"
          "    const long long m = $_CAST(long long, M), n = $_CAST(long long, N);\n"
          "    const int kernel = @_pick(m, n, $_CAST(long long, K), $_NULL);\n"
          "    const cl_int status = @_build(self, kernel);\n"
          "    if (status != CL_SUCCESS)\n"
          "        return status;\n"
          "    switch (kernel) {\n");
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const struct joint_parameters own = joint_own(joint, i, JOINT_ENQUEUE, ROLE_C);
        text_printf(text, "    case %zu:\n", i);
        add_fixed(joint, text, dispatch->plans[i], &all, &own);
        joint_add_call(joint, text, i, "        return ", "enqueue", &own);
    }
    text_puts(text, "    default:\n        return CL_INVALID_VALUE;\n    }\n}\n\n");
}

const char *emit_dispatch_launcher(struct job *job, const struct dispatch *dispatch)
{
    const struct joint joint = {job, dispatch, c_names_of(job, dispatch->name)};
    struct text text;
    text_init(&text, job);
    add_file_comment(&joint, &text);
    add_struct(&joint, &text);
    add_create(&joint, &text);
    add_build(&joint, &text);
    add_release(&joint, &text);
    joint_add_prepare(&joint, &text, ROLE_A);
    joint_add_prepare(&joint, &text, ROLE_B);
    add_enqueue(&joint, &text);
    c_add(&text, &joint.names, "#endif\n");
    return text_string(&text);
}
