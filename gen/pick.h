/*
 * Which kernel of a profile a request means: what clgemm_pick picks for fixed sizes.
 */
#ifndef GEN_PICK_H
#define GEN_PICK_H

#include "emit/dispatch.h"
#include "gen/spec/spec.h"
#include "gen/spec/tuned.h"

/* Kernels of a profile as a request makes them, and their shapes: which of them serves which. One that cannot
 * be made has no plan. */
struct picks {
    const struct tuned *tuned;
    struct option_value **values; /* what is asked with each kernel's options */
    struct dispatch table;
};

/* Resolves and plans every kernel of a profile. Fails the job: as spec_resolve, and with CLGEMM_REFUSED where two kernels
 * differ in what they compute. */
const struct picks *picks_make(struct job *job, const struct profile_source *source,
                               const struct tuned *tuned, const struct option_value *asked);

/* Fails the job with CLGEMM_REFUSED where a kernel does not serve a shape, of these sizes (NULL: any), that
 * names it as the fastest. */
void picks_check(struct job *job, const struct picks *picks, const long long *sizes);

/* A request whose kernel is known, for spec_resolve_for. */
struct pick {
    const struct profile_source *source;
    const struct option_value
        *said; /* what is asked; where a kernel was picked that, too, as the profile's word */
    const char *note; /* how it was picked, where that is not plain; NULL: it is */
};

/* With fixed sizes the kernel that clgemm_pick has for them, else the one of most shapes, of several the first; where
 * the kernels are of a type, then none: the profile's own kernel is meant.
 * Fails the job: CLGEMM_USAGE, CLGEMM_REFUSED (none is for what is asked, or serves the sizes), CLGEMM_IO. */
struct pick pick_kernel(struct job *job, const struct option_value *asked);

#endif
