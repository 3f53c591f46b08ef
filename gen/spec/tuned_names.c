/*
 * Names of the kernels of a profile for shapes, of which macros and arrays are made.
 */
#include "gen/spec/internal.h"

#include <string.h>

#include "gen/base/c_text.h"

void tuned_check_name(struct job *job, const char *profile, const struct tuned_kernel *kernels,
                      size_t index)
{
    const char *const name = kernels[index].name, *const capitals = c_capitals(job, name);
    if (strcmp(capitals, "KERNEL") == 0) /* NAME_KERNEL is the macro that selects a kernel */
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
