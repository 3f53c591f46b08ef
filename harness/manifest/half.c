#include "harness/manifest/half.h"

#include <math.h>

/* 1 bit of sign, 5 of exponent, 10 of fraction. */
enum {
    SIGN = 0x8000,
    INFINITE = 0x7c00,
    NOT_A_NUMBER = 0x7e00,
    FRACTION_BITS = 10,
    HIDDEN_BIT = 1 << FRACTION_BITS,
    LEAST_EXPONENT = -14 /* of a normal number 1.f x 2^e */
};

uint16_t half_from_double(double value)
{
    unsigned sign = signbit(value) ? SIGN : 0;
    double magnitude = fabs(value);
    int exponent;
    unsigned bits;

    if (isnan(value))
        return NOT_A_NUMBER;
    if (magnitude >= 0x1p16)
        return (uint16_t)(sign | INFINITE);
    frexp(magnitude, &exponent);
    exponent = exponent - 1 < LEAST_EXPONENT || magnitude == 0 ? LEAST_EXPONENT : exponent - 1;
    /* Scaling is exact; rint rounds to nearest even in the host's rounding mode. A fraction that
     * rounds up to the next power of two carries into the exponent, and past the last exponent it
     * makes an infinity; a subnormal has no hidden bit and so ends up with exponent field 0. */
    bits = (unsigned)rint(ldexp(magnitude, FRACTION_BITS - exponent));
    bits += (unsigned)(exponent - LEAST_EXPONENT) << FRACTION_BITS;
    return (uint16_t)(sign | bits);
}

double half_to_double(uint16_t half)
{
    int field = (half & ~SIGN) >> FRACTION_BITS;
    int fraction = half & (HIDDEN_BIT - 1);
    double magnitude;

    if (field == INFINITE >> FRACTION_BITS)
        magnitude = fraction == 0 ? INFINITY : NAN;
    else if (field == 0)
        magnitude = ldexp(fraction, LEAST_EXPONENT - FRACTION_BITS);
    else
        magnitude = ldexp(HIDDEN_BIT + fraction, LEAST_EXPONENT + field - 1 - FRACTION_BITS);
    return half & SIGN ? -magnitude : magnitude;
}
