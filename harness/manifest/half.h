/* IEEE 754 binary16, which the host's C need not have. */
#ifndef HARNESS_MANIFEST_HALF_H
#define HARNESS_MANIFEST_HALF_H

#include <stdint.h>

/* The half nearest to a value, ties to even, in one rounding; above 65504 by half a unit or more
 * it is an infinity, every NaN is the quiet one without payload. */
uint16_t half_from_double(double value);

/* The value of a half; every NaN is a NaN. */
double half_to_double(uint16_t half);

#endif
