/*
 * Kernels for several launches of a host, in one text.
 */
#pragma once

#include "emit/dispatch.h"

struct clgemm_request;
struct spec;

struct variants {
    struct dispatch table; /* of the kernels: names, plans, texts */
    const struct spec *first;
    const struct plan *plan; /* the same with the name of all and the command that makes them */
    const char *cl;
    const char *const *notes; /* NULL ends them */
    const char *const *files; /* of the interfaces; NULL ends them */
};

/* The kernels that a request with `variants` asks for, and their text. Fails the job: CLGEMM_USAGE (no interface with macros, a malformed
 * list), CLGEMM_IO (the list), CLGEMM_REFUSED (a launch that no kernel serves). */
const struct variants *variants_make(struct job *job, const struct clgemm_request *request);
