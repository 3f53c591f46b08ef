/*
 * All kernels that a request has a dispatch of.
 */
#ifndef LIBRARY_DISPATCH_PICKS_H
#define LIBRARY_DISPATCH_PICKS_H

#include "library/picks.h"

/* They are planned, without those that a rule refuses and with the one that is inherited. Fails the job: as clgemm_dispatch_make. */
struct picks *dispatch_picks(struct job *job, const struct clgemm_request *request);

#endif
