/* Stored forms of a number: its bits as a whole number of as many bytes, rounded to nearest
 * even. */
#ifndef HARNESS_MANIFEST_ELEMENT_CODEC_H
#define HARNESS_MANIFEST_ELEMENT_CODEC_H

#include <stdint.h>

struct element_codec {
    uint64_t (*encode)(double value);
    double (*decode)(uint64_t bits);
};

/* Codecs of f16, f32, tf32, bf16, e4m3, e5m2, f64, i32, i8 and u8. */
extern const struct element_codec codec_half, codec_single, codec_tensor, codec_bfloat, codec_e4m3,
    codec_e5m2, codec_double, codec_i32, codec_i8, codec_u8;

/* IEEE 754 binary16, which the host's C need not have: the half nearest to a value, ties to even, in one rounding; above 65504 by half a unit or more
 * it is an infinity, every NaN is the quiet one without payload. */
uint16_t half_from_double(double value);

/* The value of a half; every NaN is a NaN. */
double half_to_double(uint16_t half);

#endif
