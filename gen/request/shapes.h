/*
 * The shapes of a program, by which kernels of a dispatch are left out: a table in CSV, whose format doc/profile.md tells.
 */
#pragma once

#include "gen/request/request.h"

/* Those of the file of --shapes, then those that were added to the request; none: *count is 0. Fails the job: CLGEMM_IO, CLGEMM_USAGE (the
 * file has none, or one that is no shape). */
const struct clgemm_shape *request_shapes(struct job *job, const struct clgemm_request *request,
                                          size_t *count);
