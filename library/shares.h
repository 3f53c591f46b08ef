/*
 * What each kernel of a dispatch has of the speed of the one that is picked.
 */
#pragma once

#include "emit/dispatch.h"

/* Fills in the logarithm of each kernel's share of that speed for M, N and K, 0 at most; -INFINITY: it does not serve them. It is `known` where times
 * are measured or predicted, else assumed. Returns the kernel that is picked; SIZE_MAX: none serves the sizes, and nothing is filled in. */
size_t speed_shares(const struct dispatch *dispatch, const long long *sizes, double *shares,
                    bool *known);
