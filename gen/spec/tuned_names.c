/*
 * Names of the kernels of a profile for shapes, of which files, macros and types are made.
 */
#include "gen/spec/internal.h"

#include <string.h>

#include "gen/base/c_text.h"

/* Whether what is made of one kernel has the name of the other: two files, macros or types would be one. */
static bool names_meet(struct job *job, const char *one, const char *other)
{
    /* NAME_launch.h, and the types that a launcher defines beside its own. */
    static const char *const suffixes[] = {"", "_LAUNCH", "_ARGUMENT", "_IMAGE", "_WORKSPACE"};
    const char *const left = c_capitals(job, one), *const right = c_capitals(job, other);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(arena_printf(job->arena, "%s%s", left, suffixes[i]), right) == 0 ||
            strcmp(arena_printf(job->arena, "%s%s", right, suffixes[i]), left) == 0)
            return true;
    return false;
}

void tuned_check_name(struct job *job, const char *profile, const struct tuned_kernel *kernels,
                      size_t index)
{
    static const char *const own[] = {"BUILD",
                                      "CREATE",
                                      "CREATE_CACHED",
                                      "CREATE_FROM_QUEUE",
                                      "DISPATCH",
                                      "ENQUEUE",
                                      "EXTENT",
                                      "KERNELS",
                                      "KERNEL_COUNT",
                                      "KERNEL_NAME",
                                      "LAUNCH",
                                      "PICK",
                                      "PICK_EXACT",
                                      "PICK_AMONG",
                                      "PICK_LEVEL",
                                      "PICK_MODEL",
                                      "PICK_NEAREST",
                                      "PICK_NONE",
                                      "PREPARE_A",
                                      "PREPARE_B",
                                      "PREPARED_A_BYTES",
                                      "PREPARED_B_BYTES",
                                      "RELEASE",
                                      "RATES",
                                      "SERVES",
                                      "SHAPE",
                                      "SHAPES",
                                      "SHAPE_COUNT",
                                      "TIME",
                                      "TIMES"};
    const char *const name = kernels[index].name, *const capitals = c_capitals(job, name);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(capitals, own[i]) == 0)
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile %s: a kernel of the dispatch is named %s, a word of the table itself",
                     profile, name);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(kernels[i].name, name) == 0)
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile %s: two kernels of the dispatch are named %s", profile, name);
        if (names_meet(job, kernels[i].name, name))
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile %s: kernels %s and %s of the dispatch would share files, macros or "
                     "types; their names must differ in more than case, _launch, _argument, _image "
                     "or _workspace",
                     profile, kernels[i].name, name);
    }
}
