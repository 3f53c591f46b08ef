/* Matrices that are smaller than what a work-group computes: the rest of its tile is computed for
 * nothing. */
#ifndef HARNESS_VERIFY_FIT_H
#define HARNESS_VERIFY_FIT_H

#include "harness/run/launch.h"

/* Elements of C that a work-group of the step with the most operations covers along m or n; 0: that
 * step does not tell it. */
uint64_t fit_tile(const struct manifest *manifest, const struct launch *launch, enum symbol symbol);

/* Whether m or n, being above 0, is less than that; then one sentence with the numbers in
 * `text`. */
bool fit_describe(const struct manifest *manifest, const struct launch *launch, char *text,
                  size_t room);

#endif
