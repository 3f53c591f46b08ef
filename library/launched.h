/*
 * The kernel for a launch of a host: as it lies, or with its work-items in another shape, as families have them that number these themselves.
 */
#pragma once

#include "gen/request/interface.h"
#include "library/serve.h"

struct launched {
    struct shape shape; /* of the work-items; height 0: as the launch lies */
    long long extent[2],
        items; /* of the launch: elements along H and W, work-items; 0 where macros say them */
    const struct interface *interface; /* NULL: the request names none */
    const struct spec *spec;
    struct pick pick;
};

/* The kernel with the work-items in `launched->shape`; the other members are set. Fails the job where it is refused. */
void launched_serve(struct job *job, const struct option_value *asked, struct launched *launched);

/* The same in the shape by which the kernel uses an engine, if `engine`, and reads the least for it, or else that is served. 0, or -1 with *error, which is
 * of the launch as it lies. */
int launched_choose(struct job *job, const struct option_value *asked, bool engine,
                    struct launched *launched, struct clgemm_error *error);

/* The kernel of a request, which may name a host or none: its shape is chosen where the launch has numbers, and the request names none. */
const struct spec *launched_spec(struct job *job, const struct option_value *asked,
                                 struct pick *pick);
