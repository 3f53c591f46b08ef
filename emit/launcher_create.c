/*
 * NAME_create, and the same from a program of an earlier run.
 */
#include "emit/launcher.h"

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
 * OpenCL 1.2 loader, so the emitted code asks for it at run time. 0x2033 is
 * CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE. */
static void add_check_sub_groups(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_kernel kernel", "cl_device_id device"};
    const struct step *step = plan_main_step(launcher->plan);
    text_printf(
        text,
        "/* Work-items exchange values inside their sub-group, so its size %s %lld. Only the\n"
        " * device knows the size; one without this query is refused. */\n",
        step->sub_group_equal ? "must be" : "must be a multiple of", step->sub_group_size);
    c_add_head(text, &launcher->names, "cl_int", "check_sub_groups", parameters, 2);
    c_add(
        text, &launcher->names,
        "{\n"
        "    typedef cl_int(CL_API_CALL * query_function)(cl_kernel, cl_device_id, cl_uint, "
        "size_t,\n"
        "                                                 const void *, size_t, void *, size_t "
        "*);\n"
        "    const cl_uint max_sub_group_size_for_ndrange = 0x2033;\n"
        "    const size_t local[%zu] = {%s};\n"
        "    size_t size = 0;\n"
        "    cl_platform_id platform;\n"
        "    query_function query;\n"
        "    void *address;\n"
        "    cl_int status = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, "
        "&platform,\n"
        "                                    $_NULL);\n"
        "    if (status != CL_SUCCESS)\n"
        "        return status;\n"
        "    address = clGetExtensionFunctionAddressForPlatform(platform, "
        "\"clGetKernelSubGroupInfoKHR\");\n"
        "    if (!address)\n"
        "        address = clGetExtensionFunctionAddressForPlatform(platform,\n"
        "                                                           \"clGetKernelSubGroupInfo\");\n"
        "    if (!address)\n"
        "        return CL_INVALID_OPERATION;\n"
        "    memcpy(&query, &address, sizeof query); /* C has no cast from data to functions */\n"
        "    status = query(kernel, device, max_sub_group_size_for_ndrange, sizeof local, local,\n"
        "                   sizeof size, &size, $_NULL);\n"
        "    if (status != CL_SUCCESS)\n"
        "        return status;\n"
        "    return %s ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;\n"
        "}\n\n",
        step->dimension_count, local_items(launcher, step),
        arena_printf(launcher->job->arena,
                     step->sub_group_equal ? "size == %lld" : "size != 0 && size %% %lld == 0",
                     step->sub_group_size));
}

/* Whether NAME_make_kernels asks the device for the size of its sub-groups. */
static bool checks_sub_groups(const struct launcher *launcher)
{
    return plan_main_step(launcher->plan)->sub_group_size != 0;
}

/* Whether it asks for the device's compute units, which so many work-groups follow from. */
static bool counts_units(const struct launcher *launcher)
{
    return plan_main_step(launcher->plan)->dimensions[0].per_unit > 0;
}

static void add_make_kernels(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "cl_device_id device"};
    const struct plan *plan = launcher->plan;
    const bool checks = checks_sub_groups(launcher), counts = counts_units(launcher);
    text_puts(text, "/* Creates the kernels of the program, which is built. */\n");
    c_add_head(text, &launcher->names, "cl_int", "make_kernels", parameters,
               checks || counts ? 2 : 1);
    text_puts(text,
              counts ? "{\n    cl_uint units;\n    cl_int status;\n" : "{\n    cl_int status;\n");
    if (counts)
        c_add(text, &launcher->names,
              "    status = clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, "
              "&units,\n"
              "                             $_NULL);\n"
              "    if (status != CL_SUCCESS)\n"
              "        return status;\n"
              "    self->compute_units = units;\n");
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *const step = &plan->steps[i];
        text_printf(text, "    self->%s = clCreateKernel(self->program, \"%s\", &status);\n",
                    step->name, step->entry);
        if (i + 1 < plan->step_count || checks)
            text_puts(text, "    if (status != CL_SUCCESS)\n        return status;\n");
    }
    if (checks)
        c_add(text, &launcher->names, "    return @_check_sub_groups(self->%s, device);\n}\n\n",
              plan_main_step(plan)->name);
    else
        text_puts(text, "    return status;\n}\n\n");
}

/* How both functions end, and what they have in common before. */
static const char *with_kernels(const struct launcher *launcher)
{
    return c_text(launcher->job, &launcher->names, "@_make_kernels(self%s)",
                  checks_sub_groups(launcher) || counts_units(launcher) ? ", device" : "");
}

static const char *reset(const struct launcher *launcher)
{
    return launcher->images || launcher->workspaces ? "    memset(self, 0, sizeof *self);\n"
                                                      "    self->context = context;\n"
                                                    : "    memset(self, 0, sizeof *self);\n";
}

/* What NAME_create does to the program that it has built. A binary of it is finalised already. */
static const char *finalized(const struct launcher *launcher)
{
    return plan_main_step(launcher->plan)->engine.finalize
               ? c_text(launcher->job, &launcher->names,
                        "    if (status == CL_SUCCESS)\n"
                        "        status = @_finalize(self, context, device);\n")
               : "";
}

static void add_create(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "cl_context context",
                                             "cl_device_id device"};
    const char *const device = plan_device(launcher->job, launcher->plan);
    c_add(text, &launcher->names,
          "/* Builds the program. Call @_release afterwards, also on an error. Returns\n"
          " * CL_BUILD_PROGRAM_FAILURE if the source does not build; clGetProgramBuildInfo of\n"
          " * self->program then has the log%s%s%s%s%s */\n",
          checks_sub_groups(launcher) ? ". Returns CL_INVALID_WORK_GROUP_SIZE if the device's\n"
                                        " * sub-groups do not fit the kernel."
                                      : ".",
          launcher->images ? "\n * Returns CL_IMAGE_FORMAT_NOT_SUPPORTED if the device has not the "
                             "images that the kernel reads."
                           : "",
          device ? "\n * The build options are for " : "", device ? device : "",
          device ? "; others may return CL_INVALID_BUILD_OPTIONS." : "");
    c_add_head(text, &launcher->names, "cl_int", "create", parameters, 3);
    c_add(
        text, &launcher->names,
        "{\n"
        "    const void *source = @_source; /* OpenCL's prototype lacks one const of its type */\n"
        "    const char **lines;\n"
        "    cl_int status;\n"
        "    memcpy(&lines, &source, sizeof lines);\n"
        "%s%s"
        "    self->program =\n"
        "        clCreateProgramWithSource(context, $_SOURCE_COUNT, lines, $_NULL, &status);\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clBuildProgram(self->program, 1, &device, $_BUILD_OPTIONS,\n"
        "                                $_NULL, $_NULL);\n"
        "%s"
        "    return status == CL_SUCCESS ? %s : status;\n"
        "}\n\n",
        reset(launcher), launcher_image_calls(launcher), finalized(launcher),
        with_kernels(launcher));
}

void launcher_add_create(const struct launcher *launcher, struct text *text)
{
    if (checks_sub_groups(launcher))
        add_check_sub_groups(launcher, text);
    if (plan_main_step(launcher->plan)->engine.finalize)
        launcher_add_finalize(launcher, text);
    launcher_add_image_checks(launcher, text);
    add_make_kernels(launcher, text);
    add_create(launcher, text);
}

void launcher_add_load(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "cl_context context",
                                             "cl_device_id device", "const unsigned char *binary",
                                             "size_t length"};
    c_add_function(
        text, &launcher->names,
        "/* @_create with the binary of a program. On an error there is nothing to release. */\n",
        "cl_int", "load", parameters, 5,
        arena_printf(
            launcher->job->arena,
            "{\n"
            "    cl_int status;\n"
            "%s"
            "    self->program = clCreateProgramWithBinary(context, 1, &device, &length, &binary,\n"
            "                                              $_NULL, &status);\n"
            "    if (status == CL_SUCCESS)\n"
            "        status = clBuildProgram(self->program, 1, &device, $_BUILD_OPTIONS,\n"
            "                                $_NULL, $_NULL);\n"
            "    if (status == CL_SUCCESS)\n"
            "        status = %s;\n"
            "    if (status != CL_SUCCESS)\n"
            "        @_release(self);\n"
            "    return status;\n"
            "}\n\n",
            reset(launcher), with_kernels(launcher)));
}
