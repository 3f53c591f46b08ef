/*
 * Which kernels of a dispatch stay where a request says for which shapes it is, or how many kernels it has at most.
 */
#ifndef LIBRARY_CUT_H
#define LIBRARY_CUT_H

#include "library/picks.h"

/* A choice among kernels that are planned, and what it costs on each shape. */
struct cut {
    const struct clgemm_shape
        *shapes; /* those of the request that the kernels are for; else of all kinds */
    size_t shape_count;
    bool of_request;
    bool *kept;           /* of the kernels */
    size_t count, before; /* kernels that stay, and that there were */
    const double *shares; /* for each shape one of each kernel, see struct fewest; */
    const bool *known;    /* of the same: 0: it is assumed, as a time is not known */
    const double *weights;
    const size_t *whole; /* the kernel that is picked for each shape among all */
    double share;        /* of the speed of all, on all shapes */
};

/* The choice that a request asks for; NULL: it asks for none. The kernels that a rule refuses have been left out. Fails the job: as request_shapes, and with
 * CLGEMM_REFUSED where shapes are not served, by the kernels or by so few of them. */
const struct cut *cut_make(struct job *job, const struct picks *picks,
                           const struct clgemm_request *request);

/* Leaves the others out: they have no plan then. */
void cut_apply(struct picks *picks, const struct cut *cut);

#endif
