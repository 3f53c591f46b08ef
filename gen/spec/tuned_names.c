/*
 * Names of the kernels of a profile for shapes, of which macros, functions and types are made.
 */
#include "gen/spec/internal.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/text.h"

void tuned_check_name(struct job *job, const char *profile, const struct tuned_kernel *kernels,
                      size_t index)
{
    static const char own[] =
        " ARGUMENT BEGIN BLOCKS BUILD CACHE_BINARY CACHE_HASH CACHE_IS_FILE CACHE_KEY CACHE_PATH "
        "CACHE_READ CACHE_WRITE CAST CHECK_BUFFER CHECK_IMAGE CHECK_MEMBERS CREATE CREATE_CACHED "
        "CREATE_FROM_QUEUE DISPATCH ENQUEUE EXTENT FINALIZE IMAGE IN_ORDER KERNEL KERNELS "
        "KERNEL_COUNT KERNEL_NAME LAUNCH MAKE_IMAGE MAKE_WORKSPACE MAKE_WORKSPACES NULL PICK "
        "PICK_AMONG PICK_EXACT PICK_LEVEL PICK_MODEL PICK_NEAREST PICK_NONE PREPARED_A_BYTES "
        "PREPARED_B_BYTES PREPARE_A PREPARE_B RATES RELEASE ROUND_UP SERVES SET_ARGUMENTS SHAPE "
        "SHAPES SHAPE_COUNT SOURCE_HASH TIME TIMES TRY_IMAGE WORKSPACE ";
    const char *const name = kernels[index].name, *const capitals = c_capitals(job, name);
    if (words_have(capitals, strlen(capitals), own))
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: a kernel of the dispatch is named %s, a word of the table itself",
                 profile, name);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(kernels[i].name, name) == 0)
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile %s: two kernels of the dispatch are named %s", profile, name);
        if (strcmp(c_capitals(job, kernels[i].name), capitals) == 0)
            job_fail(
                job, CLGEMM_USAGE, "for",
                "profile %s: kernels %s and %s of the dispatch would share macros; their names "
                "must differ in more than case",
                profile, kernels[i].name, name);
    }
}
