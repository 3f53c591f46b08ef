/*
 * What a launcher does to the built program of a kernel whose instructions NVIDIA's OpenCL compiler does not take.
 */
#include "emit/launcher.h"

#include <string.h>

/* "sm_90a" of "ptx:sm_90a", all that a plan may ask for so far; fails the job for anything else. */
static const char *target_of(const struct launcher *launcher, const char *finalize)
{
    static const char ptx[] = "ptx:";
    if (strncmp(finalize, ptx, strlen(ptx)) != 0 || strlen(finalize) <= strlen(ptx) + 1)
        job_fail(launcher->job, CLGEMM_REFUSED, "emit", "a launcher cannot finalise by `%s`",
                 finalize);
    return finalize + strlen(ptx);
}

void launcher_add_finalize(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "cl_context context",
                                             "cl_device_id device"};
    struct arena *const arena = launcher->job->arena;
    const char *const target = target_of(launcher, plan_main_step(launcher->plan)->engine.finalize);
    const int base = (int)strlen(target) - 1; /* letters of "sm_90" */
    c_add_function(
        text, &launcher->names,
        arena_printf(
            arena,
            "/* Has the program assembled for %s. NVIDIA's compiler writes PTX for %.*s, which "
            "does "
            "not have all\n"
            " * instructions of the kernel; they stand in comments that begin with \"//%s: \". "
            "This "
            "takes the PTX,\n"
            " * removes these words and names %s as its target; the program that the driver makes "
            "of it takes the\n"
            " * place of the old one. Returns CL_INVALID_BINARY if there is no PTX for %.*s: this "
            "is "
            "another device. */\n",
            target, base, target, target, target, base, target),
        "cl_int", "finalize", parameters, 3,
        arena_printf(
            arena,
            "{\n"
            "    static const char target[] = \".target %.*s\", mark[] = \"//%s: \";\n"
            "    const unsigned char *binary;\n"
            "    char *ptx, *from, *to;\n"
            "    cl_program finalized;\n"
            "    void *memory;\n"
            "    size_t bytes = 0;\n"
            "    cl_int status = clGetProgramInfo(self->program, CL_PROGRAM_BINARY_SIZES, sizeof "
            "bytes, &bytes,\n"
            "                                     $_NULL);\n"
            "    if (status != CL_SUCCESS)\n"
            "        return status;\n"
            "    memory = malloc(bytes + 2); /* a letter more, and the end */\n"
            "    if (!memory)\n"
            "        return CL_OUT_OF_HOST_MEMORY;\n"
            "    binary = $_CAST(const unsigned char *, memory);\n"
            "    ptx = $_CAST(char *, memory);\n"
            "    status = clGetProgramInfo(self->program, CL_PROGRAM_BINARIES, sizeof ptx, &ptx, "
            "$_NULL);\n"
            "    ptx[bytes] = '\\0';\n"
            "    from = status == CL_SUCCESS ? strstr(ptx, target) : $_NULL;\n"
            "    if (!from || !strchr(\",\\r\\n\", from[sizeof target - 1])) {\n"
            "        free(memory);\n"
            "        return status == CL_SUCCESS ? CL_INVALID_BINARY : status;\n"
            "    }\n"
            "    from += sizeof target - 1;\n"
            "    memmove(from + 1, from, strlen(from) + 1);\n"
            "    *from = '%c';\n"
            "    to = from;\n"
            "    while (*from)\n"
            "        if (strncmp(from, mark, sizeof mark - 1) == 0)\n"
            "            from += sizeof mark - 1;\n"
            "        else\n"
            "            *to++ = *from++;\n"
            "    *to++ = '\\0';\n"
            "    bytes = $_CAST(size_t, to - ptx);\n"
            "    finalized = clCreateProgramWithBinary(context, 1, &device, &bytes, &binary, "
            "$_NULL, &status);\n"
            "    free(memory);\n"
            "    if (status != CL_SUCCESS)\n"
            "        return status;\n"
            "    clReleaseProgram(self->program);\n"
            "    self->program = finalized;\n"
            "    return clBuildProgram(self->program, 1, &device, $_NULL, $_NULL, $_NULL);\n"
            "}\n\n",
            base, target, target, target[base]));
}
