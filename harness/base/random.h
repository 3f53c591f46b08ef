/* Pseudo-random numbers: the same seed gives the same sequence everywhere. */
#pragma once

#include <stdint.h>

/* Next number of a sequence (splitmix64, Steele, Lea, Flood 2014). */
uint64_t random_next(uint64_t *state);

/* The state behind so many numbers of a sequence. */
uint64_t random_skip(uint64_t state, uint64_t count);

/* A number below `limit`, which is not 0. */
uint64_t random_below(uint64_t *state, uint64_t limit);
