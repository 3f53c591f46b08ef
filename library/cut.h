/*
 * Which kernels of a dispatch stay where a request says for which shapes it is, or how many kernels it has at most.
 */
#pragma once

#include "library/picks.h"

/* A choice among kernels that are planned, and what it costs on each shape. */
struct cut {
    bool of_request; /* which has the shapes that the kernels are for; else they are of all kinds */
    struct clgemm_shape *shapes; /* some kernel serves each */
    size_t shape_count;
    double *shares;       /* for each shape one of each kernel, see struct fewest; */
    bool *known;          /* of the same: false: it is assumed, as a time is not known */
    double *weights;      /* of the shapes; their sum is 1 */
    size_t *whole;        /* the kernel that is picked for each shape among all */
    bool *kept;           /* of the kernels */
    size_t count, before; /* kernels that stay, and that there were */
    double share;         /* of the speed of all, on all shapes */
};

/* The choice that a request asks for; NULL: it asks for none. The kernels that a rule refuses have been left out. Fails the job: as request_shapes, and with
 * CLGEMM_REFUSED where shapes are not served, by the kernels or by so few of them. */
const struct cut *cut_make(struct job *job, const struct picks *picks,
                           const struct clgemm_request *request);

/* Leaves the others out: they have no plan then. */
void cut_apply(struct picks *picks, const struct cut *cut);
