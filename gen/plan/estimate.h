/*
 * Rates of a kernel on a device that nobody measured: from its tile, the peak of a compute unit and its clock. They tell large tiles, which
 * read little, from small ones, of which a small product has many.
 */
#pragma once

#include "gen/plan/model.h"

/* Without groups where the plan has no tile, or its profile states no peak. */
struct kernel_rates estimate_rates(const struct plan *plan, const struct device_rates *device);
