/*
 * Which kernel of a profile a request means: what clgemm_pick picks for fixed sizes.
 */
#ifndef LIBRARY_PICK_H
#define LIBRARY_PICK_H

#include "emit/dispatch.h"
#include "gen/spec/spec.h"
#include "gen/spec/tuned.h"

/* Kernels of a profile as a request makes them, and their shapes: which of them serves which. One that a rule
 * refuses has no plan; nor has one of a type, once those are left out, that reads another form of a prepared operand than the first one. */
struct picks {
    const struct tuned *tuned;
    const struct spec **specs;     /* what is asked with each kernel's options */
    struct dispatch_shape *shapes; /* of the table, */
    const struct plan **plans;     /* as these are, */
    struct model_kernel *models;   /* and these */
    struct dispatch table;
    size_t refused; /* the first kernel that a rule refuses, and why; SIZE_MAX: none */
    struct clgemm_error refusal;
};

/* What is asked with a kernel's options: tuned_say or tuned_say_of_profile. */
typedef struct option_value *say_kernel(struct job *job, const struct tuned_kernel *kernel,
                                        const struct option_value *asked);

/* Resolves and plans every kernel of a profile, named PREFIX_NAME where there is a prefix. Fails the job: as spec_resolve, and with CLGEMM_REFUSED where two kernels
 * differ in what they compute. */
struct picks *picks_make(struct job *job, const struct profile_source *source,
                         const struct tuned *tuned, const struct option_value *asked,
                         say_kernel *say, const char *prefix);

/* Leaves out the shapes of the kernels that a rule refuses, so that those of the same sizes that come next, or else the nearest,
 * take their places. False, and nothing is left out, where no shape would be left. */
bool picks_leave_out_refused(struct job *job, struct picks *picks);

/* Fails the job with CLGEMM_REFUSED where no kernel serves a shape that names it as the fastest. */
void picks_check(struct job *job, const struct picks *picks);

/* The kernel that clgemm_pick has for the fixed sizes among those that no rule refuses, and how it was found. Where all are refused it is the first
 * one, which is refused then; SIZE_MAX: the kernels are of a type, and none of them serves. Fails the job: CLGEMM_REFUSED (none of a tuned
 * profile serves), and as rules_check. */
size_t picks_for_sizes(struct job *job, const struct profile_source *source, struct picks *picks,
                       const struct option_value *asked, enum pick_level *level);

/* The kernels for shapes that a request with fixed sizes means: planned with the sizes open, or as the profile fixes them, which shows what
 * they serve. */
struct picks *picks_open(struct job *job, const struct profile_source *source,
                         const struct profile_part *dispatch, const struct option_value *asked);

/* A request whose kernel is known, for spec_resolve_for. */
struct pick {
    const struct profile_source *source;
    const struct option_value
        *said; /* what is asked; where a kernel was picked that, too, as the profile's word */
    const char *note;        /* how it was picked, where that is not plain; NULL: it is */
    const struct spec *spec; /* of what is said, which breaks no rule; NULL: that was not tried */
};

/* With fixed sizes the kernel that clgemm_pick has for them, else the one of most shapes, of several the first; where
 * the kernels are of a type, then none: the profile's own kernel is meant. A kernel that a rule refuses gives way to the next one; of a
 * type the last one is the profile's own.
 * Fails the job: CLGEMM_USAGE, CLGEMM_REFUSED (none is for what is asked, or serves the sizes), CLGEMM_IO. */
struct pick pick_kernel(struct job *job, const struct option_value *asked);

/* Picks another kernel of the profile where a rule refuses the one that is meant, `refused`: of those for shapes the one for the sizes, else the one
 * of most shapes; the same of the type that is calculated with. False, and nothing changes, where none serves, or the request says more of the
 * kernel. Fails the job: CLGEMM_USAGE, CLGEMM_IO. */
bool pick_other_kernel(struct job *job, struct pick *pick, const struct spec *refused);

#endif
