/*
 * Data of attention beside Q, K and V.
 */
#pragma once

#include "harness/verify/matrix.h"

/* Fills a mask with numbers and -infinity, lengths with numbers up to the launch's own. The same seed gives the same values. */
void attention_fill(const struct operation *operation, const struct launch *launch, uint64_t seed,
                    struct matrix *matrix);
