#include "harness/manifest/internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* 1 bit of sign, 5 of exponent, 10 of fraction. */
enum {
    SIGN = 0x8000,
    INFINITE = 0x7c00,
    NOT_A_NUMBER = 0x7e00,
    FRACTION_BITS = 10,
    HIDDEN_BIT = 1 << FRACTION_BITS,
    LEAST_EXPONENT = -14, /* of a normal number 1.f x 2^e */
    DOUBLE_BIAS = 1023    /* of the exponent field of a double */
};

/* The bits of a magnitude whose exponent field and fraction are rounded to nearest even, as many bits of the fraction as are said,
 * and counted from the least normal exponent. A fraction that rounds up to the next power of two carries into the
 * exponent, and past the last exponent it makes an infinity. */
static uint32_t round_bits(double magnitude, int fraction_bits, int least_exponent)
{
    const int dropped = DBL_MANT_DIG - 1 - fraction_bits;
    uint64_t bits;

    memcpy(&bits, &magnitude, sizeof bits);
    bits += (UINT64_C(1) << (dropped - 1)) - 1 + (bits >> dropped & 1);
    return (uint32_t)(bits >> dropped) -
           ((uint32_t)(DOUBLE_BIAS + least_exponent - 1) << fraction_bits);
}

uint16_t half_from_double(double value)
{
    unsigned sign = signbit(value) ? SIGN : 0;
    double magnitude = fabs(value);

    if (isnan(value))
        return NOT_A_NUMBER;
    if (magnitude >= 0x1p16)
        return (uint16_t)(sign | INFINITE);
    /* Scaling is exact; rint rounds to nearest even. A subnormal has no hidden bit. */
    return (uint16_t)(sign |
                      (magnitude < 0x1p-14 ? (unsigned)rint(magnitude * 0x1p24)
                                           : round_bits(magnitude, FRACTION_BITS, LEAST_EXPONENT)));
}

double half_to_double(uint16_t half)
{
    const unsigned field = (half & ~(unsigned)SIGN) >> FRACTION_BITS;
    const unsigned fraction = half & (HIDDEN_BIT - 1);
    const uint64_t bits = (uint64_t)(field + DOUBLE_BIAS + LEAST_EXPONENT - 1)
                              << (DBL_MANT_DIG - 1) |
                          (uint64_t)fraction << (DBL_MANT_DIG - 1 - FRACTION_BITS);
    double magnitude;

    if (field == INFINITE >> FRACTION_BITS)
        magnitude = fraction == 0 ? INFINITY : NAN;
    else if (field == 0)
        magnitude = fraction * 0x1p-24;
    else
        memcpy(&magnitude, &bits, sizeof magnitude);
    return half & SIGN ? -magnitude : magnitude;
}

static uint64_t encode_half(double value)
{
    return half_from_double(value);
}

static double decode_half(uint64_t bits)
{
    return half_to_double((uint16_t)bits);
}

static uint64_t encode_single(double value)
{
    float single = (float)value;
    uint32_t bits;

    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static double decode_single(uint64_t bits)
{
    uint32_t bits_32 = (uint32_t)bits;
    float single;

    memcpy(&single, &bits_32, sizeof single);
    return single;
}

/* A single with 11 digits; halfway away from zero. */
static uint64_t encode_tensor(double value)
{
    uint32_t bits = (uint32_t)encode_single(value);

    return isnan(value) ? bits : (bits + 0x1000) & ~UINT32_C(0x1fff);
}

/* The upper half of a single; what that would round away is rounded here, once. */
static uint64_t encode_bfloat(double value)
{
    double magnitude = fabs(value);
    int exponent;
    uint32_t bits;
    float single;

    if (isnan(value))
        return 0x7fc0;
    if (magnitude >= FLT_MIN && magnitude < 0x1p127)
        return round_bits(magnitude, 7, FLT_MIN_EXP - 1) | (signbit(value) ? 0x8000 : 0);
    if (magnitude < FLT_MAX * 2.0 && magnitude > 0) {
        frexp(magnitude, &exponent);
        exponent = exponent < FLT_MIN_EXP ? FLT_MIN_EXP - 8 : exponent - 8; /* of its last place */
        magnitude = ldexp(rint(ldexp(magnitude, -exponent)), exponent);
    }
    single = (float)magnitude;
    memcpy(&bits, &single, sizeof bits);
    return bits >> 16 | (signbit(value) ? 0x8000 : 0);
}

static double decode_bfloat(uint64_t bits)
{
    return decode_single(bits << 16);
}

/* Real numbers of 8 bits: a sign, a biased exponent and `fraction` bits of the significand. Beyond
 * the greatest one, whose bits are `last`, are infinity, where there is one, and NaN. */
struct eight_bits {
    int fraction, bias;
    uint64_t last;
};
static const struct eight_bits e4m3 = {3, 7, 0x7e}, e5m2 = {2, 15, 0x7b};

enum {
    NAN_OF_EIGHT = 0x7f
};

static double decode_eight(struct eight_bits format, uint64_t bits)
{
    const int exponent = (int)(bits & 0x7f) >> format.fraction;
    const int normal = 1 << format.fraction;
    const int significand = ((int)bits & (normal - 1)) | (exponent > 0 ? normal : 0);
    const double value =
        (bits & 0x7f) <= format.last
            ? ldexp(significand, (exponent > 0 ? exponent : 1) - format.bias - format.fraction)
        : significand == normal && format.last + 1 < NAN_OF_EIGHT ? INFINITY
                                                                  : NAN;

    return bits & 0x80 ? -value : value;
}

/* The places of the binade are counted from its first number on; the place beyond its last one is
 * the first of the next. */
static uint64_t encode_eight(struct eight_bits format, double value)
{
    const double magnitude = fmin(fabs(value), decode_eight(format, format.last));
    int exponent;
    uint64_t bits;

    if (isnan(value))
        return NAN_OF_EIGHT;
    frexp(fmax(magnitude, ldexp(1, 1 - format.bias)), &exponent);
    exponent += format.bias - 1; /* biased: that of the least normal number is 1 */
    bits = ((uint64_t)(exponent - 1) << format.fraction) +
           (uint64_t)rint(ldexp(magnitude, format.bias + format.fraction - exponent));
    return bits | (signbit(value) ? 0x80 : 0);
}

static uint64_t encode_e4m3(double value)
{
    return encode_eight(e4m3, value);
}

static double decode_e4m3(uint64_t bits)
{
    return decode_eight(e4m3, bits);
}

static uint64_t encode_e5m2(double value)
{
    return encode_eight(e5m2, value);
}

static double decode_e5m2(uint64_t bits)
{
    return decode_eight(e5m2, bits);
}

static uint64_t encode_double(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double decode_double(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Modulo 2^32. */
static uint64_t encode_whole(double value)
{
    return isfinite(value) ? (uint64_t)(int64_t)fmod(rint(value), 0x1p32) : 0;
}

/* To the nearest number of the type, ties to even; beyond its range the end of it. */
static uint64_t encode_i8(double value)
{
    return isnan(value) ? 0 : (uint8_t)(int8_t)rint(fmin(fmax(value, INT8_MIN), INT8_MAX));
}

static uint64_t encode_u8(double value)
{
    return isnan(value) ? 0 : (uint8_t)rint(fmin(fmax(value, 0), UINT8_MAX));
}

static double decode_i32(uint64_t bits)
{
    return (int32_t)(uint32_t)bits;
}

static double decode_i8(uint64_t bits)
{
    return (int8_t)(uint8_t)bits;
}

static double decode_u8(uint64_t bits)
{
    return (uint8_t)bits;
}

const struct element_codec codec_half = {encode_half, decode_half};
const struct element_codec codec_single = {encode_single, decode_single};
const struct element_codec codec_tensor = {encode_tensor, decode_single};
const struct element_codec codec_bfloat = {encode_bfloat, decode_bfloat};
const struct element_codec codec_e4m3 = {encode_e4m3, decode_e4m3};
const struct element_codec codec_e5m2 = {encode_e5m2, decode_e5m2};
const struct element_codec codec_double = {encode_double, decode_double};
const struct element_codec codec_i32 = {encode_whole, decode_i32};
const struct element_codec codec_i8 = {encode_i8, decode_i8};
const struct element_codec codec_u8 = {encode_u8, decode_u8};
