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

#endif
