/*
 * NAME_dispatch.h: which of several kernels multiplies a shape, as plain C; and NAME_launch.h, which multiplies by them.
 */
#ifndef EMIT_DISPATCH_H
#define EMIT_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/base/job.h"
#include "gen/plan/plan.h"

struct clgemm_templates;

struct dispatch {
    const char *name;                /* prefix of functions and types */
    const struct plan *const *plans; /* of the kernels; NULL: of a kernel that cannot be made */
    size_t kernel_count;
    const struct dispatch_shape *shapes;
    size_t shape_count;
    const char *const
        *left_out; /* kernels that do not serve what was asked, NULL ends them; to be told */
};

/* The first shape, where no kernel serves its own ones, and what that one's wants of it ("m % 8 == 0") in *wants;
 * SIZE_MAX: one does. */
size_t dispatch_unserved(struct job *job, const struct dispatch *dispatch, const char **wants);

/* The kernel for m, n and k, as the emitted table picks it; SIZE_MAX: none serves them. *exact: they
 * were measured. One that cannot be made counts as serving all. */
size_t dispatch_pick(const struct dispatch *dispatch, const long long *sizes, bool *exact);

/* Whether an operand that one of two kernels prepares can be multiplied by the other one. */
bool dispatch_prepares_alike(const struct plan *one, const struct plan *other);

/* The header's text, in the job's arena, of kernels that serve their shapes, by the set of templates (NULL: the embedded ones). C99, also C++, and silent
 * under -Wall -Wextra -pedantic. */
const char *emit_dispatch(struct job *job, const struct clgemm_templates *templates,
                          const struct dispatch *dispatch);

/* NAME_launch.h, in the job's arena: the functions of a launcher (emit_launcher) for all kernels as one. It includes the launchers of
 * the kernels and NAME_dispatch.h. Fails the job (CLGEMM_REFUSED) where the kernels differ in what they take, or in the form of an operand
 * that is prepared. C11, also C++. */
const char *emit_dispatch_launcher(struct job *job, const struct clgemm_templates *templates,
                                   const struct dispatch *dispatch);

#endif
